import { expect, test } from 'vitest';
import { marginRatio } from './margin-ratio.ts';

test.each([
  ['0', '100', 0],
  ['0', '0', 0],
  ['25', '100', 0.25],
  ['100', '100', 1],
  ['100', '50', 1],
  ['1', '-5', 1],
])(
  'a maintenance margin of %s and a value of %s make a ratio of %d',
  (maintenanceMargin, adjustedAccountValue, ratio) => {
    expect(marginRatio({ maintenanceMargin, adjustedAccountValue })).toBe(ratio);
  },
);
