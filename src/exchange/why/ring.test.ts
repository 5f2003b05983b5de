import { expect, test } from 'vitest';
import { Ring } from './explanations.ts';

test('keeps the latest entries; the oldest goes when one more comes', () => {
  const ring = new Ring<number, string>(2);
  ring.set(1, 'a');
  ring.set(2, 'b');
  ring.set(2, 'c');
  expect([...ring.values()]).toEqual(['a', 'c']);
  ring.set(3, 'd');
  expect([...ring.values()]).toEqual(['c', 'd']);
  expect([ring.get(1), ring.get(3), ring.size]).toEqual([undefined, 'd', 2]);
});
