import { expect, test } from 'vitest';
import { equityColumns, extentOf, placeAt, priceColumns, valueAt } from './series.ts';

test('a price of zero is no price, and zero open interest is a figure', () => {
  const columns = priceColumns({ prices: [[1, '10.5', '0', '10', '0', '0']] });
  expect(columns).toEqual({ time: [1], index: [10.5], mark: [null], bid: [10], ask: [null], openInterest: [0] });
});

test('drawdown is the fall from the highest value so far, as a share of it', () => {
  const { equity, drawdown } = equityColumns({
    equity: [
      [1, '100'],
      [2, '80'],
      [3, '200'],
      [4, '150'],
    ],
  });
  expect(equity).toEqual([100, 80, 200, 150]);
  expect(drawdown).toEqual([0, -0.2, 0, -0.25]);
});

test('an account without value has no drawdown', () => {
  expect(equityColumns({ equity: [[1, '0']] }).drawdown).toEqual([0]);
});

test('the value at a time is the last one until then', () => {
  const times = [10, 20, 30];
  expect([5, 10, 19, 30, 99].map((at) => placeAt(times, at))).toEqual([-1, 0, 0, 2, 2]);
  expect(valueAt(times, [1, null, 3], 15)).toBe(1);
  expect(valueAt(times, [1, null, 3], 25)).toBe(null);
  expect(valueAt(times, [1, null, 3], 5)).toBe(null);
});

test('the extent leaves out what has no value', () => {
  expect(extentOf([null, 3, 1, null, 2])).toEqual([1, 3]);
  expect(extentOf([null])).toBe(null);
});
