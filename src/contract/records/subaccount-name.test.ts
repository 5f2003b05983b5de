import { expect, test } from 'vitest';
import { nameFault } from './subaccount-name.ts';

test.each(['', 'hedge', 'Carry & hedge #2', 'ä'.repeat(50), '💱'.repeat(50), "it's <fine>"])('%j is a name', (name) => {
  expect(nameFault(name)).toBeUndefined();
});

test.each([
  ['x'.repeat(51), 'too long'],
  ['💱'.repeat(51), 'too long'],
  [` ${'x'.repeat(50)}`, 'too long'],
  [' hedge', 'outer spaces'],
  ['hedge\t', 'outer spaces'],
  ['hedge\u00a0', 'outer spaces'],
  ['a\u0000b', 'unprintable'],
  ['a\nb', 'unprintable'],
  ['a\u007fb', 'unprintable'],
  ['a\u200bb', 'unprintable'],
  ['a\u202eb', 'unprintable'],
  ['a\ud800b', 'unprintable'],
])('%j is none: %s', (name, fault) => {
  expect(nameFault(name)).toBe(fault);
});
