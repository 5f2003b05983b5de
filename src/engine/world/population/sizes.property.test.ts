import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testConfig } from '../../config.test-helper.ts';
import { isClearlyEnough, leastLots, limitLots } from './sizes.ts';

const [SPEC] = testConfig().markets;

// Goal: the quick check never lets a size pass that is too small. Method: sizes around the least one, for terms of all magnitudes.
test('a size that is clearly enough is at least the least one', () => {
  if (!SPEC) throw new Error('the test world has a market');
  let enough = 0;
  const terms = fc.record({
    minLots: fc.integer({ min: 1, max: 1_000_000 }),
    maxLimitLots: fc.integer({ min: 1_000_000, max: 9_000_000_000 }),
    minNotional: fc.bigInt({ min: 0n, max: 10n ** 20n }),
    notionalPerTickLot: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  });
  const price = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 2_000_000_000 }));
  fc.assert(
    fc.property(
      terms,
      price,
      fc.integer({ min: -3, max: 3 }),
      fc.double({ min: 0.99, max: 1.01 }),
      (own, at, more, share) => {
        const spec = { ...SPEC, ...own };
        const least = leastLots(spec, at);
        const lots = Math.max(1, Math.floor(least * share) + more);
        if (Number.isSafeInteger(lots) && isClearlyEnough(spec, at, lots)) {
          enough += 1;
          expect(lots).toBeGreaterThanOrEqual(least);
        }
        if (Number.isSafeInteger(lots))
          expect(limitLots(spec, at, lots)).toBe(Math.max(least, Math.min(spec.maxLimitLots, lots)));
      },
    ),
    { numRuns: 2_000 },
  );
  expect(enough).toBeGreaterThan(200);
});
