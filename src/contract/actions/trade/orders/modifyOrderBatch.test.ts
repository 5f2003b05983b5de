import { describe, expect, test } from 'vitest';
import type { Json } from '../../../json.ts';
import { TestVenue, invalid, said, START, typed, undecodable } from '../venue.test-helper.ts';
import { modifyOrderBatch } from './modifyOrderBatch.ts';
import { placeOrders } from './placeOrders.ts';

const FIRST = '1948058938469519360';
const SECOND = '1948058938469519361';

function venue(): TestVenue {
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.1' };
  const set = new TestVenue();
  set.send(placeOrders, { orders: [order, { ...order, clientOrderId: 'mine' }] });
  return set;
}

test('what is signed: every item with its absent texts empty', () => {
  const orders = [
    { orderId: FIRST, price: '94001' },
    { orderId: 7, quantity: '0.20', clientOrderId: 'unread' },
  ];
  expect(typed(modifyOrderBatch, { orders })).toEqual({
    type: 'ModifyOrderBatch',
    values: {
      subAccountId: 5n,
      orders: [
        { orderId: BigInt(FIRST), price: '94001', quantity: '', triggerPrice: '' },
        { orderId: 7n, price: '', quantity: '0.20', triggerPrice: '' },
      ],
      nonce: 9n,
      expiresAfter: 0n,
    },
  });
});

test('each change has its result, in request order', () => {
  const orders = [
    { orderId: SECOND, price: '93000' },
    { orderId: '18446744073709551', price: '93000' },
    { orderId: FIRST, quantity: '0.0001' },
    { orderId: FIRST, quantity: '0.2' },
  ];
  const named = (venueId: string, clientId: string) => ({ order: { venueId, clientId }, orderId: venueId });
  expect(venue().send(modifyOrderBatch, { orders })).toEqual([
    { ...named(SECOND, 'mine'), status: 'modified', price: '93000', timestamp: START },
    {
      ...named('18446744073709551', ''),
      status: 'rejected',
      error: 'order not found',
      errorCode: 'ORDER_NOT_FOUND',
      timestamp: START,
    },
    {
      ...named(FIRST, ''),
      status: 'rejected',
      error: 'quantity below minimum',
      errorCode: 'QUANTITY_TOO_SMALL',
      timestamp: START,
    },
    { ...named(FIRST, ''), status: 'modified', quantity: '0.2', timestamp: START },
  ]);
});

describe('a malformed batch changes nothing', () => {
  const sound = { orderId: FIRST, price: '93000' };
  test.each<[Json, unknown]>([
    [[], invalid('modifyOrderBatch: orders array cannot be empty')],
    [null, invalid('modifyOrderBatch: orders array cannot be empty')],
    [Array.from({ length: 11 }, () => sound), invalid('modifyOrderBatch: exceeds maximum batch size of 10')],
    [[sound, { price: '1' }], invalid('order 1: orderId is required')],
    [[sound, { clientOrderId: 'mine', price: '1' }], invalid('order 1: orderId is required')],
    [[sound, { orderId: SECOND, triggerPrice: '-1' }], invalid('order 1: price must be a positive value')],
    [[sound, sound, { orderId: SECOND, price: 5 }], undecodable()],
    [[sound, null], undecodable()],
    [{ 0: sound }, undecodable()],
  ])('%j', (orders, response) => {
    const set = venue();
    expect(said(set.send(modifyOrderBatch, { orders }))).toEqual(response);
    expect(set.state.orders.get(0)?.price).toBe(94_000);
  });
});
