import assert, { AssertionError } from 'node:assert/strict';
import { expect, test } from 'vitest';
import { couldOthersChange } from './excuse.ts';

function failed(actual: unknown, expected: unknown): AssertionError {
  try {
    assert.deepEqual(actual, expected);
  } catch (error) {
    if (error instanceof AssertionError) return error;
  }
  throw new Error('the two are equal');
}

test.each<[string, unknown, unknown]>([
  ['whether a request is accepted', 200, 400],
  ['a figure', '0.5', '0.1'],
  ['what becomes of an order', 'filled', 'open'],
  ['whether there is an order', undefined, '1948058938469519360'],
  ['how many rows there are', [{ orderId: '1' }], []],
  ['a figure of a fact', { 'trader USDT': { from: '1', to: '2' } }, { 'trader USDT': { from: '1', to: '3' } }],
  [
    'an order as a fact',
    { 'order bid': { from: 'none', to: 'buy 1 at 9, filled 1' } },
    { 'order bid': { from: 'none', to: 'buy 1 at 9, filled 0' } },
  ],
  ['an order that is gone', { 'order bid': { from: 'buy 1 at 9, filled 0', to: 'none' } }, {}],
])('others can change %s', (_case, actual, expected) => {
  expect(couldOthersChange(failed(actual, expected))).toBe(true);
});

test.each<[string, unknown, unknown]>([
  ['a type', 95_000, '95000'],
  ['a text', 'order is unknown', 'order not found'],
  ['a symbol', 'ETH-USDT', 'BTC-USDT'],
  ['a flag', true, false],
  ['null for a text', null, 'a'],
  ['the name of a field', ['orderId', 'prices'], ['orderId', 'price']],
  [
    'the side of a fact',
    { 'order bid': { from: 'none', to: 'sell 1 at 9, filled 0' } },
    { 'order bid': { from: 'none', to: 'buy 1 at 9, filled 0' } },
  ],
  ['a type beside a figure', { price: '2', size: 1 }, { price: '1', size: '1' }],
])('others cannot change %s', (_case, actual, expected) => {
  expect(couldOthersChange(failed(actual, expected))).toBe(false);
});

test.each<[string, unknown, string, boolean]>([
  ['an id that is missing', undefined, 'kind', true],
  ['a number for an id', 7, 'kind', false],
  ['the levels of a book', undefined, 'book', true],
])('%s: others could change it or not', (message, actual, operator, could) => {
  expect(couldOthersChange(new AssertionError({ message, actual, expected: '<id>', operator }))).toBe(could);
});

test('a condition that does not hold is no figure', () => {
  const error = new AssertionError({
    message: '[1].price is 3 after 2',
    actual: false,
    expected: true,
    operator: '==',
  });
  expect(couldOthersChange(error)).toBe(false);
});
