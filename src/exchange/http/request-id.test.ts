import { expect, test } from 'vitest';
import { RequestIds } from './http.ts';

const take = (seed: string, count: number): string[] => {
  const ids = new RequestIds(seed);
  return Array.from({ length: count }, () => ids.next());
};

test('ids are 16 lower-case hex digits, and none comes twice', () => {
  const ids = take('1', 10_000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set(ids).size).toBe(10_000);
});

test('equal seeds give equal ids, another seed gives others', () => {
  expect(take('7', 3)).toEqual(take('7', 3));
  expect(take('7', 3)).not.toEqual(take('8', 3));
});
