import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { cancelAllOrders } from './cancelAllOrders.ts';
import { TestVenue, invalid, said, typed, undecodable } from '../venue.test-helper.ts';
import { placeOrders } from './placeOrders.ts';

const BTC = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
const ETH = { ...BTC, symbol: 'ETH-USDT', price: '3200' };
const UNMARSHAL = undecodable('Failed to unmarshal cancel all orders request');

test.each<[JsonObject, unknown]>([
  [{}, invalid('symbols must be nonempty')],
  [{ symbols: [] }, invalid('symbols must be nonempty')],
  [{ symbols: '*' }, UNMARSHAL],
  [{ symbols: [1] }, UNMARSHAL],
])('%j is refused before anything is signed', (params, refusal) => {
  expect(said(typed(cancelAllOrders, params))).toEqual(refusal);
  expect(said(new TestVenue().parse(cancelAllOrders, params))).toEqual(refusal);
});

test.each<[readonly string[], unknown]>([
  [['BTC-USDT', ' '], invalid('symbols[1]: symbol cannot be empty or whitespace')],
  [['*', 'BTC-USDT'], invalid('symbols[0]: wildcard "*" must be the only element in symbols')],
  [['BTC-USDT', '*'], invalid('symbols[1]: wildcard "*" must be the only element in symbols')],
  [['btc-usdt'], invalid('symbols[0] must use canonical uppercase format')],
  [['ABC-USDT', 'btc-usdt'], invalid('symbols[1] must use canonical uppercase format')],
  [['ABC-USDT'], undecodable('market name invalid')],
  [['BTC-USDT', 'BTC'], undecodable('market name invalid')],
])('the symbols %j', (symbols, refusal) => {
  expect(said(new TestVenue().parse(cancelAllOrders, { symbols }))).toEqual(refusal);
});

test('the list is signed as sent', () => {
  expect(typed(cancelAllOrders, { symbols: ['b', 'A'] })).toEqual({
    type: 'CancelAllOrders',
    values: { subAccountId: 5n, symbols: ['b', 'A'], nonce: 9n, expiresAfter: 0n },
  });
});

describe('on live orders', () => {
  const open = (): TestVenue => {
    const venue = new TestVenue();
    venue.send(placeOrders, { orders: [ETH, { ...BTC, clientOrderId: 'mine' }, ETH] });
    venue.send(placeOrders, { orders: [BTC] }, 1);
    return venue;
  };
  const entry = (last: number, symbol: string, clientId = '') => {
    const venueId = `194805893846951936${last}`;
    return { order: { venueId, clientId }, orderId: venueId, message: '', symbol };
  };

  test('the wildcard cancels all orders of the subaccount, by venue id, and no others', () => {
    const venue = open();
    expect(venue.send(cancelAllOrders, { symbols: ['*'] })).toEqual([
      entry(0, 'ETH-USDT'),
      entry(1, 'BTC-USDT', 'mine'),
      entry(2, 'ETH-USDT'),
    ]);
    expect([...venue.state.orders.keys()]).toEqual([3]);
  });

  test('a list leaves other markets alone, and naming a market twice is naming it once', () => {
    const venue = open();
    expect(venue.send(cancelAllOrders, { symbols: ['ETH-USDT', 'ETH-USDT'] })).toEqual([
      entry(0, 'ETH-USDT'),
      entry(2, 'ETH-USDT'),
    ]);
    expect([...venue.state.orders.keys()]).toEqual([1, 3]);
  });

  test('nothing matched is not found', () => {
    const venue = open();
    expect(said(venue.send(cancelAllOrders, { symbols: ['ETH-USDT'] }, 1))).toEqual([
      404,
      'ORDER_NOT_FOUND',
      'no orders found',
    ]);
    expect(venue.state.orders.size).toBe(4);
  });
});

test('an order that ended in the same instant carries the reason', () => {
  const venue = new TestVenue();
  const [first, second] = [
    { no: 0, clientId: '', symbol: 'BTC-USDT' },
    { no: 1, clientId: 'b', symbol: 'BTC-USDT' },
  ];
  const refusal = { kind: 'refused', code: 'ORDER_NOT_FOUND', message: 'order not found', http: 404 } as const;
  // The commands went newest first.
  const outcomes = [
    { refusal, events: [] },
    { refusal: null, events: [] },
  ] as const;
  const toResult = cancelAllOrders.toResult as (parsed: unknown, ...rest: unknown[]) => unknown;
  expect(toResult([first, second], outcomes, venue.context())).toMatchObject([
    { orderId: '1948058938469519360', message: '' },
    { orderId: '1948058938469519361', message: 'order not found' },
  ]);
});
