import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { Desk } from '../bench-desk.test-helper.ts';
import { testConfig } from '../config.test-helper.ts';
import { epochAt, epochStart, prizeOf, ticketCount, ticketsOf, WEEK_MS } from './lottery.ts';

const MONDAY = Date.UTC(2026, 0, 5);
const EPOCH = 2_923;

/** Account 0 buys from account 1 at 95,000; both pay. */
function trade(desk: Desk, quantity: string): void {
  desk.place(1, 'sell', quantity, '95000');
  desk.place(0, 'buy', quantity, '95000');
}

const counts = (desk: Desk, epoch = EPOCH): number[] => [0, 1, 2].map((no) => ticketCount(desk.account(no), epoch));

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
      const desk = new Desk(testConfig({ seed }));
      desk.advance(WEEK_MS - 1);
      expect(desk.engine.state.lottery.draws.size).toBe(0);
      desk.advance(1 + 2 * WEEK_MS);
      return [...desk.engine.state.lottery.draws];
    };
    const drawn = draws('7');
    expect(drawn.map((entry) => (entry as [number])[0])).toEqual([EPOCH, EPOCH + 1, EPOCH + 2]);
    expect(drawn).toEqual(draws('7'));
    expect(drawn).not.toEqual(draws('8'));
  });
});

describe('tickets', () => {
  test('are one for each 1,000 USDT of volume that paid a fee, on both sides', () => {
    const desk = new Desk();
    trade(desk, '0.0105'); // 997.50 USDT
    expect(counts(desk)).toEqual([0, 0, 0]);
    trade(desk, '0.001'); // 1,092.50 USDT
    expect(counts(desk)).toEqual([1, 1, 0]);
    trade(desk, '1');
    expect(counts(desk)).toEqual([96, 96, 0]);
  });

  test('belong to the week of the fill', () => {
    const desk = new Desk();
    desk.advance(WEEK_MS - 1);
    trade(desk, '0.02');
    desk.advance(1);
    trade(desk, '0.04');
    expect([counts(desk), counts(desk, EPOCH + 1)]).toEqual([
      [1, 1, 0],
      [3, 3, 0],
    ]);
  });

  test('are not earned by a fill that pays no fee', () => {
    const config = testConfig();
    const desk = new Desk({ ...config, tiers: config.tiers.map((tier) => ({ ...tier, makerRate: 0 })) });
    trade(desk, '0.02');
    expect(counts(desk)).toEqual([1, 0, 0]);
  });

  test('carry five different ascending balls and a bonus ball, the same at every look', () => {
    const desk = new Desk();
    trade(desk, '1');
    const { state } = desk.engine;
    const tickets = [...ticketsOf(state, desk.account(0), EPOCH)];
    expect(tickets).toHaveLength(95);
    for (const { balls, bonus } of tickets) {
      expect(balls).toEqual([...new Set(balls)].sort((a, b) => a - b));
      expect(balls).toHaveLength(5);
      expect(Math.min(...balls)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...balls)).toBeLessThanOrEqual(36);
      expect([1, 2, 3, 4, 5]).toContain(bonus);
    }
    trade(desk, '1');
    expect([...ticketsOf(state, desk.account(0), EPOCH)].slice(0, 95)).toEqual(tickets);
    expect([...ticketsOf(state, desk.account(1), EPOCH)].slice(0, 95)).not.toEqual(tickets);
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
