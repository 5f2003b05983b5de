import { expect, test } from 'vitest';
import { figureLabel, timeLabel } from './parts.ts';

const AT = Date.UTC(2026, 0, 5, 14, 5, 9, 250);

test.each([
  [AT, 60_000, '14:05'],
  [AT, 5_000, '14:05:09'],
  [AT, 50, '05:09.250'],
  [Date.UTC(2026, 0, 5), 60_000, '01-05'],
])('the time %d with a step of %d ms is %s', (time, step, label) => {
  expect(timeLabel(time, step)).toBe(label);
});

test.each([
  [95_000, 1_000, '95,000'],
  [2.5, 2.5, '2.5'],
  [0.3, 0.1, '0.3'],
  [999_750, 250, '999,750'],
  [1_000_250, 250, '1,000,250'],
  [1_250_000, 250_000, '1.25M'],
  [0, 250_000, '0.00'],
  [-0.00002, 0.00001, '−0.00002'],
])('the figure %d with a step of %d is %s', (value, step, label) => {
  expect(figureLabel(value, step)).toBe(label);
});
