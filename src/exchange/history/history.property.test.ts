import fc from 'fast-check';
import initSqlJs from 'sql.js';
import { beforeAll, expect, test } from 'vitest';
import type { EngineEvent } from '../../engine/event.ts';
import { parseUnits } from '../../kernel/decimal.ts';
import { RollingDay } from './day-stats.ts';
import type { History } from './history.ts';
import { ETH, historyOf, newHistory, T0, traded } from './history.test-helper.ts';
import { eventsOf, marketSteps } from './random-market.test-helper.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';

let Sqlite: Awaited<ReturnType<typeof initSqlJs>>;
beforeAll(async () => {
  Sqlite = await initSqlJs();
});

/** Every row of every table, as SQLite returns it. */
function tablesOf(history: History): unknown {
  const database = new Sqlite.Database(history.exportSqlite());
  const tables = ['progress', 'markets', 'accounts', 'orders', 'order_states', 'fills', 'closed_positions'].map(
    (table) => [table, database.exec(`SELECT * FROM ${table} ORDER BY rowid`)],
  );
  database.close();
  return tables;
}

// Goal: the database is a cache of the events (DUR-15). Method: the same events in random batches, fed at
// random moments, before and after loading, must leave the same rows as one feed of all of them.
test('however the events are batched, the rows are the same', async () => {
  const chunks = fc.array(fc.record({ take: fc.integer({ min: 1, max: 12 }), feed: fc.integer({ min: 0, max: 9 }) }), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(marketSteps(30), chunks, fc.integer({ min: 1, max: 40 }), async (steps, batches, backlogBound) => {
      const events = eventsOf(steps);
      const whole = await historyOf(events);
      const pieces = newHistory({ backlogBound });
      let done = 0;
      for (let batch = 0; done < events.length; batch += 1) {
        const { take, feed } = batches[batch % batches.length] ?? { take: 1, feed: 0 };
        pieces.record(events.slice(done, done + take));
        done += take;
        await pieces.ready();
        if (feed > 0) pieces.feed(feed);
      }
      expect(tablesOf(pieces)).toEqual(tablesOf(whole));
      whole.close();
      pieces.close();
    }),
    { seed: 7, numRuns: shareOf(60) },
  );
});

// Goal: pages partition the list (INV-50). Method: walk it with a page size that changes at every step.
test('pages of any size join into the whole list, and each states its total', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  const filters = fc.constantFrom(
    {},
    { symbol: 'ETH-USDT' },
    { symbol: 'BTC-USDT' },
    { order: 1 },
    { order: 2 },
    { positionId: '1' },
  );
  await fc.assert(
    fc.asyncProperty(marketSteps(40), sizes, filters, fc.constantFrom(1, 2), async (steps, limits, filter, account) => {
      const history = await historyOf(eventsOf(steps));
      const query = { account, from: T0, to: T0 + 40 * 7_200_000, ...filter };
      const whole = history.trades({ ...query, limit: 1_000, offset: 0 });
      expect(whole.total).toBe(whole.rows.length);
      const walked = [];
      for (let page = 0; walked.length < whole.total; page += 1) {
        const { rows, total } = history.trades({
          ...query,
          limit: limits[page % limits.length] ?? 1,
          offset: walked.length,
        });
        expect(total).toBe(whole.total);
        expect(rows.length).toBeGreaterThan(0);
        walked.push(...rows);
      }
      expect(walked).toEqual(whole.rows);
      const keys = walked.map((row) => [row.timestamp, Number(row.tradeId)] as const);
      expect(keys).toEqual([...keys].sort((a, b) => b[0] - a[0] || b[1] - a[1]));
      history.close();
    }),
    { seed: 11, numRuns: shareOf(150) },
  );
});

// Goal: pages of closed positions partition the list (INV-50). Method: walk them with random page sizes.
test('pages of closed positions join into the whole list, each once', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  let closed = 0;
  await fc.assert(
    fc.asyncProperty(marketSteps(40), sizes, fc.constantFrom(1, 2), async (steps, limits, account) => {
      const history = await historyOf(eventsOf(steps));
      const query = { account, from: 0, to: Number.MAX_SAFE_INTEGER };
      const whole = history.closedPositions(query);
      closed += whole.length;
      const walked: unknown[] = [];
      for (let page = 0; walked.length < whole.length; page += 1) {
        const limit = limits[page % limits.length] ?? 1;
        const rows = history.closedPositions({ ...query, limit, offset: walked.length });
        expect(rows.length).toBe(Math.min(limit, whole.length - walked.length));
        walked.push(...rows);
      }
      expect(walked).toEqual(whole);
      expect(history.closedPositions({ ...query, limit: 1, offset: whole.length })).toEqual([]);
      history.close();
    }),
    { seed: 12, numRuns: shareOf(300) },
  );
  expect(closed).toBeGreaterThan(shareOf(50));
});

// Goal: orders and trades are consistent (INV-12). Method: add the trades of every order up again.
test("an order's totals are the sums of its trades, its average lies between the worst and the best", async () => {
  await fc.assert(
    fc.asyncProperty(marketSteps(30), async (steps) => {
      const history = await historyOf(eventsOf(steps));
      for (const account of [1, 2]) {
        const window = { account, from: 0, to: Number.MAX_SAFE_INTEGER };
        const trades = history.trades({ ...window, limit: 1_000, offset: 0 }).rows;
        const latest = new Map(
          history
            .orderHistory(window)
            .toReversed()
            .map((row) => [row.venueId, row]),
        );
        for (const order of latest.values()) {
          const own = trades.filter((trade) => trade.venueId === order.venueId);
          const unitsOf = (value: string): bigint => parseUnits(value) ?? -1n;
          expect(unitsOf(order.cumulativeFilledQuantity)).toBe(
            own.reduce((sum, trade) => sum + unitsOf(trade.quantity), 0n),
          );
          const value = own.reduce((sum, trade) => sum + unitsOf(trade.price) * unitsOf(trade.quantity), 0n);
          expect(unitsOf(order.cumulativeFilledValue) * 100_000_000n).toBe(value);
          const prices = own.map((trade) => unitsOf(trade.price)).sort((a, b) => (a < b ? -1 : 1));
          expect(unitsOf(order.filledPrice)).toBeGreaterThanOrEqual(prices[0] ?? 0n);
          expect(unitsOf(order.filledPrice)).toBeLessThanOrEqual(prices.at(-1) ?? 0n);
          expect(own.at(0)?.positionId).toBe(order.positionId);
        }
      }
      history.close();
    }),
    { seed: 13, numRuns: shareOf(100) },
  );
});

// Goal: the ring counts what the definition says. Method: keep every trade and count the window anew.
test('the figures of a day equal a count over all trades', () => {
  const MINUTE = 60_000;
  const trade = fc.record({
    pause: fc.oneof(fc.constantFrom(0, 1, 59_999, 60_000), fc.integer({ min: 0, max: 90_000_000 })),
    price: fc.integer({ min: 1, max: 99_999 }),
    quantity: fc.integer({ min: 1, max: 99_999 }),
  });
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 200_000_000 }),
      (trades, wait) => {
        const day = new RollingDay(ETH, T0, null);
        let now = T0;
        const seen: Extract<EngineEvent, { type: 'Traded' }>[] = [];
        for (const [index, { pause, price, quantity }] of trades.entries()) {
          now += pause;
          const event = traded(now, {
            trade: index + 1,
            price,
            quantity,
            notional: BigInt(price) * BigInt(quantity) * 1_000n,
          });
          seen.push(event);
          day.add(event);
        }
        now += wait;
        const inside = seen.filter((event) => Math.floor(event.at / MINUTE) > Math.floor(now / MINUTE) - 1440);
        const reference = seen.filter((event) => !inside.includes(event)).at(-1) ?? seen[0];
        const figures = day.at(now);
        expect(parseUnits(figures.volume)).toBe(
          inside.reduce((sum, event) => sum + BigInt(event.quantity) * 10_000n, 0n),
        );
        expect(parseUnits(figures.quoteVolume)).toBe(inside.reduce((sum, event) => sum + event.notional, 0n));
        expect(parseUnits(figures.prevDayPrice)).toBe(BigInt(reference?.price ?? 0) * 10_000_000n);
      },
    ),
    { seed: 17, numRuns: shareOf(500) },
  );
});
