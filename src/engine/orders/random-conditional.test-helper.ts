import { formatScaled } from '../../kernel/decimal.ts';
import type { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Command } from '../command.ts';
import type { Market, State } from '../state.ts';
import type { PlaceConditional } from './conditional-terms.ts';
import type { OrderType, PlaceOrder, Side } from './order-terms.ts';

/** A conditional order of its own, or a linked group; now and then one that is wrong. */
export function randomConditional(draw: RandomInputs, state: State, market: Market): Command {
  const account = draw.between(0, state.counters.account - 1);
  const held = state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0;
  if (draw.chance(200_000)) return entry(draw, market, account);
  // Mostly the side that closes what is held.
  const closing: Side = held > 0 ? 'sell' : held < 0 ? 'buy' : draw.chance(500_000) ? 'buy' : 'sell';
  const side = draw.chance(900_000) ? closing : closing === 'buy' ? 'sell' : 'buy';
  if (draw.chance(400_000)) return conditional(draw, market, account, side, draw.chance(500_000));
  const symbol = market.spec.symbol;
  const pair = (): PlaceConditional[] =>
    draw.chance(700_000)
      ? [conditional(draw, market, account, side, true), conditional(draw, market, account, side, false)]
      : [conditional(draw, market, account, side, draw.chance(500_000))];
  if (draw.chance(400_000)) return { type: 'PlaceGroup', account, symbol, main: null, pairs: [pair()] };
  const main = mainOrder(draw, market, account, side === 'buy' ? 'sell' : 'buy', state.now);
  return { type: 'PlaceGroup', account, symbol, main, pairs: draw.chance(700_000) ? [pair()] : [pair(), pair()] };
}

/** One that may open a position, soon: its trigger is near. */
function entry(draw: RandomInputs, market: Market, account: number): PlaceConditional {
  const side: Side = draw.chance(500_000) ? 'buy' : 'sell';
  const near = market.mark + Math.round((market.mark * draw.between(-20, 20)) / 10_000);
  const quantity = decimal(draw.between(market.spec.minLots, market.spec.minLots * 100), market.spec.lotUnits);
  const order = conditional(draw, market, account, side, draw.chance(500_000));
  const triggerPrice = decimal(Math.max(1, near), market.spec.tickUnits);
  return { ...order, triggerPrice, price: '', quantity, reduceOnly: false, closePosition: false };
}

function conditional(
  draw: RandomInputs,
  market: Market,
  account: number,
  side: Side,
  takeProfit: boolean,
): PlaceConditional {
  const trigger = Math.max(1, market.mark + Math.round((market.mark * draw.between(-150, 150)) / 10_000));
  const limit = draw.chance(500_000)
    ? Math.max(1, trigger + Math.round((trigger * draw.between(-60, 60)) / 10_000))
    : 0;
  const off = draw.chance(20_000) ? 1 : 0;
  const closePosition = draw.chance(300_000);
  return {
    type: 'PlaceConditional',
    account,
    symbol: market.spec.symbol,
    side,
    orderType: takeProfit ? 'triggerTp' : 'triggerSl',
    price: limit === 0 ? '' : decimal(limit, market.spec.tickUnits),
    triggerPrice: formatScaled(BigInt(trigger) * BigInt(market.spec.tickUnits) + BigInt(off), 8),
    triggerPriceType: draw.chance(500_000) ? 'mark' : 'last',
    quantity: closePosition
      ? ''
      : decimal(draw.between(market.spec.minLots, market.spec.minLots * 100), market.spec.lotUnits),
    reduceOnly: trigger % 2 === 0,
    closePosition,
    clientId: draw.chance(50_000) ? `c-${draw.between(0, 50)}` : '',
    source: '',
  };
}

const MAIN_TYPES: readonly OrderType[] = ['limitGtc', 'limitGtc', 'limitIoc', 'limitGtd', 'market'];

function mainOrder(draw: RandomInputs, market: Market, account: number, side: Side, now: number): PlaceOrder {
  const orderType = MAIN_TYPES[draw.between(0, MAIN_TYPES.length - 1)] ?? 'limitGtc';
  return {
    type: 'PlaceOrder',
    account,
    symbol: market.spec.symbol,
    side,
    orderType,
    price:
      orderType === 'market'
        ? ''
        : decimal(
            Math.max(1, market.mark + Math.round((market.mark * draw.between(-40, 40)) / 10_000)),
            market.spec.tickUnits,
          ),
    quantity: decimal(draw.between(market.spec.minLots, market.spec.minLots * 200), market.spec.lotUnits),
    reduceOnly: draw.chance(50_000),
    postOnly: false,
    clientId: '',
    expiresAt: orderType === 'limitGtd' ? now + draw.between(10_000, 60_000) : null,
    source: '',
  };
}

const decimal = (count: number, units: number): string => formatScaled(BigInt(count) * BigInt(units), 8);
