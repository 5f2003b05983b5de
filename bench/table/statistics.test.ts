import { expect, test } from 'vitest';
import { median, meets, pairedRatio, percentile, spread } from './statistics.ts';

test('the median is the middle, or the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 10])).toBe(3);
  expect(median([7])).toBe(7);
  expect(() => median([])).toThrow('no values');
});

test('numbers are ordered as numbers', () => {
  expect(median([10, 9, 100])).toBe(10);
  expect(percentile([10, 9, 100], 100)).toBe(100);
});

test('a percentile is the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile(hundred, 50)).toBe(50);
  expect(percentile([5, 1], 99)).toBe(5);
  expect(percentile([5, 1], 0)).toBe(1);
  expect(() => percentile([], 50)).toThrow('no values');
});

test('the input is left as it was', () => {
  const values = [3, 1, 2];
  median(values);
  percentile(values, 50);
  expect(values).toEqual([3, 1, 2]);
});

test('a paired ratio is the median of the ratios of the rounds', () => {
  // The second round was slow for both sides; the ratio of medians would be 100 / 60.
  expect(pairedRatio([100, 10, 120], [50, 5, 60])).toBe(2);
  expect(pairedRatio([1, 2, 9], [1, 1, 1])).toBe(2);
  expect(() => pairedRatio([1], [1, 2])).toThrow('unpaired measurements');
});

test('the spread is relative to the median', () => {
  expect(spread([90, 100, 110])).toBe(0.2);
  expect(spread([5])).toBe(0);
});

test('a bound holds at its own value and not beyond', () => {
  expect(meets(0.65, { atLeast: 0.65 })).toBe(true);
  expect(meets(0.64, { atLeast: 0.65 })).toBe(false);
  expect(meets(2, { atMost: 2 })).toBe(true);
  expect(meets(2.01, { atMost: 2 })).toBe(false);
  expect(meets(5, {})).toBe(true);
});
