import { describe, expect, test } from 'vitest';
import { testMarket } from './config.test-helper.ts';
import { hourlyRateOf, nextFundingTime } from './funding.ts';

/** Cap and floor of 2 % per eight hours. */
const BTC = testMarket('BTC-USDT');

describe('the hourly rate of a mean premium', () => {
  test.each([
    // An eighth of the interest of 0.0001, as long as the premium is within 0.0005 of it.
    ['0', 0n, 1_250],
    ['0.0003', 300_000_000_000_000n, 1_250],
    ['-0.0004', -400_000_000_000_000n, 1_250],
    ['0.0006', 600_000_000_000_000n, 1_250],
    // Beyond that, the premium less 0.0005 or plus 0.0005.
    ['0.001', 1_000_000_000_000_000n, 6_250],
    ['-0.001', -1_000_000_000_000_000n, -6_250],
    // 0.00010004 / 8 = 0.000012505 and 0.00010012 / 8 = 0.000012515: half to even, both ways.
    ['0.00060004', 600_040_000_000_000n, 1_250],
    ['0.00060012', 600_120_000_000_000n, 1_252],
    // The bounds of the market, and one unit inside them: 0.01999992 / 8 = 0.00249999.
    ['0.0205', 20_500_000_000_000_000n, 250_000],
    ['0.05', 50_000_000_000_000_000n, 250_000],
    ['0.02049992', 20_499_920_000_000_000n, 249_999],
    ['-0.0205', -20_500_000_000_000_000n, -250_000],
    ['-0.05', -50_000_000_000_000_000n, -250_000],
    ['-0.02049992', -20_499_920_000_000_000n, -249_999],
  ])('of %s', (_premium, mean, rate) => {
    expect(hourlyRateOf(BTC, mean, 1)).toBe(rate);
    expect(hourlyRateOf(BTC, mean * 3_600n, 3_600)).toBe(rate);
  });

  test('is rounded once: a mean of 0.002 / 3 gives 0.0001666... / 8', () => {
    expect(hourlyRateOf(BTC, 2_000_000_000_000_000n, 3)).toBe(2_083);
  });
});

test.each([
  ['on the hour', Date.UTC(2026, 0, 5, 12), Date.UTC(2026, 0, 5, 13)],
  ['just after it', Date.UTC(2026, 0, 5, 12, 0, 0, 1), Date.UTC(2026, 0, 5, 13)],
  ['just before the next', Date.UTC(2026, 0, 5, 23, 59, 59, 999), Date.UTC(2026, 0, 6)],
])('next funding %s', (_case, now, next) => {
  expect(nextFundingTime(now)).toBe(next);
});
