import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

class Queue {
  readonly #items: readonly number[];

  constructor(...items: number[]) {
    this.#items = items;
  }

  toCanonical(): unknown {
    return { items: this.#items };
  }
}

test('finds nothing in values with one canonical text, whatever order their keys came in', () => {
  const a = {
    x: new Map([
      ['b', 1n],
      ['a', 2n],
    ]),
    y: new Set([2, 1]),
    z: undefined,
  }; // prettier-ignore
  const b = {
    y: new Set([1, 2]),
    x: new Map([
      ['a', 2n],
      ['b', 1n],
    ]),
  }; // prettier-ignore
  expect(differencesOf(a, b, 'state')).toEqual({ total: 0, first: [] });
});

test('names the path through maps, lists, sets and classes, with both values', () => {
  const a = { markets: new Map([['BTC-USDT', { book: new Queue(3, 4), odd: new Set([1]) }]]), house: 1n };
  const b = { markets: new Map([['BTC-USDT', { book: new Queue(3, 5), odd: new Set([2]) }]]), house: '1' };
  expect(differencesOf(a, b, 'state')).toEqual({
    total: 4,
    first: [
      { path: 'state.house', a: '1n', b: '"1"' },
      { path: 'state.markets.BTC-USDT.book.items[1]', a: '4', b: '5' },
      { path: 'state.markets.BTC-USDT.odd{1}', a: '1', b: 'nothing' },
      { path: 'state.markets.BTC-USDT.odd{2}', a: 'nothing', b: '2' },
    ],
  });
});

test('says what a side does not have, and what is of another kind', () => {
  const a = { list: [1, 2], kind: new Map([[1, 2]]) };
  const b = { list: [1], kind: 7, 'a.b': null };
  expect(differencesOf(a, b, '').first).toEqual([
    { path: '["a.b"]', a: 'nothing', b: 'null' },
    { path: '.kind', a: '[[1,2]]', b: '7' },
    { path: '.list[1]', a: '2', b: 'nothing' },
  ]);
});

test('counts all differences and keeps the first of them, with long values cut', () => {
  const a = Array.from({ length: 30 }, () => 'x'.repeat(200));
  const { total, first } = differencesOf(a, [], 'list', 2);
  expect(total).toBe(30);
  expect(first.map(({ path, a: text }) => [path, text.length])).toEqual([
    ['list[0]', 80],
    ['list[1]', 80],
  ]);
});
