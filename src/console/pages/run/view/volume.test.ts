import { expect, test } from 'vitest';
import { volumeColumns } from './volume.ts';

const TRADES = [
  [60_000, '100', '1', 'buy'],
  [60_900, '100', '2', 'sell'],
  [61_500, '100', '0.5', 'buy'],
  [65_000, '100', '7', 'buy'],
] as const;

test('quantities are summed by the side of the taker in bars of a round duration', () => {
  expect(volumeColumns({ trades: TRADES }, 60_000, 62_000, 2)).toEqual({
    time: [60_500, 61_500, 62_500],
    bought: [1, 0.5, 0],
    sold: [2, 0, 0],
    widthMs: 1_000,
  });
});

test('a longer view has longer bars', () => {
  expect(volumeColumns({ trades: TRADES }, 0, 86_400_000, 24).widthMs).toBe(3_600_000);
});
