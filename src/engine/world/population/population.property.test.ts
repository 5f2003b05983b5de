import { describe, expect, test } from 'vitest';
import { RandomInputs } from '../../../kernel/random-inputs.test-helper.ts';
import { marketOrder } from '../world-orders.ts';
import { pass, populated, richUser, send, setIndex } from './population.test-helper.ts';

const UNIT = 100_000_000;

describe('the book of a populated market', () => {
  // Goal: whatever users and the control plane do, both sides stand and the book is not crossed. Method: minutes of a market with
  // random large orders and jumps of the index, looked at each second. Ten seconds after a jump the book is well filled again.
  test.each(['1', '2', '3'])('stands on both sides and is never crossed (seed %s)', (seed) => {
    const venue = populated(seed);
    const { market } = venue;
    const user = richUser(venue);
    const inputs = new RandomInputs(seed, 'population');
    let disturbed = 0;
    for (let second = 0; second < 600; second += 1) {
      if (inputs.chance(30_000)) {
        setIndex(venue, inputs.between(80_000, 110_000) * UNIT);
        disturbed = second;
      }
      if (inputs.chance(200_000)) {
        const side = inputs.chance(500_000) ? 'buy' : 'sell';
        send(venue, [marketOrder(market.spec, user, side, inputs.between(100, market.spec.maxMarketLots))]);
      }
      pass(venue, 1_000);
      const [bid, ask] = [market.book.bestBid(), market.book.bestAsk()];
      expect(bid).toBeGreaterThan(0);
      expect(ask).toBeGreaterThan(bid);
      if (second - disturbed < 10) continue;
      expect(market.book.levelCount('buy')).toBeGreaterThan(120);
      expect(market.book.levelCount('sell')).toBeGreaterThan(120);
    }
  });
});
