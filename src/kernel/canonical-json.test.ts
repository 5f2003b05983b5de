import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson writes equal values as equal texts', () => {
  test.each([
    ['keys in code-unit order, whatever order they came in', { b: 1, a: 2, B: 3 }, '{"B":3,"a":2,"b":1}'],
    ['members without a value are left out', { a: undefined, b: null }, '{"b":null}'],
    ['a bigint differs from a number and from a text', [1n, 1, '1'], '["1n",1,"1"]'],
    ['minus zero is zero', [-0], '[0]'],
    [
      'a Map in key order',
      new Map([
        [10, 'x'],
        [9, 'y'],
      ]),
      '[[9,"y"],[10,"x"]]',
    ],
    ['a Set in order', new Set(['b', 'a']), '["a","b"]'],
    ['number-like keys by text, not by size', { 10: 'x', 9: 'y' }, '{"10":"x","9":"y"}'],
    ['a key with a line break', { 'a\nb': 1, c: 2 }, '{"a\\nb":1,"c":2}'],
    ['two keys that look like one with a line break', { a: 1, b: 2 }, '{"a":1,"b":2}'],
    ['a class that knows its own form', { book: { toCanonical: () => [1] } }, '{"book":[1]}'],
  ])('%s', (_what, value, text) => {
    expect(canonicalJson(value)).toBe(text);
    // The second call uses the remembered shape and must write the same text.
    expect(canonicalJson(value)).toBe(text);
  });

  test('the order in which keys were added does not change the text', () => {
    expect(canonicalJson({ x: 1, y: 2 })).toBe(canonicalJson({ y: 2, x: 1 }));
  });

  test.each([
    ['a fraction', 0.5],
    ['not a number', Number.NaN],
    ['beyond 2^53', 2 ** 53],
    ['a function', () => 1],
  ])('%s has no canonical form', (_what, value) => {
    expect(() => canonicalJson([value])).toThrow(TypeError);
  });
});
