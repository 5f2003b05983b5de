import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { TestVenue, invalid, START, START_S, said, undecodable } from '../venue.test-helper.ts';
import { getOpenOrders } from './getOpenOrders.ts';
import { placeOrders } from './placeOrders.ts';

const BTC = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
const ETH = { ...BTC, symbol: 'ETH-USDT', price: '3200', quantity: '0.05' };

test.each<[JsonObject, unknown]>([
  [{ limit: '5' }, undecodable()],
  [{ side: 1 }, undecodable()],
  [{ status: 'x'.repeat(33) }, invalid('status exceeds maximum length of 32 characters')],
  [{ symbol: '' }, undecodable('market name empty')],
  [{ symbol: 'BTC' }, undecodable('market name invalid')],
  [{ symbol: 'ABC-USDT' }, undecodable('market name invalid')],
  [{ limit: 1001 }, invalid('limit cannot exceed 1000')],
  [{ limit: -1 }, invalid('limit must be non-negative')],
  [{ offset: -1 }, invalid('offset must be non-negative')],
])('%j', (params, refusal) => {
  expect(said(new TestVenue().read(getOpenOrders, params))).toEqual(refusal);
});

describe('with orders', () => {
  const open = (): TestVenue => {
    const venue = new TestVenue();
    const gtd = { ...BTC, orderType: 'limitGtd', expiresAt: START_S + 60, clientOrderId: 'mine', postOnly: true };
    venue.send(placeOrders, { orders: [gtd, ETH] });
    venue.clock(START + 5_000);
    venue.send(placeOrders, { orders: [ETH] });
    venue.send(
      placeOrders,
      { orders: [{ ...ETH, side: 'sell', quantity: '0.02', orderType: 'market', price: '' }] },
      1,
    );
    return venue;
  };
  const ids = (venue: TestVenue, params: JsonObject) =>
    (venue.read(getOpenOrders, params) as { orderId: string }[]).map(({ orderId }) => orderId.slice(-1));

  test('newest first, equal times by descending id', () => {
    expect(ids(open(), {})).toEqual(['2', '1', '0']);
  });

  test('filters by symbol in any case and by client id, and by nothing else', () => {
    const venue = open();
    expect(ids(venue, { symbol: ' eth-usdt' })).toEqual(['2', '1']);
    expect(ids(venue, { clientOrderId: 'mine' })).toEqual(['0']);
    expect(ids(venue, { side: 'sell', type: 'MARKET', status: 'filled', clientOrderId: '' })).toEqual(['2', '1', '0']);
  });

  test('pages', () => {
    const venue = open();
    expect(ids(venue, { limit: 2 })).toEqual(['2', '1']);
    expect(ids(venue, { limit: 2, offset: 2 })).toEqual(['0']);
    expect(ids(venue, { limit: 0 })).toEqual(['2', '1', '0']);
    expect(venue.read(getOpenOrders, {}, 2)).toEqual([]);
  });

  test('a record, and its expiry only where there is one', () => {
    const venue = open();
    const common = {
      side: 'buy',
      type: 'LIMIT',
      triggerPrice: '',
      triggerPriceType: 'mark',
      reduceOnly: false,
      closePosition: false,
    };
    const first = '1948058938469519360';
    expect(venue.read(getOpenOrders, { clientOrderId: 'mine' })).toEqual([
      {
        ...common,
        order: { venueId: first, clientId: 'mine' },
        orderId: first,
        symbol: 'BTC-USDT',
        quantity: '0.01',
        price: '94000',
        timeInForce: 'GTD',
        postOnly: true,
        createdTime: START,
        updatedTime: START,
        filledQuantity: '0',
        expiresAt: START + 60_000,
      },
    ]);
    const second = '1948058938469519361';
    expect(venue.read(getOpenOrders, { symbol: 'ETH-USDT', offset: 1 })).toEqual([
      {
        ...common,
        order: { venueId: second, clientId: '' },
        orderId: second,
        symbol: 'ETH-USDT',
        quantity: '0.05',
        price: '3200.0',
        timeInForce: 'GTC',
        postOnly: false,
        createdTime: START,
        updatedTime: START + 5_000,
        filledQuantity: '0.02',
      },
    ]);
  });
});
