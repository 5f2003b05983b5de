import { expect, test } from 'vitest';
import { cumulativeDepth, depthCells, midOf, sampleAt } from './depth.ts';

const BOOK = {
  time: 1_000,
  bids: [
    ['99', '2'],
    ['98', '3'],
  ],
  asks: [
    ['101', '1'],
    ['102', '4'],
  ],
} as const;
const EMPTY = { time: 2_000, bids: [], asks: [] } as const;

test('the mid is between the best prices, or the only best price', () => {
  expect(midOf(BOOK)).toBe(100);
  expect(midOf({ ...BOOK, asks: [] })).toBe(99);
  expect(midOf(EMPTY)).toBe(null);
});

test('a level is a cell in basis points from the mid, until the next sample', () => {
  expect(depthCells([BOOK, EMPTY], 3_000)).toEqual([
    { side: 'bid', from: 1_000, to: 2_000, near: -100, far: -200, quantity: 2 },
    { side: 'bid', from: 1_000, to: 2_000, near: -200, far: -300, quantity: 3 },
    { side: 'ask', from: 1_000, to: 2_000, near: 100, far: 200, quantity: 1 },
    { side: 'ask', from: 1_000, to: 2_000, near: 200, far: 300, quantity: 4 },
  ]);
});

test('the cumulative depth of a side grows away from the mid', () => {
  expect(cumulativeDepth(BOOK)).toEqual({
    price: [98, 99, 101, 102],
    bid: [5, 2, null, null],
    ask: [null, null, 1, 5],
  });
});

test('the sample at a time is the last one until then, and the first before all', () => {
  expect([500, 1_500, 2_500].map((at) => sampleAt([BOOK, EMPTY], at)?.time)).toEqual([1_000, 1_000, 2_000]);
  expect(sampleAt([], 1)).toBe(undefined);
});
