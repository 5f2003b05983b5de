import { Type } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../kernel/errors.ts';
import type { JsonObject } from '../json.ts';
import { exactInteger, flag, id, ids, integer, json, text, texts, word } from './fields.ts';
import { checked, fieldTable, first, hidden, objectOf, optional, required, withDefault } from './table.ts';

const said = (response: unknown): unknown =>
  isRefusal(response) ? [response.http, response.code, response.message] : response;

const TABLE = fieldTable(
  {
    word: text(),
    flag: flag(),
    count: integer(),
    exact: exactInteger(),
    id: id(),
    words: texts({}),
    ids: ids({}),
  },
  'nope',
);

describe('the JSON types of fields', () => {
  test('read gives each field as its type and ignores all others', () => {
    const source = {
      word: 'a',
      flag: false,
      count: 2n ** 60n,
      exact: 5,
      id: 5,
      words: ['x'],
      ids: ['1', 2, 3n],
      other: {},
    };
    expect(TABLE.read(source, undefined)).toEqual({
      word: 'a',
      flag: false,
      count: 1152921504606846976,
      exact: 5n,
      id: '5',
      words: ['x'],
      ids: ['1', '2', '3'],
    });
  });

  test('absent and null fields are undefined', () => {
    expect(TABLE.read({ word: null }, undefined)).toEqual({});
  });

  test.each<[JsonObject]>([
    [{ word: 1 }],
    [{ flag: 'true' }],
    [{ count: 1.5 }],
    [{ count: '1' }],
    [{ exact: 1.5 }],
    [{ id: {} }],
    [{ words: 'x' }],
    [{ words: [1] }],
    [{ ids: [null] }],
  ])('%o is refused because a field has another type', (source) => {
    expect(said(TABLE.read(source, undefined))).toEqual([400, 'INVALID_FORMAT', 'nope']);
  });
});

describe('the order of refusals', () => {
  const never = (name: string) => checked(json(Type.Unknown()), () => refuse('VALIDATION_ERROR', name));
  const table = fieldTable({ a: required(integer()), b: word(['x'], 'b is wrong'), c: first(never('c is wrong')) });
  const loose = fieldTable({ a: required(integer()), b: optional(word(['x'], 'b is wrong')) });

  test('a first field is checked before the types of the others', () => {
    expect(said(table.read({ a: 'no' }, undefined))).toEqual([400, 'VALIDATION_ERROR', 'c is wrong']);
  });

  test('the types of all other fields come before their rules', () => {
    expect(said(loose.read({ b: 5 }, undefined))).toEqual([400, 'INVALID_FORMAT', 'Invalid request body']);
  });

  test('rules are checked in the order of the fields', () => {
    expect(said(loose.read({ b: 'y' }, undefined))).toEqual([400, 'VALIDATION_ERROR', 'a is required']);
    expect(said(loose.read({ a: 1, b: 'y' }, undefined))).toEqual([400, 'VALIDATION_ERROR', 'b is wrong']);
    expect(loose.read({ a: 1, b: 'x' }, undefined)).toEqual({ a: 1, b: 'x' });
  });

  test('a step behind the table sees what the fields read, and only then', () => {
    const sum = loose.refine(({ a, b }) => (b === undefined ? refuse('VALIDATION_ERROR', 'b is missing') : a + 1));
    expect(sum.read({ a: 1, b: 'x' }, undefined)).toBe(2);
    expect(said(sum.read({ a: 1 }, undefined))).toEqual([400, 'VALIDATION_ERROR', 'b is missing']);
    expect(said(sum.read({}, undefined))).toEqual([400, 'VALIDATION_ERROR', 'a is required']);
  });
});

test('the schema of a table says what is required and leaves hidden fields out', () => {
  const table = fieldTable({ a: required(text()), b: withDefault(integer(), 7), c: hidden(text()) });
  expect(JSON.parse(JSON.stringify(objectOf(table)))).toEqual({
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' }, b: { type: 'integer' } },
  });
  expect(table.read({ a: 'x', c: 'y' }, undefined)).toEqual({ a: 'x', b: 7, c: 'y' });
});
