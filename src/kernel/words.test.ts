import { expect, test } from 'vitest';
import { gain, grouped, moment, percent, rounded, span } from './words.ts';

test.each([
  ['1234567.8900', '1,234,567.89'],
  ['-1234.5', '−1,234.5'],
  ['0', '0'],
  ['100.00', '100'],
  ['0.000012', '0.000012'],
])('%s is grouped as %s', (text, shown) => {
  expect(grouped(text)).toBe(shown);
});

test.each([
  [1_234.567, 2, '1,234.57'],
  [-0.001, 2, '0.00'],
  [-12.5, 1, '−12.5'],
  [95_000, 0, '95,000'],
])('%d with %d digits is %s', (value, digits, shown) => {
  expect(rounded(value, digits)).toBe(shown);
});

test('a gain has a sign unless it is shown as zero', () => {
  expect([gain(12.5), gain(-3), gain(0.001), gain(-0.001)]).toEqual(['+12.50', '−3.00', '0.00', '0.00']);
});

test('a share is shown in percent', () => {
  expect(percent(0.1234)).toBe('12.3 %');
});

test.each([
  [0, '0s'],
  [1_500, '1.5s'],
  [1_800_000, '30m'],
  [90_061_000, '1d 1h 1m 1s'],
])('%d ms is %s', (ms, shown) => {
  expect(span(ms)).toBe(shown);
});

test('a moment is in UTC, with milliseconds where there are some', () => {
  expect(moment(1_767_571_200_000)).toBe('2026-01-05 00:00:00');
  expect(moment(1_767_571_200_250)).toBe('2026-01-05 00:00:00.250');
});
