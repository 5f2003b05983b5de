import { formatScaled } from '../kernel/decimal.ts';
import type { RandomInputs } from '../kernel/random-inputs.test-helper.ts';
import { UNIT } from '../kernel/units.ts';
import { randomDelegation } from './accounts/random-delegation.test-helper.ts';
import { randomFunds } from './accounts/random-funds.test-helper.ts';
import type { Command } from './command.ts';
import type { OrderType, Side } from './orders/order-terms.ts';
import { randomReferral } from './fees/random-referral.test-helper.ts';
import { randomConditional } from './orders/random-conditional.test-helper.ts';
import { randomMarginOrTwap } from './orders/random-twap.test-helper.ts';
import type { Market, State } from './state.ts';

const ORDER_TYPES: readonly OrderType[] = [
  'limitGtc',
  'limitGtc',
  'limitGtc',
  'limitIoc',
  'limitGtd',
  'limitAlo',
  'market',
];

/** A random command of a careless user; about one in five is refused. */
export function randomCommand(draw: RandomInputs, state: State): Command {
  const dice = draw.between(0, 999);
  const markets = [...state.markets.values()];
  const market = markets[draw.between(0, markets.length - 1)];
  if (!market) throw new Error('a world has markets');
  if (dice < 500) return randomOrder(draw, state, market);
  if (dice < 530) return randomMarginOrTwap(draw, state, market);
  if (dice < 600) return randomConditional(draw, state, market);
  if (dice < 780)
    return { type: 'CancelOrder', account: randomAccount(draw, state), order: { no: randomOrderNo(draw, state) } };
  if (dice < 920) return randomModify(draw, state, market);
  if (dice < 960) {
    const price = Math.max(market.spec.tickUnits, Math.round(market.index * (1 + draw.between(-30, 30) / 2_000)));
    return { type: 'SetIndexPrice', symbol: market.spec.symbol, price };
  }
  if (dice < 962) return { type: 'SetFeed', symbol: market.spec.symbol, frozen: draw.chance(700_000) };
  if (dice < 982) return randomFunds(draw, state);
  if (dice < 985) return randomDelegation(draw, state);
  if (dice < 986) return randomReferral(draw, state);
  if (dice < 988) return randomDisconnect(draw, state);
  if (dice < 995)
    return {
      type: 'Deposit',
      account: randomAccount(draw, state),
      asset: 'USDT',
      amount: BigInt(draw.between(0, 100)) * BigInt(UNIT),
    };
  return {
    type: 'SetMarketStatus',
    symbol: market.spec.symbol,
    status: draw.chance(700_000) ? 'open' : draw.chance(500_000) ? 'closed' : 'close_only',
  };
}

/** Either sets cancel on disconnect, or disconnects. */
function randomDisconnect(draw: RandomInputs, state: State): Command {
  const account = randomAccount(draw, state);
  const [wanting = account] = state.cancelOnDisconnect;
  if (draw.chance(500_000)) return { type: 'Disconnect', account: draw.chance(800_000) ? wanting : account };
  return { type: 'SetCancelOnDisconnect', account, enabled: draw.chance(900_000) };
}

function randomOrder(draw: RandomInputs, state: State, market: Market): Command {
  const orderType = ORDER_TYPES[draw.between(0, ORDER_TYPES.length - 1)] ?? 'limitGtc';
  const side: Side = draw.chance(500_000) ? 'buy' : 'sell';
  const account = randomAccount(draw, state);
  return {
    type: 'PlaceOrder',
    account,
    symbol: draw.chance(5_000) ? 'NO-USDT' : market.spec.symbol,
    side,
    orderType,
    price: orderType === 'market' ? '' : randomPrice(draw, market),
    quantity: randomQuantity(draw, market),
    reduceOnly: draw.chance(250_000),
    postOnly: draw.chance(100_000),
    clientId: draw.chance(100_000) ? `c-${draw.between(0, 50)}` : '',
    expiresAt: orderType === 'limitGtd' ? state.now + draw.between(10_000, 60_000) : null,
    source: '',
  };
}

function randomModify(draw: RandomInputs, state: State, market: Market): Command {
  const no = randomOrderNo(draw, state);
  const order = state.orders.get(no);
  const own = order && state.markets.get(order.symbol);
  return {
    type: 'ModifyOrder',
    account: order && draw.chance(950_000) ? order.account : randomAccount(draw, state),
    order: { no },
    price: draw.chance(500_000) ? randomPrice(draw, own ?? market) : null,
    quantity: draw.chance(700_000) ? randomQuantity(draw, own ?? market) : null,
    triggerPrice: draw.chance(order?.trigger ? 500_000 : 10_000) ? randomPrice(draw, own ?? market) : null,
  };
}

const randomAccount = (draw: RandomInputs, state: State): number => draw.between(0, state.counters.account - 1);

/** Mostly a live order, sometimes one that ended or never existed. */
function randomOrderNo(draw: RandomInputs, state: State): number {
  const live = [...state.orders.keys()];
  if (live.length === 0 || draw.chance(50_000)) return draw.between(0, state.counters.order + 5);
  return live[draw.between(0, live.length - 1)] ?? 0;
}

function randomPrice(draw: RandomInputs, market: Market): string {
  const reach = draw.chance(30_000) ? 1_000 : 60;
  const ticks = Math.max(1, market.mark + Math.round((market.mark * draw.between(-reach, reach)) / 10_000));
  const off = draw.chance(20_000) ? 1 : 0;
  return formatScaled(BigInt(ticks) * BigInt(market.spec.tickUnits) + BigInt(off), 8);
}

function randomQuantity(draw: RandomInputs, market: Market): string {
  const lots = draw.chance(20_000) ? 1 : draw.between(market.spec.minLots, market.spec.minLots * 200);
  return formatScaled(BigInt(lots) * BigInt(market.spec.lotUnits), 8);
}
