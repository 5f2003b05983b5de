import { describe, expect, test } from 'vitest';
import { figuresOf } from './figures.ts';
import { tape } from './tape-writer.test-helper.ts';

const SECOND = 1_000;

describe('figures of a bot', () => {
  test('tokens are summed, and the most of any second is found across full seconds', () => {
    const figures = figuresOf(tape().charge(0, 5).charge(900, 20).charge(1_800, 7).charge(1_899, 2).charge(9_000, 1));
    expect(figures).toMatchObject({ tokens: 35, tokensPerSecondMax: 29 });
  });

  test('a second without a write and without a fill is idle', () => {
    const busy = tape()
      .request(0, 'getPositions')
      .place(200)
      .request(SECOND, 'getPositions')
      .request(1_500, 'getOrderbook')
      .fill(2_500, '0.1')
      .request(2_600, 'getPositions')
      .request(3_100, 'getPositions')
      .request(4_000, 'getPositions');
    // Second 0 has a write, second 2 a fill; seconds 1 and 3 have three requests.
    expect(figuresOf(busy).idleRequestsPerSecond).toBe(1.5);
    expect(figuresOf(tape()).idleRequestsPerSecond).toBe(0);
    expect(figuresOf(tape().place(0).place(SECOND)).idleRequestsPerSecond).toBe(0);
  });

  test('a day has more entries than a call takes arguments', () => {
    const day = tape();
    for (let second = 0; second < 300_000; second += 1) day.count(second, second % 7).fill(second, `-0.${second % 10}`);
    expect(figuresOf(day)).toMatchObject({ openOrdersMax: 6, positionMax: '0.9', fills: 300_000 });
  });

  test('a break is healed by what mends it, and the longest time counts', () => {
    const gap = () => tape().request(0, 'getOrderbook').fault(SECOND, 'lose', 'orderbook');
    expect(figuresOf(gap()).healedAfterMs).toBe(null);
    expect(figuresOf(gap().frame(2 * SECOND, 'orderbook')).healedAfterMs).toBe(null);
    expect(figuresOf(gap().request(4 * SECOND, 'getOrderbook')).healedAfterMs).toBe(3 * SECOND);
    const both = gap()
      .frame(3 * SECOND, 'orderbook', { isSnapshot: true })
      .fault(5 * SECOND, 'lose', 'subAccountUpdates')
      .request(10 * SECOND, 'getPositions');
    expect(figuresOf(both).healedAfterMs).toBe(5 * SECOND);
    const broken = tape()
      .connect(0, 'trades', SECOND)
      .request(2 * SECOND, 'getOpenOrders');
    expect(figuresOf(broken).healedAfterMs).toBe(SECOND);
    expect(
      figuresOf(
        tape()
          .connect(0, 'trades', SECOND)
          .request(2 * SECOND, 'getMarkets'),
      ).healedAfterMs,
    ).toBe(null);
  });
});
