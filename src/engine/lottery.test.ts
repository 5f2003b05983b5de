import { describe, expect, test } from 'vitest';
import { unitsOf } from '../kernel/decimal.ts';
import { testConfig } from './config.test-helper.ts';
import { epochAt, epochStart, prizeOf, ticketCount, ticketsOf, WEEK_MS } from './lottery.ts';
import { TestVenue } from './venue.test-helper.ts';

const MONDAY = Date.UTC(2026, 0, 5);
const EPOCH = 2_923;

/** Account 0 buys from account 1 at 95,000; both pay. */
function trade(venue: TestVenue, quantity: string): void {
  venue.place(1, 'sell', quantity, '95000');
  venue.place(0, 'buy', quantity, '95000');
}

const counts = (venue: TestVenue, epoch = EPOCH): number[] =>
  [0, 1, 2].map((no) => ticketCount(venue.account(no), epoch));

describe('epochs', () => {
  test('are weeks from Monday, UTC, counted from the first one after 1970 began', () => {
    expect(epochAt(Date.UTC(1970, 0, 5))).toBe(1);
    expect([MONDAY - 1, MONDAY, MONDAY + WEEK_MS - 1, MONDAY + WEEK_MS].map(epochAt)).toEqual([
      EPOCH - 1,
      EPOCH,
      EPOCH,
      EPOCH + 1,
    ]);
    expect(epochStart(EPOCH)).toBe(MONDAY);
  });

  test('are drawn when they end, with the numbers of the lottery stream', () => {
    const draws = (seed: string): unknown[] => {
      const venue = new TestVenue(testConfig({ seed }));
      venue.advance(WEEK_MS - 1);
      expect(venue.engine.state.lottery.draws.size).toBe(0);
      venue.advance(1 + 2 * WEEK_MS);
      return [...venue.engine.state.lottery.draws];
    };
    const drawn = draws('7');
    expect(drawn.map((entry) => (entry as [number])[0])).toEqual([EPOCH, EPOCH + 1, EPOCH + 2]);
    expect(drawn).toEqual(draws('7'));
    expect(drawn).not.toEqual(draws('8'));
  });
});

describe('tickets', () => {
  test('are one for each 1,000 USDT of volume that paid a fee, on both sides', () => {
    const venue = new TestVenue();
    trade(venue, '0.0105'); // 997.50 USDT
    expect(counts(venue)).toEqual([0, 0, 0]);
    trade(venue, '0.001'); // 1,092.50 USDT
    expect(counts(venue)).toEqual([1, 1, 0]);
    trade(venue, '1');
    expect(counts(venue)).toEqual([96, 96, 0]);
  });

  test('belong to the week of the fill', () => {
    const venue = new TestVenue();
    venue.advance(WEEK_MS - 1);
    trade(venue, '0.02');
    venue.advance(1);
    trade(venue, '0.04');
    expect([counts(venue), counts(venue, EPOCH + 1)]).toEqual([
      [1, 1, 0],
      [3, 3, 0],
    ]);
  });

  test('are not earned by a fill that pays no fee', () => {
    const config = testConfig();
    const venue = new TestVenue({ ...config, tiers: config.tiers.map((tier) => ({ ...tier, makerRate: 0 })) });
    trade(venue, '0.02');
    expect(counts(venue)).toEqual([1, 0, 0]);
  });

  test('carry five different ascending balls and a bonus ball, the same at every look', () => {
    const venue = new TestVenue();
    trade(venue, '1');
    const { state } = venue.engine;
    const tickets = [...ticketsOf(state, venue.account(0), EPOCH)];
    expect(tickets).toHaveLength(95);
    for (const { balls, bonus } of tickets) {
      expect(balls).toEqual([...new Set(balls)].sort((a, b) => a - b));
      expect(balls).toHaveLength(5);
      expect(Math.min(...balls)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...balls)).toBeLessThanOrEqual(36);
      expect([1, 2, 3, 4, 5]).toContain(bonus);
    }
    trade(venue, '1');
    expect([...ticketsOf(state, venue.account(0), EPOCH)].slice(0, 95)).toEqual(tickets);
    expect([...ticketsOf(state, venue.account(1), EPOCH)].slice(0, 95)).not.toEqual(tickets);
  });
});

test.each([
  [[1, 2, 3, 4, 5], 1, '100000'],
  [[1, 2, 3, 4, 5], 2, '10000'],
  [[1, 2, 3, 4, 6], 1, '1000'],
  [[1, 2, 3, 4, 6], 2, '200'],
  [[1, 2, 3, 6, 7], 1, '50'],
  [[1, 2, 3, 6, 7], 2, '10'],
  [[1, 2, 6, 7, 8], 1, '5'],
  [[1, 2, 6, 7, 8], 2, '0'],
  [[1, 6, 7, 8, 9], 1, '0'],
])('%j with bonus %i wins %s', (balls, bonus, prize) => {
  expect(prizeOf({ balls, bonus }, { balls: [1, 2, 3, 4, 5], bonus: 1 })).toBe(unitsOf(prize));
});
