import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { expPpb, fadePpb, lnPpb, mulDiv, squareRoot } from './fixed-point.ts';
import { divHalfEven, divHalfEvenInt } from './decimal.ts';
import { RandomInputs } from './random-inputs.test-helper.ts';

const Exact = Decimal.clone({ precision: 60 });
const BILLION = 1_000_000_000;
const RUNS = 4_000;

/** Whole numbers from `low` on whose sizes are spread evenly over the binary digits up to 2^53. */
function wholeNumbers(purpose: string): number[] {
  const inputs = new RandomInputs('7', purpose);
  return Array.from({ length: RUNS }, () => {
    const high = inputs.between(0, 2 ** 21 - 1);
    const value = high * 2 ** 32 + inputs.between(0, 2 ** 32 - 1);
    return Math.max(1, Math.floor(value / 2 ** inputs.between(0, 52)));
  });
}

describe('exponentials', () => {
  test('are within 3 ppb and half a ppb of the exact ones', () => {
    const inputs = new RandomInputs('7', 'exp');
    const worst = Array.from({ length: RUNS }, () => {
      const x = inputs.between(0, 3_700_000_000) * 10 - 22_000_000_000;
      const exact = new Exact(x).div(BILLION).exp().times(BILLION);
      return exact.minus(expPpb(x)).abs().minus(0.5).div(exact).times(BILLION).toNumber();
    });
    expect(Math.max(...worst)).toBeLessThan(3);
  });

  test.each([
    [0, 1_000_000_000],
    [1_000_000_000, 2_718_281_829],
    [-1_000_000_000, 367_879_441],
    [-22_000_000_001, 0],
    [-4_000_000_000_000, 0],
  ])('of %d ppb is %d', (x, value) => {
    expect(Math.abs(expPpb(x) - value)).toBeLessThan(5);
  });

  test('refuse arguments whose result is no safe integer', () => {
    expect(() => expPpb(15_000_000_001)).toThrow('15000000001 ppb is too large an exponent');
  });

  test('fade to a half in the half-life', () => {
    expect(Math.abs(fadePpb(693_147, 1_000_000) - 500_000_090)).toBeLessThan(5);
    expect(fadePpb(0, 5)).toBe(1_000_000_000);
    expect(fadePpb(1_000_000_000_000, 5)).toBe(0);
  });
});

/** a x b / d to the nearest whole number, upwards from the middle. */
const nearest = (a: bigint, b: bigint, d: bigint): bigint => {
  const twice = 2n * a * b + d;
  return (twice - (((twice % (2n * d)) + 2n * d) % (2n * d))) / (2n * d);
};

test('an exponential is its series with each term rounded, to the last digit', () => {
  const inputs = new RandomInputs('7', 'exp to the digit');
  for (let run = 0; run < RUNS; run += 1) {
    // Up to half a doubling in either direction, where nothing is doubled or halved.
    const x = run < 2_000 ? run - 1_000 : inputs.between(-346_000_000, 346_000_000);
    let sum = 1_000_000_000n;
    for (let term = 11n; term > 0n; term -= 1n) sum = 1_000_000_000n + nearest(BigInt(x), sum, 1_000_000_000n * term);
    expect(expPpb(x)).toBe(Number(sum));
  }
});

describe('logarithms', () => {
  test('are within 4 ppb of the exact ones', () => {
    const worst = wholeNumbers('ln').map((value) =>
      new Exact(value).ln().times(BILLION).minus(lnPpb(value)).abs().toNumber(),
    );
    expect(Math.max(...worst)).toBeLessThan(4);
  });

  test.each([
    [1, 0],
    [2, 693_147_181],
    [1_000_000_000, 20_723_265_837],
    [2 ** 53 - 1, 36_736_800_570],
  ])('of %d are %d', (value, ppb) => {
    expect(Math.abs(lnPpb(value) - ppb)).toBeLessThan(4);
  });

  test('exist for positive numbers only', () => {
    expect(() => lnPpb(0)).toThrow('0 has a logarithm');
  });
});

describe('square roots', () => {
  test('are rounded down exactly', () => {
    for (const value of [...wholeNumbers('sqrt'), 1, 2, 3, 4, 2 ** 53 - 1, 94_906_265 ** 2, 94_906_265 ** 2 - 1]) {
      const exact = new Exact(value).sqrt().floor().toNumber();
      expect(squareRoot(value)).toBe(exact);
    }
    expect(squareRoot(0)).toBe(0);
  });
});

describe('products over a divisor', () => {
  test('are rounded half to even at any size', () => {
    const inputs = new RandomInputs('7', 'mulDiv');
    for (let run = 0; run < RUNS; run += 1) {
      const a = inputs.between(-2_000_000_000, 2_000_000_000) * (run % 2 === 0 ? 1 : 1_000);
      const b = inputs.between(0, 2_000_000_000) * (run % 3 === 0 ? 1 : 100);
      const d = inputs.between(1_000, 1_000_000_000) * 1_000;
      const exact = new Exact(a).times(b).div(d).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN);
      expect(mulDiv(a, b, d) + 0).toBe(exact.toNumber() + 0);
    }
    expect(mulDiv(5, 1, 2)).toBe(2);
    expect(mulDiv(-7, 1, 2)).toBe(-4);
  });

  test('are rounded half to even close to the middle, and never to -0', () => {
    const inputs = new RandomInputs('7', 'halves');
    for (const d of wholeNumbers('divisors').filter((each) => each <= 2 ** 51)) {
      const times = inputs.between(-1_000_000, 1_000_000);
      for (const off of [0, 1, -1, Math.floor(d / 2), -Math.ceil(d / 2)]) {
        const a = times * d + off;
        if (!Number.isSafeInteger(times * d) || !Number.isSafeInteger(a)) continue;
        expect(divHalfEvenInt(a, d)).toBe(Number(divHalfEven(BigInt(a), BigInt(d))));
      }
    }
    expect(divHalfEvenInt(-0, 5)).toBe(0);
  });
});
