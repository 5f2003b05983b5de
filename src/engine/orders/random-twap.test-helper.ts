import { formatScaled } from '../../kernel/decimal.ts';
import type { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { UNIT } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { Market, State } from '../state.ts';

/** TWAPs of every kind, dead-man switches, leverage and isolated margin: now and then more than an account can carry. */
export function randomMarginOrTwap(draw: RandomInputs, state: State, market: Market): Command {
  const dice = draw.between(0, 9);
  const account = draw.between(0, state.counters.account - 1);
  const { symbol } = market.spec;
  if (dice < 4) return randomTwap(draw, account, market);
  if (dice < 5) return { type: 'ScheduleCancel', account, timeoutMs: draw.between(0, 3) * 20_000 };
  if (dice < 6) return { type: 'SetLeverage', account, symbol, leverage: draw.between(1, 101) };
  if (dice < 7) {
    const amount = BigInt(draw.between(-200_000, 200_000)) * 1_000_000n;
    return { type: 'MoveIsolatedMargin', account: anIsolated(draw, state) ?? account, symbol, amount };
  }
  return {
    type: 'PlaceIsolatedOrder',
    account,
    symbol,
    side: draw.chance(500_000) ? 'buy' : 'sell',
    orderType: draw.chance(300_000) ? 'limitIoc' : 'limitGtc',
    price: priceNear(draw, market, 100),
    quantity: quantityOf(market, draw.between(1, 200)),
    reduceOnly: draw.chance(100_000),
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
    leverage: draw.between(5, 50),
    margin: BigInt(draw.between(1, 8_000)) * BigInt(UNIT),
  };
}

function randomTwap(draw: RandomInputs, account: number, market: Market): Command {
  return {
    type: 'PlaceTwap',
    account,
    symbol: market.spec.symbol,
    side: draw.chance(500_000) ? 'buy' : 'sell',
    price: draw.chance(500_000) ? '' : priceNear(draw, market, 60),
    quantity: quantityOf(market, draw.between(100, draw.chance(500_000) ? 200 : 3_000)),
    reduceOnly: draw.chance(200_000),
    clientId: draw.chance(100_000) ? `c-${draw.between(0, 50)}` : '',
    source: '',
    chunks: draw.between(2, draw.chance(500_000) ? 4 : 40),
    intervalMs: draw.chance(500_000) ? 10_000 : 30_000,
    sizeVarianceBps: draw.between(0, 20) * 100,
    intervalVarianceBps: draw.between(0, 20) * 100,
  };
}

const anIsolated = (draw: RandomInputs, state: State): number | undefined =>
  [...state.isolatedAccounts][draw.between(0, Math.max(0, state.isolatedAccounts.size - 1))];

function priceNear(draw: RandomInputs, market: Market, reach: number): string {
  const ticks = market.mark + Math.round((market.mark * draw.between(-reach, reach)) / 10_000);
  return formatScaled(BigInt(ticks) * BigInt(market.spec.tickUnits), 8);
}

const quantityOf = (market: Market, minimums: number): string =>
  formatScaled(BigInt(market.spec.minLots * minimums) * BigInt(market.spec.lotUnits), 8);
