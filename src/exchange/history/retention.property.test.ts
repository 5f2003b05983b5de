import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dumpText } from '../../kernel/canonical-json.ts';
import { BTC, ETH, newHistory, T0, type TestHistory } from './history.test-helper.ts';
import { eventsOf, marketSteps } from './random-market.test-helper.ts';
import { encodeHistory } from './saved-history.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';

const MARKETS = new Map([
  ['BTC-USDT', BTC],
  ['ETH-USDT', ETH],
]);
const ORIGIN = { seed: '7', startTime: T0, historyDays: 2 };
const WINDOW = { from: 0, to: Number.MAX_SAFE_INTEGER };

const textOf = (history: TestHistory): string => dumpText(encodeHistory(history.save(), MARKETS));

/** The lists of both users. */
const listsOf = (history: TestHistory) =>
  [1, 2].map((account) => ({
    states: history.orderHistory({ account, ...WINDOW }),
    trades: history.trades({ account, ...WINDOW, limit: 10_000, offset: 0 }),
    positions: history.closedPositions({ account, ...WINDOW }),
  }));

const total = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);

// Goal: a bounded history has the latest rows of each list, as they are, and nothing else is different. Method: random
// events in two bounded histories, of which one is read and fed at many places, against one that keeps everything.
test('a bounded history keeps the latest rows of each list, whenever older ones were dropped', async () => {
  let dropped = 0;
  await fc.assert(
    fc.asyncProperty(
      marketSteps(60),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }),
      async (steps, rows, places) => {
        const events = eventsOf(steps);
        const all = newHistory({ origin: ORIGIN });
        const late = newHistory({ origin: ORIGIN, rows });
        const often = newHistory({ origin: ORIGIN, rows });
        for (const history of [all, late, often]) await history.ready();
        const cuts = [...places].sort((a, b) => a - b).map((place) => Math.floor((events.length * place) / 100));
        let done = 0;
        for (const cut of [...cuts, events.length]) {
          often.record(events.slice(done, cut));
          done = cut;
          listsOf(often);
        }
        late.record(events);
        all.record(events);
        const unread = textOf(late);
        const [kept, whole] = [listsOf(often), listsOf(all)];
        expect(listsOf(late)).toEqual(kept);
        for (const [index, { states, trades, positions }] of kept.entries()) {
          const every = whole[index]!;
          expect(states).toEqual(every.states.slice(0, states.length));
          expect(trades.rows).toEqual(every.trades.rows.slice(0, trades.rows.length));
          expect(trades.total).toBe(trades.rows.length);
          expect(positions).toEqual(every.positions.slice(0, positions.length));
        }
        const lengths = (lists: typeof kept) => ({
          states: total(lists.map(({ states }) => states.length)),
          trades: total(lists.map(({ trades }) => trades.total)),
          positions: total(lists.map(({ positions }) => positions.length)),
        });
        const [have, had] = [lengths(kept), lengths(whole)];
        expect(have).toEqual({
          states: Math.min(had.states, 4 * rows),
          trades: Math.min(had.trades, rows),
          positions: Math.min(had.positions, rows),
        });
        dropped += had.states - have.states + had.trades - have.trades;
        expect([unread === textOf(late), unread === textOf(often)]).toEqual([true, true]);
        for (const history of [all, late, often]) history.close();
      },
    ),
    { seed: 31, numRuns: shareOf(60) },
  );
  expect(dropped).toBeGreaterThan(shareOf(300));
});
