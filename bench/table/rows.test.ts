import { expect, test } from 'vitest';
import { PARTS } from '../parts/parts.ts';
import { rowsFor } from './rows.ts';

const ALL = rowsFor(PARTS);

test('ids of rows and names of parts are unique', () => {
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length);
});

test('every row belongs to a part, and every part has rows', () => {
  expect(new Set(ALL.map(({ part }) => part))).toEqual(new Set(PARTS.map(({ name }) => name)));
});

test('a run that names no extra part has no row of one', () => {
  const usual = PARTS.filter(({ extra }) => extra !== true).map(({ name }) => name);
  expect(new Set(rowsFor([]).map(({ part }) => part))).toEqual(new Set(usual));
});

test('a full run is estimated below 18 minutes', () => {
  const seconds = PARTS.filter(({ extra }) => extra !== true).map(
    ({ rounds, roundSeconds, fixedSeconds }) => fixedSeconds + rounds * roundSeconds,
  );
  expect(seconds.reduce((sum, part) => sum + part, 0)).toBeLessThan(18 * 60);
});

test('a stretch asks for more than its budget', () => {
  for (const { id, budget, stretch } of ALL) {
    if (stretch === null) continue;
    expect(budget, id).not.toBeNull();
    expect(stretch.atLeast ?? 0, id).toBeGreaterThanOrEqual(budget?.atLeast ?? 0);
    expect(stretch.atMost ?? 0, id).toBeLessThanOrEqual(budget?.atMost ?? 0);
    expect(stretch, id).not.toEqual(budget);
  }
});
