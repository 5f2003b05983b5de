import { describe, expect, test } from 'vitest';
import { accountNoOf, orderNoOf, parseUint64, subAccountIdOf, venueIdOf } from './ids.ts';

describe('wire ids', () => {
  test('count up from where the fixtures say (R-80)', () => {
    expect([venueIdOf(0), venueIdOf(1)]).toEqual(['1948058938469519360', '1948058938469519361']);
    expect([subAccountIdOf(0), subAccountIdOf(9)]).toEqual(['1867542890123456789', '1867542890123456798']);
  });

  test('stay exact where the last nine digits carry over', () => {
    expect(venueIdOf(530_480_639)).toBe('1948058938999999999');
    expect(venueIdOf(530_480_640)).toBe('1948058939000000000');
    expect(venueIdOf(9_007_199_254_740_991)).toBe('1957066137724260351');
  });

  test('convert back to the exact counters', () => {
    expect(orderNoOf(1948058938469519361n)).toBe(1);
    expect(accountNoOf(1867542890123456790n)).toBe(1);
    expect(orderNoOf(1948058938469519359n)).toBeUndefined();
    expect(accountNoOf(0n)).toBeUndefined();
    expect(orderNoOf(2n ** 64n - 1n)).toBeUndefined();
  });
});

describe('uint64 texts', () => {
  test.each([
    ['0', 0n],
    ['9007199254740993', 9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
  ])('%s', (text, value) => {
    expect(parseUint64(text)).toBe(value);
  });

  test.each(['', '-1', '+1', '01', ' 1', '1.0', '0x1', '1e3', '18446744073709551616', '１'])('%j is none', (text) => {
    expect(parseUint64(text)).toBeUndefined();
  });
});
