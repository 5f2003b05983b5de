import { expect, test } from 'vitest';
import { rowsOf, rowsOfResponse, typeText } from './schema-rows.ts';

test.each([
  [{ type: 'string' }, 'string'],
  [{ const: 'buy', type: 'string' }, '"buy"'],
  [{ anyOf: [{ const: 'buy' }, { const: 'sell' }] }, '"buy" | "sell"'],
  [{ anyOf: [{ type: 'object' }, { type: 'object' }, { type: 'null' }] }, 'object | null'],
  [{ allOf: [{ type: 'object' }, { type: 'object' }] }, 'object'],
  [{ type: 'array', items: { type: 'integer' } }, 'integer[]'],
  [{ type: 'array', items: { anyOf: [{ const: 'a' }, { const: 'b' }] } }, '("a" | "b")[]'],
  [{ type: 'object', patternProperties: { '.*': { type: 'string' } } }, 'map'],
  [{}, 'any'],
])('%j is %s', (schema, text) => {
  expect(typeText(schema)).toBe(text);
});

test('fields inside fields stand behind them', () => {
  const schema = {
    properties: {
      list: { type: 'array', items: { properties: { id: { type: 'string' } }, required: ['id'], type: 'object' } },
      byName: { type: 'object', patternProperties: { '.*': { properties: { price: { type: 'string' } } } } },
      last: { type: 'boolean' },
    },
    required: ['list'],
  };
  expect(rowsOf(schema).map(({ path, presence }) => [path, presence])).toEqual([
    ['list', 'required'],
    ['list[].id', 'required'],
    ['byName', 'optional'],
    ['byName.*.price', 'optional'],
    ['last', 'optional'],
  ]);
});

test('a choice of shapes has each field once, and asks for none', () => {
  const shape = (name: string) => ({
    properties: { [name]: { type: 'string' }, order: {} },
    required: [name, 'order'],
  });
  const rows = rowsOf({ properties: { status: { anyOf: [shape('resting'), shape('filled')] } } });
  expect(rows.map(({ path, presence }) => [path, presence])).toEqual([
    ['status', 'optional'],
    ['status.resting', 'some'],
    ['status.order', 'some'],
    ['status.filled', 'some'],
  ]);
});

test('one shape or null is no choice', () => {
  const shape = { properties: { id: { type: 'string' } }, required: ['id'] };
  const rows = rowsOf({ properties: { found: { anyOf: [shape, { type: 'null' }] } } });
  expect(rows.map(({ path, presence }) => [path, presence])).toEqual([
    ['found', 'optional'],
    ['found.id', 'required'],
  ]);
});

test.each([
  [{ minimum: 1, maximum: 100, default: 50 }, '1 to 100, default 50'],
  [{ minimum: 0 }, ''],
  [{ minimum: 5 }, 'at least 5'],
  [{ maximum: 9 }, 'at most 9'],
  [{ deprecated: true, minimum: 1 }, 'deprecated, at least 1'],
  [{ maxLength: 20, description: 'A name' }, 'A name; at most 20 characters'],
  [{ minItems: 1, maxItems: 1 }, 'exactly 1 item'],
  [{ minItems: 1, maxItems: 20 }, '1 to 20 items'],
])('%j is noted as "%s"', (schema, note) => {
  expect(rowsOf({ properties: { field: schema } })[0]?.note).toBe(note);
});

test('a response that is no object is called response', () => {
  const list = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  expect(rowsOfResponse(list).map(({ path, type }) => [path, type])).toEqual([
    ['response', 'object[]'],
    ['response[].id', 'string'],
  ]);
});
