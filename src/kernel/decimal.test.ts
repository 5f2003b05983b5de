import { describe, expect, test } from 'vitest';
import {
  divCeil,
  divFloor,
  divHalfEven,
  divHalfEvenInt,
  formatFixedScale,
  formatScaled,
  formatUnits,
  formatUnitsFixed,
  formatUnitsFixedInt,
  formatUnitsInt,
  normalizeDecimal,
  parseDecimal,
  parseUnits,
} from './decimal.ts';

describe('reading decimals', () => {
  test.each([
    ['0', 0n, 0],
    ['1', 1n, 0],
    ['.5', 5n, 1],
    ['1.', 1n, 0],
    ['0.010', 1n, 2],
    ['007', 7n, 0],
    ['-2.50', -25n, 1],
    ['9007199254740993.1', 90071992547409931n, 1],
  ])('%s', (text, digits, scale) => {
    expect(parseDecimal(text)).toEqual({ digits, scale });
  });

  test.each([
    '',
    '.',
    '-',
    '+1',
    ' 1',
    '1 ',
    '1e3',
    '0x1',
    'NaN',
    'Infinity',
    '1,5',
    '1.2.3',
    '--1',
    '１',
    '٣',
    '1_000',
    '\n1',
    `1${'0'.repeat(128)}`,
  ])('%j is none', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  test('units hold eight decimals and no more', () => {
    expect(parseUnits('1.23456789')).toBe(123_456_789n);
    expect(parseUnits('0.000000001')).toBeUndefined();
    expect(parseUnits('0.100000000')).toBe(10_000_000n);
  });

  test.each([
    ['0.010', '0.01'],
    ['.5', '0.5'],
    ['00', '0'],
    ['5.', '5'],
  ])('%s is written %s', (text, normal) => {
    expect(normalizeDecimal(text)).toBe(normal);
  });
});

describe('writing decimals', () => {
  test('without trailing zeros, or with a fixed number of them', () => {
    expect(formatScaled(1_500n, 3)).toBe('1.5');
    expect(formatScaled(-5n, 3)).toBe('-0.005');
    expect(formatScaled(100n, 0)).toBe('100');
    expect(formatFixedScale(1_500n, 3)).toBe('1.500');
    expect(formatUnits(100_000_000n)).toBe('1');
    expect(formatUnitsFixed(150_000_000n, 0)).toBe('2');
    expect(formatUnitsFixed(-499_999n, 2)).toBe('0.00');
  });
});

describe('writing safe integers of units', () => {
  test.each([
    [0, '0'],
    [1, '0.00000001'],
    [50_000_000, '0.5'],
    [100_000_000, '1'],
    [9_500_050_000_000, '95000.5'],
    [1_000_000_010, '10.0000001'],
    [Number.MAX_SAFE_INTEGER, '90071992.54740991'],
  ])('%i is %s, as it is for a bigint', (units, text) => {
    expect(formatUnitsInt(units)).toBe(text);
    for (const decimals of [0, 1, 5, 8]) {
      expect(formatUnitsFixedInt(units, decimals)).toBe(formatUnitsFixed(BigInt(units), decimals));
    }
    expect(formatUnits(BigInt(units))).toBe(text);
  });
});

describe('named rounding', () => {
  test.each([
    [5n, 2n, 2n, 2n, 3n],
    [7n, 2n, 4n, 3n, 4n],
    [-5n, 2n, -2n, -3n, -2n],
    [-7n, 2n, -4n, -4n, -3n],
    [6n, 3n, 2n, 2n, 2n],
    [1n, 3n, 0n, 0n, 1n],
    [-1n, 3n, 0n, -1n, 0n],
  ])('%s / %s', (a, b, even, floor, ceil) => {
    expect(divHalfEven(a, b)).toBe(even);
    expect(divFloor(a, b)).toBe(floor);
    expect(divCeil(a, b)).toBe(ceil);
    expect(divHalfEvenInt(Number(a), Number(b))).toBe(Number(even));
  });

  test('integers stay exact where a float quotient is not', () => {
    expect(divHalfEvenInt(9_007_199_254_740_991, 2)).toBe(4_503_599_627_370_496);
    expect(divHalfEvenInt(9_007_199_254_740_990, 3)).toBe(3_002_399_751_580_330);
  });

  test('a divisor is positive', () => {
    expect(() => divHalfEven(1n, 0n)).toThrow('divisor must be positive');
  });
});
