import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../invariants.ts';
import { QuotedMarket, quotedConfig, testPopulation } from './quoted-market.test-helper.ts';

const MINUTE_MS = 60_000;
const LIMIT = 100_000;

/** A still index at 95,000, and nobody but arbitrage: a band of 8 basis points, which is 76 ticks. */
function stillMarket(): { readonly market: QuotedMarket; readonly held: () => number } {
  const { holders, hunters, arbitrage } = testPopulation();
  const population = testPopulation({
    holders: { ...holders, count: 0, openLots: 0 },
    hunters: { ...hunters, everyMs: 3_600_000 },
    arbitrage: { ...arbitrage, inventoryLots: LIMIT },
  });
  const market = new QuotedMarket(quotedConfig('1', population, { process: { kind: 'still' } }));
  const account = market.accountsOf('arbitrage')[0];
  return { market, held: () => (account ? market.heldBy(account) : 0) };
}

describe('arbitrage', () => {
  test('leaves a basis within its band alone', () => {
    const { market, held } = stillMarket();
    market.setBasis(60);
    market.run(10 * MINUTE_MS);
    expect(held()).toBe(0);
    expect(market.events.filter(({ type }) => type === 'Traded')).toEqual([]);
  });

  test.each([
    ['sells while the market is above the index', 150, -LIMIT],
    ['buys while the market is below the index', -150, LIMIT],
  ])('%s, up to its limit', (_what, basis, most) => {
    const { market, held } = stillMarket();
    market.setBasis(basis);
    market.run(10 * MINUTE_MS);
    // What is missing to the limit is less than the smallest order.
    expect(Math.sign(held())).toBe(Math.sign(most));
    expect(Math.abs(held())).toBeLessThanOrEqual(LIMIT);
    expect(Math.abs(held())).toBeGreaterThan(LIMIT - 100);
    checkInvariants(market.engine.state);
  });

  test('goes home once the market agrees with the index again', () => {
    const { market, held } = stillMarket();
    market.setBasis(150);
    market.run(5 * MINUTE_MS);
    expect(held()).toBeLessThan(-50_000);
    market.setBasis(10);
    market.run(20 * MINUTE_MS);
    expect(held()).toBe(0);
  });
});
