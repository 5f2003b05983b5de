import { expect, test } from 'vitest';
import { setAt, valueAt } from './paths.ts';

const RESPONSE = {
  statuses: [{ resting: { order: { venueId: '5' } } }],
  collaterals: [
    { symbol: 'USDT', quantity: '7' },
    { symbol: 'WETH', quantity: '2.5' },
    { symbol: 'WETH', quantity: '3' },
  ],
};

test.each([
  ['statuses[0].resting.order.venueId', '5'],
  ['statuses[1].resting', undefined],
  ['collaterals[symbol=WETH].quantity', '2.5'],
  ['collaterals[quantity=2.5].symbol', 'WETH'],
  ['collaterals[symbol=BTC]', undefined],
  ['statuses[0].resting[symbol=WETH]', undefined],
])('%s', (path, expected) => {
  expect(valueAt(RESPONSE, path)).toBe(expected);
});

test('the path . is the whole value', () => {
  expect(valueAt(RESPONSE, '.')).toBe(RESPONSE);
});

test('setAt makes the objects and lists of its path', () => {
  const target = {};
  setAt(target, 'orders[1].price', '9');
  expect(target).toEqual({ orders: [undefined, { price: '9' }] });
});

test('setAt rejects a path that chooses an item', () => {
  expect(() => setAt({}, 'orders[symbol=BTC].price', '9')).toThrow(
    'orders[symbol=BTC].price names no place to write to',
  );
});
