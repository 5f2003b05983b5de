import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { CommandOutcome } from '../engine.ts';
import type { Side } from '../orders/order-terms.ts';
import { remainingOf } from '../orders/order.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { HistoryLevel, QueueModel } from './history-terms.ts';
import { type NaiveFill, NaiveHistory } from './naive-history.test-helper.ts';

const STEPS = shareOf(6_000);
const SYMBOL = 'BTC-USDT';
const PRICE = 95_000;
/** Both sides of users quote from one account each, so that no order ever meets its own. */
const USER_OF: Readonly<Record<Side, number>> = { buy: 0, sell: 1 };

function freshVenue(queue: QueueModel): TestVenue {
  const base = testConfig();
  const deep = [{ asset: 'USDT', amount: unitsOf('1000000000000') }];
  return new TestVenue(
    testConfig({
      markets: [testMarket(SYMBOL, { liquidity: { kind: 'history', queue } })],
      tiers: base.tiers.map((tier) => ({ ...tier, maxOrdersPerMarket: 1_000, maxTotalOrders: 1_000 })),
      devAccounts: base.devAccounts.map((account) => ({ ...account, balances: deep })),
    }),
  );
}

/** Up to four levels, no two of one price, bids below asks. */
function randomLevels(draw: RandomInputs): HistoryLevel[] {
  const middle = PRICE + draw.between(-4, 4);
  const levels = new Map<string, HistoryLevel>();
  for (let count = draw.between(1, 4); count > 0; count -= 1) {
    const side: Side = draw.chance(500_000) ? 'buy' : 'sell';
    const price = side === 'buy' ? middle - draw.between(1, 4) : middle + draw.between(0, 3);
    const lots = draw.chance(200_000) ? 0 : draw.between(1, 30) * 100 + draw.between(0, 7);
    levels.set(`${side} ${price}`, { side, price, lots });
  }
  return [...levels.values()];
}

describe.each(['behind', 'proportional'] as const)('a market of history whose levels shrink %s', (model) => {
  // Goal: users' orders keep their place among historical quantities. Method: the same random rows and orders into the
  // engine and into a list whose lots move one at a time, compared fill by fill and queue by queue.
  test(`agrees with its slow twin over ${STEPS} rows and orders`, () => {
    const venue = freshVenue(model);
    const twin = new NaiveHistory(model);
    const draw = new RandomInputs('7', `history ${model}`);
    const market = venue.engine.state.markets.get(SYMBOL);
    const [maker] = market?.agents ?? [];
    const counts = { depth: 0, trades: 0, userFills: 0, split: 0 };
    const fillsOf = (outcome: CommandOutcome): NaiveFill[] => {
      expect(outcome.refusal).toBeNull();
      return TestVenue.trades(outcome).map((trade) => ({
        maker: trade.maker.account === maker ? 'history' : 'user',
        price: trade.price,
        lots: trade.quantity,
      }));
    };
    for (let step = 0; step < STEPS; step += 1) {
      const dice = draw.between(0, 99);
      if (dice < 45) {
        const levels = randomLevels(draw);
        const snapshot = draw.chance(100_000);
        fillsOf(venue.run({ type: 'SetHistoryDepth', symbol: SYMBOL, levels, snapshot }));
        twin.depth(levels, snapshot);
        counts.depth += 1;
      } else if (dice < 65) {
        const side: Side = draw.chance(500_000) ? 'buy' : 'sell';
        const price = PRICE + draw.between(-5, 5);
        const lots = draw.between(1, 2_500);
        const fills = fillsOf(venue.run({ type: 'HistoryTrade', symbol: SYMBOL, side, price, lots }));
        expect(fills).toEqual(twin.trade(side, price, lots));
        counts.trades += 1;
        counts.userFills += fills.filter((fill) => fill.maker === 'user').length;
      } else {
        const side: Side = draw.chance(500_000) ? 'buy' : 'sell';
        const price = PRICE + draw.between(-5, 5);
        const lots = draw.between(1, 12) * 100;
        const fills = fillsOf(venue.place(USER_OF[side], side, (lots / 100_000).toFixed(5), String(price)));
        expect(fills).toEqual(twin.place(side, price, lots));
      }
      for (const side of ['buy', 'sell'] as const) {
        const queue = [...(market?.book.queue(side) ?? [])].map((order) => [
          order.account === maker ? 'history' : 'user',
          order.price,
          remainingOf(order),
        ]);
        counts.split += queue.some(([owner, price], at) => owner === 'user' && queue[at + 1]?.[1] === price) ? 1 : 0;
        expect(queue).toEqual(twin.queue(side).map(({ owner, price, lots }) => [owner, price, lots]));
      }
    }
    expect(counts.depth).toBeGreaterThan(shareOf(2_000));
    expect(counts.trades).toBeGreaterThan(shareOf(1_000));
    expect(counts.userFills).toBeGreaterThan(shareOf(200));
    // Users stood before other orders of their level: only then does the model matter.
    expect(counts.split).toBeGreaterThan(shareOf(1_000));
  });
});
