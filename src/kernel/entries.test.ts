import { describe, expect, test } from 'vitest';
import { entriesOf, isOneOf, isRecord, keysOf, mapRecord, recordOf } from './entries.ts';

describe('objects and their members', () => {
  test.each([
    [{}, true],
    [{ a: 1 }, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    [undefined, false],
    ['text', false],
    [() => 1, false],
  ])('%o is a record: %s', (value, expected) => {
    expect(isRecord(value)).toBe(expected);
  });

  const TABLE = { b: 1, a: 2 } as const;

  test('names and members come in the order of the table', () => {
    const names: readonly ('a' | 'b')[] = keysOf(TABLE);
    expect(names).toEqual(['b', 'a']);
    expect(entriesOf(TABLE)).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });

  test('a table is made from names, and from another table', () => {
    const lengths: Readonly<Record<'one' | 'three', number>> = recordOf(['one', 'three'], (word) => word.length);
    expect(lengths).toEqual({ one: 3, three: 5 });
    expect(mapRecord(TABLE, (value, key) => `${key}${value}`)).toEqual({ b: 'b1', a: 'a2' });
  });

  test('a word is one of those listed, and no other value is', () => {
    expect(['buy', 'Buy', '', 1, null].map((value) => isOneOf(['buy', 'sell'], value))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
