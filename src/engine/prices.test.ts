import { expect, test } from 'vitest';
import { priceBound } from './prices.ts';

// the bound is rounded outward to the tick. 5 % around a mark of 95,001 ticks is 99,751.05 and 90,250.95.
test.each([
  ['buy', 95_001, 99_752],
  ['sell', 95_001, 90_250],
  ['buy', 95_000, 99_750],
  ['sell', 95_000, 90_250],
  ['buy', 3_000_000_000_001, 3_150_000_000_002],
  ['sell', 3_000_000_000_001, 2_850_000_000_000],
] as const)('the bound of a %s at a mark of %i ticks is %i', (side, mark, bound) => {
  expect(priceBound(mark, side, 5_000_000, 5_000_000)).toBe(bound);
});
