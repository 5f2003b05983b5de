import { expect, test } from 'vitest';
import { addVolume, nextFallOf, noVolume, volumeAt } from './volume.ts';

const HOUR = 3_600_000;
const DAYS_14 = 336 * HOUR;
/** A full hour. */
const START = 1_767_571_200_000;

test('fills of one hour are one figure, whenever in the hour they happened', () => {
  const volume = noVolume();
  addVolume(volume, 10n, START);
  addVolume(volume, 5n, START + HOUR - 1);
  addVolume(volume, 1n, START + HOUR);
  expect(volume).toEqual({
    total: 16n,
    hours: [
      { hour: 490_992, notional: 15n },
      { hour: 490_993, notional: 1n },
    ],
  });
});

test('a fill counts until its hour is fourteen days old, to the millisecond', () => {
  const volume = noVolume();
  addVolume(volume, 10n, START + 20 * 60_000);
  addVolume(volume, 5n, START + HOUR);
  expect(volumeAt(volume, START + DAYS_14 - 1)).toBe(15n);
  expect(volumeAt(volume, START + DAYS_14)).toBe(5n);
  expect(volumeAt(volume, START + DAYS_14 + HOUR - 1)).toBe(5n);
  expect(volumeAt(volume, START + DAYS_14 + HOUR)).toBe(0n);
});

test('the next fall is that of the oldest hour that still counts', () => {
  const volume = noVolume();
  expect(nextFallOf(volume, START)).toBeNull();
  addVolume(volume, 10n, START + 1);
  addVolume(volume, 5n, START + 3 * HOUR);
  expect(nextFallOf(volume, START + 3 * HOUR)).toBe(START + DAYS_14);
  expect(nextFallOf(volume, START + DAYS_14)).toBe(START + 3 * HOUR + DAYS_14);
  expect(nextFallOf(volume, START + DAYS_14 + 3 * HOUR)).toBeNull();
});

test('at most fourteen days of volume are kept', () => {
  const volume = noVolume();
  for (let hour = 0; hour < 1_000; hour += 1) addVolume(volume, 1n, START + hour * HOUR);
  expect(volume.hours).toHaveLength(336);
  expect(volume.total).toBe(336n);
});
