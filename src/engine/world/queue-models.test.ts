import { describe, expect, test } from 'vitest';
import { Draw, streamOf } from '../../kernel/random.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import { remainingOf } from '../orders/order.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { QueueModel, QueueWeight } from './history-terms.ts';
import { takenByChance } from './queue-models.ts';

const drawOf = (name: string): Draw => new Draw(streamOf('7', name));

/** How often of `count` shrinks by one lot the first part of the level lost it. */
function hits(weight: QueueWeight, front: number, back: number, count = 4_000): number {
  const draw = drawOf(`${weight} ${front} ${back}`);
  let hit = 0;
  for (let at = 0; at < count; at += 1) {
    const [first = 0] = takenByChance({ offered: [front, back], parts: [0, 1], weight }, 1, draw);
    hit += first;
  }
  return hit / count;
}

describe('a shrink that chance places', () => {
  // w(F) / (w(F) + w(B)) by hand: 300 to 100, and for the logarithm ln 301 = 5.707 to ln 101 = 4.615.
  test.each([
    ['linear', 0.75],
    ['square', 0.9],
    ['cube', 27 / 28],
    ['log', 5.707 / (5.707 + 4.615)],
  ] as const)('is in front of a user with the probability of the weight %s', (weight, expected) => {
    // Four standard deviations of a share over 4,000 draws.
    const allowed = 4 * Math.sqrt((expected * (1 - expected)) / 4_000);
    expect(Math.abs(hits(weight, 300, 100) - expected)).toBeLessThan(allowed);
    expect(Math.abs(hits(weight, 100, 300) - (1 - expected))).toBeLessThan(allowed);
  });

  test('is never on a side where nothing stands', () => {
    for (const weight of ['linear', 'square', 'cube', 'log'] as const) {
      expect([hits(weight, 0, 100, 200), hits(weight, 100, 0, 200)]).toEqual([0, 1]);
    }
  });

  test('takes the youngest of its part first, and what a part has not got from another', () => {
    const queue = { offered: [5, 4, 3, 2], parts: [0, 0, 1, 1], weight: 'square' } as const;
    const found = new Set<string>();
    for (let at = 0; at < 50; at += 1) found.add(takenByChance(queue, 6, drawOf(`many ${at}`)).join(' '));
    // In front: 4 of the youngest, 2 of the oldest. Behind: all 5, then 1 in front.
    expect([...found].sort()).toEqual(['0 1 3 2', '2 4 0 0']);
    expect(takenByChance(queue, 14, drawOf('all'))).toEqual([5, 4, 3, 2]);
  });

  test('has one place for all users of the level: what is in front of the first is in front of the second', () => {
    const queue = { offered: [10, 10, 10], parts: [0, 1, 2], weight: 'linear' } as const;
    const counts = [0, 0, 0];
    const draw = drawOf('two users');
    for (let at = 0; at < 6_000; at += 1) {
      takenByChance(queue, 1, draw).forEach((loss, part) => (counts[part] = (counts[part] ?? 0) + loss));
    }
    // A third each: 2,000 with a standard deviation of 36.5.
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(147);
  });
});

describe('a level that shrinks by cancels', () => {
  const SYMBOL = 'BTC-USDT';

  /** 500 lots, then 200 of a user, then 300: the level shrinks to 400 and a trade of 350 comes. */
  function filled(queue: QueueModel, weight?: QueueWeight, seed = '7'): [level: string, lots: number] {
    const liquidity = { kind: 'history', queue, ...(weight && { weight }) } as const;
    const venue = new TestVenue(testConfig({ seed, markets: [testMarket(SYMBOL, { liquidity })] }));
    const depth = (lots: number): unknown =>
      venue.run({
        type: 'SetHistoryDepth',
        symbol: SYMBOL,
        snapshot: false,
        levels: [{ side: 'buy', price: 94_990, lots }],
      });
    depth(500);
    venue.place(0, 'buy', '0.002', '94990');
    depth(800);
    depth(400);
    const queued = [...(venue.engine.state.markets.get(SYMBOL)?.book.queue('buy') ?? [])];
    const level = queued.map((order) => `${order.account < 4 ? 'u' : 'h'}${remainingOf(order)}`).join(' ');
    const outcome = venue.run({ type: 'HistoryTrade', symbol: SYMBOL, side: 'sell', price: 94_990, lots: 350 });
    const own = TestVenue.trades(outcome).filter(({ maker }) => maker.account === 0);
    return [level, own.reduce((sum, { quantity }) => sum + quantity, 0)];
  }

  test('fills a user as each model says, counted by hand', () => {
    // 400 go. From behind: all 300 behind, 100 in front; 400 stand before the user, and the trade ends there.
    expect(filled('behind')).toEqual(['h400 u200', 0]);
    // In proportion: 250 of 500 and 150 of 300; the trade takes 250, then 100 of the user.
    expect(filled('proportional')).toEqual(['h250 u200 h150', 100]);
    // By chance: in front 100 are left, and the user fills whole; behind is as above.
    const outcomes = new Map<string, number>();
    for (let seed = 0; seed < 60; seed += 1) {
      const [level, lots] = filled('probability', 'square', String(seed));
      outcomes.set(level, (outcomes.get(level) ?? 0) + 1);
      expect(lots).toBe(level === 'h100 u200 h300' ? 200 : 0);
    }
    expect([...outcomes.keys()].sort()).toEqual(['h100 u200 h300', 'h400 u200']);
    // 25 / 34 of 60 in front: 44.1 with a standard deviation of 3.4.
    expect(Math.abs((outcomes.get('h100 u200 h300') ?? 0) - 44.1)).toBeLessThan(13.7);
  });

  test('is the same again for the same seed', () => {
    for (const weight of ['linear', 'square', 'cube', 'log'] as const) {
      expect(filled('probability', weight, '3')).toEqual(filled('probability', weight, '3'));
    }
    expect(filled('probability', undefined, '3')).toEqual(filled('probability', 'square', '3'));
  });
});
