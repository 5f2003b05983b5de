import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { TestVenue, invalid, START, said, typed, undecodable } from '../venue.test-helper.ts';
import { modifyOrder } from './modifyOrder.ts';
import { placeOrders } from './placeOrders.ts';

const LIMIT = {
  symbol: 'ETH-USDT',
  side: 'buy',
  orderType: 'limitGtc',
  price: '3200',
  quantity: '0.1',
  clientOrderId: 'mine',
};
const FIRST = '1948058938469519360';

test.each<[JsonObject, unknown]>([
  [
    { orderId: '1', clientOrderId: 'a', price: '1' },
    invalid('modifyOrder payload: accepts either orderId or clientOrderId, not both'),
  ],
  [{ price: '1' }, invalid('orderId is required')],
  [{ orderId: '', clientOrderId: '', price: '1' }, invalid('orderId is required')],
  [{ orderId: 'x' }, invalid('orderId must be a valid integer')],
  [{ orderId: '0' }, invalid('orderId must be a positive integer')],
  [{ orderId: '-3' }, invalid('orderId must be a positive integer')],
  [{ orderId: '1', price: 5 }, undecodable()],
  [{ orderId: true }, undecodable()],
])('%j is refused before anything is signed', (params, refusal) => {
  expect(said(typed(modifyOrder, params))).toEqual(refusal);
  expect(said(new TestVenue().parse(modifyOrder, params))).toEqual(refusal);
});

test.each<[JsonObject, string]>([
  [{ clientOrderId: 'a b' }, 'clientOrderId: invalid string'],
  [{ clientOrderId: ' a', price: 'x' }, 'clientOrderId: input must not include leading or trailing whitespace'],
  [{ orderId: '1' }, 'please provide at least one of the following: price, quantity, trigger price'],
  [
    { orderId: '1', price: '', quantity: null },
    'please provide at least one of the following: price, quantity, trigger price',
  ],
  [{ orderId: '1', price: 'x', quantity: '0' }, 'price must be a valid decimal number'],
  [{ orderId: '1', price: '0' }, 'price must be a positive value'],
  [{ orderId: '1', price: '-1' }, 'price must be a positive value'],
  [{ orderId: '1', triggerPrice: '1e3' }, 'price must be a valid decimal number'],
  [{ orderId: '1', triggerPrice: '0.0' }, 'price must be a positive value'],
  [{ orderId: '1', quantity: 'NaN' }, 'quantity must be a valid decimal number'],
  [{ orderId: '1', quantity: '0' }, 'quantity must be a positive value'],
])('%j', (params, text) => {
  expect(said(new TestVenue().parse(modifyOrder, params))).toEqual(invalid(text));
});

test('each id is signed with a type of its own, texts as sent', () => {
  expect(typed(modifyOrder, { orderId: '12', price: '03.10' })).toEqual({
    type: 'ModifyOrder',
    values: {
      subAccountId: 5n,
      orderId: 12n,
      price: '03.10',
      quantity: '',
      triggerPrice: '',
      nonce: 9n,
      expiresAfter: 0n,
    },
  });
  expect(typed(modifyOrder, { clientOrderId: 'a', quantity: '1', orderId: '' })).toEqual({
    type: 'ModifyOrderByCloid',
    values: {
      subAccountId: 5n,
      clientOrderId: 'a',
      price: '',
      quantity: '1',
      triggerPrice: '',
      nonce: 9n,
      expiresAfter: 0n,
    },
  });
});

describe('on a live order', () => {
  const open = (): TestVenue => {
    const venue = new TestVenue();
    venue.send(placeOrders, { orders: [LIMIT] });
    return venue;
  };
  const named = { order: { venueId: FIRST, clientId: 'mine' }, orderId: FIRST };

  test('only what was sent is reported, and what was not sent stays', () => {
    const venue = open();
    expect(venue.send(modifyOrder, { orderId: FIRST, price: '3210.50' })).toEqual({
      ...named,
      status: 'modified',
      price: '3210.5',
      timestamp: START,
    });
    expect(venue.send(modifyOrder, { clientOrderId: 'mine', quantity: '.20' })).toEqual({
      ...named,
      status: 'modified',
      quantity: '0.2',
      timestamp: START,
    });
    expect(venue.state.orders.get(0)).toMatchObject({ price: 32_105, quantity: 2_000 });
  });

  test('a price that crosses fills at once, down to the last lot', () => {
    const venue = open();
    venue.send(placeOrders, { orders: [{ ...LIMIT, side: 'sell', price: '3250', quantity: '0.06' }] }, 1);
    const fill = { cumQty: '0.06', avgPrice: '3250.000' };
    expect(venue.send(modifyOrder, { orderId: FIRST, price: '3250' })).toEqual({
      ...named,
      status: 'modified',
      price: '3250.0',
      ...fill,
      timestamp: START,
    });
    expect(venue.send(modifyOrder, { orderId: FIRST, price: '3240' })).toEqual({
      ...named,
      status: 'modified',
      price: '3240.0',
      ...fill,
      timestamp: START,
    });
    venue.send(placeOrders, { orders: [{ ...LIMIT, side: 'sell', price: '3260', quantity: '0.04' }] }, 1);
    expect(venue.send(modifyOrder, { orderId: FIRST, price: '3260' })).toEqual({
      ...named,
      status: 'modified',
      price: '3260.0',
      cumQty: '0.1',
      avgPrice: '3254.000',
      timestamp: START,
    });
    expect(venue.state.orders.size).toBe(0);
  });

  const rejected = (errorCode: string, error: string) => ({ status: 'rejected', error, errorCode, timestamp: START });

  test('a refusal of the engine is a rejected result and changes nothing', () => {
    const venue = open();
    expect(venue.send(modifyOrder, { orderId: FIRST, price: '3200.05' })).toEqual({
      ...named,
      ...rejected('INVALID_VALUE', 'invalid price'),
    });
    expect(venue.state.orders.get(0)).toMatchObject({ price: 32_000, quantity: 1_000 });
  });

  test('orders that are not there', () => {
    const venue = open();
    const gone = rejected('ORDER_NOT_FOUND', 'order not found');
    const unknown = (venueId: string) => ({ order: { venueId, clientId: '' }, orderId: venueId, ...gone });
    expect(venue.send(modifyOrder, { orderId: '999', price: '1' })).toEqual(unknown('999'));
    expect(venue.send(modifyOrder, { orderId: FIRST, price: '1' }, 1)).toEqual(unknown(FIRST));
    expect(venue.send(modifyOrder, { clientOrderId: 'nope', price: '1' })).toEqual(gone);
  });
});
