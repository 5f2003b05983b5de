import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { cancelOrders } from './cancelOrders.ts';
import { TestVenue, invalid, said, typed, undecodable } from '../venue.test-helper.ts';
import { placeOrders } from './placeOrders.ts';

const LIMIT = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
const FIRST = '1948058938469519360';
const NOT_FOUND = { error: 'order not found', errorCode: 'ORDER_NOT_FOUND' };

test.each<[JsonObject, unknown]>([
  [{}, invalid('orderIds must be nonempty')],
  [{ orderIds: [] }, invalid('orderIds must be nonempty')],
  [{ clientOrderIds: [] }, invalid('orderIds must be nonempty')],
  [
    { orderIds: ['1'], clientOrderIds: ['a'] },
    invalid('cancelOrders payload: accepts either orderIds or clientOrderIds, not both'),
  ],
  [{ orderIds: Array(101).fill('1') }, invalid('orderIds cannot exceed 100 per request')],
  [{ clientOrderIds: Array(101).fill('a') }, invalid('clientOrderIds cannot exceed 100 per request')],
  [{ orderIds: ['1', ''] }, invalid('orderId is required')],
  [{ orderIds: ['x'] }, invalid('orderId must be a valid integer')],
  [{ orderIds: ['1.5'] }, invalid('orderId must be a valid integer')],
  [{ orderIds: ['9223372036854775808'] }, invalid('orderId must be a valid integer')],
  [{ orderIds: ['0'] }, invalid('orderId must be a positive integer')],
  [{ orderIds: [-1] }, invalid('orderId must be a positive integer')],
  [{ orderIds: FIRST }, undecodable()],
  [{ orderIds: [true] }, undecodable()],
  [{ clientOrderIds: [1] }, undecodable()],
])('%j is refused before anything is signed', (params, refusal) => {
  expect(said(typed(cancelOrders, params))).toEqual(refusal);
  expect(said(new TestVenue().parse(cancelOrders, params))).toEqual(refusal);
});

test.each([
  ['', 'clientOrderIds[1]: clientOrderId: input must be nonempty'],
  [' a', 'clientOrderIds[1]: input must not include leading or trailing whitespace'],
  ['x'.repeat(256), 'clientOrderIds[1]: input too long (max 255 characters)'],
  ['a b', 'clientOrderIds[1]: invalid string'],
  ['__internal', 'clientOrderIds[1]: input uses reserved internal clientOrderId prefix'],
])('the client id %j is refused by its place', (bad, text) => {
  expect(said(new TestVenue().parse(cancelOrders, { clientOrderIds: ['ok', bad] }))).toEqual(invalid(text));
});

test('each list is signed with a type of its own', () => {
  expect(typed(cancelOrders, { orderIds: ['12', 13] })).toEqual({
    type: 'CancelOrders',
    values: { subAccountId: 5n, orderIds: [12n, 13n], nonce: 9n, expiresAfter: 0n },
  });
  expect(typed(cancelOrders, { clientOrderIds: ['b', 'a'] })).toEqual({
    type: 'CancelOrdersByCloid',
    values: { subAccountId: 5n, clientOrderIds: ['b', 'a'], nonce: 9n, expiresAfter: 0n },
  });
});

describe('on live orders', () => {
  const open = (): TestVenue => {
    const venue = new TestVenue();
    venue.send(placeOrders, { orders: [{ ...LIMIT, clientOrderId: 'mine' }, LIMIT] });
    return venue;
  };

  test('each id succeeds or fails on its own, in the order of the request', () => {
    const venue = open();
    expect(venue.send(cancelOrders, { orderIds: ['999', FIRST, FIRST] })).toEqual({
      statuses: [
        { ...NOT_FOUND, order: { venueId: '999', clientId: '' } },
        { canceled: { order: { venueId: FIRST, clientId: 'mine' }, id: FIRST } },
        { ...NOT_FOUND, order: { venueId: FIRST, clientId: 'mine' } },
      ],
    });
    expect([...venue.state.orders.keys()]).toEqual([1]);
  });

  test('by client id', () => {
    const venue = open();
    expect(venue.send(cancelOrders, { clientOrderIds: ['other', 'mine'] })).toEqual({
      statuses: [
        { ...NOT_FOUND, order: { venueId: null, clientId: 'other' } },
        { canceled: { order: { venueId: FIRST, clientId: 'mine' }, id: FIRST } },
      ],
    });
  });

  test("another subaccount's order is not there, and stays", () => {
    const venue = open();
    expect(venue.send(cancelOrders, { orderIds: [FIRST] }, 1)).toEqual({
      statuses: [{ ...NOT_FOUND, order: { venueId: FIRST, clientId: '' } }],
    });
    expect(venue.state.orders.size).toBe(2);
  });
});
