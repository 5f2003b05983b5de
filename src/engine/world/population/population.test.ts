import { describe, expect, test } from 'vitest';
import { stateDigest } from '../../canonical-state.ts';
import { pass, populated } from './population.test-helper.ts';

describe('a market with a population', () => {
  test('has a full book at the first millisecond', () => {
    const { market } = populated('1');
    for (const side of ['buy', 'sell'] as const) {
      expect(market.book.depth(side, 1_000).length).toBeGreaterThan(150);
    }
    expect(market.book.bestAsk() - market.book.bestBid()).toBeLessThan(20);
  });

  test('is the same for the same seed, and another for another', () => {
    const digests = ['1', '1', '2'].map((seed) => {
      const venue = populated(seed);
      pass(venue, 20_000);
      return stateDigest(venue.state);
    });
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).not.toBe(digests[2]);
  });
});
