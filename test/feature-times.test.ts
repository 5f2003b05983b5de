import { expect, test } from 'vitest';
import { timeIn } from '../features/support/times.ts';

/** 2026-01-06 06:37:12.345 UTC. */
const NOW = 1_767_681_432_345;
const known = (name: string): string | undefined => ({ update: '1767681430000', bid: '1948058938469519360' })[name];

test.each([
  ['now', '1767681432345'],
  ['now + 5 s', '1767681437345'],
  ['now - 1 d in seconds', '1767595032'],
  ['now in microseconds', '1767681432345000'],
  ['minute', '1767681420000'],
  ['minute - 2 m', '1767681300000'],
  ['hour', '1767679200000'],
  ['day + 1 ms', '1767657600001'],
  ['update + 1 ms', '1767681430001'],
  ['bid + 1 ms', undefined],
  ['trader id', undefined],
])('{%s}', (cell, time) => {
  expect(timeIn(cell, NOW, known)).toBe(time);
});
