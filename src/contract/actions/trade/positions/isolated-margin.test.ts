import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { TestVenue, invalid, said, typed, undecodable } from '../venue.test-helper.ts';
import { placeIsolatedOrder } from '../orders/placeIsolatedOrder.ts';
import { updateIsolatedMargin } from './updateIsolatedMargin.ts';

const ITEM = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '95000', quantity: '0.1' };
const ORDER = { order: ITEM, leverage: '20', isolatedMargin: '500' };
const VENUE_ID = '1948058938469519360';

test('what an isolated order signs', () => {
  const signed = {
    ...ITEM,
    triggerPrice: '',
    reduceOnly: false,
    isTriggerMarket: false,
    clientOrderId: '',
    closePosition: false,
  };
  const values = {
    order: signed,
    leverage: '20',
    isolatedMargin: '500',
    subAccountId: 5n,
    nonce: 9n,
    expiresAfter: 0n,
  };
  expect(typed(placeIsolatedOrder, ORDER)).toEqual({ type: 'PlaceIsolatedOrder', values });
  expect(typed(placeIsolatedOrder, { ...ITEM, leverage: 20, isolatedMargin: '500' })).toEqual({
    type: 'PlaceIsolatedOrder',
    values,
  });
});

test('what a move of margin signs', () => {
  expect(typed(updateIsolatedMargin, { symbol: 'BTC-USDT', marginDelta: '-.50' })).toEqual({
    type: 'UpdateIsolatedMargin',
    values: { subAccountId: 5n, symbol: 'BTC-USDT', marginDelta: '-.50', nonce: 9n, expiresAfter: 0n },
  });
});

test('an isolated order has the response of any order, and its margin can be moved', () => {
  const venue = new TestVenue();
  expect(venue.send(placeIsolatedOrder, ORDER)).toEqual({
    statuses: [{ resting: { order: { venueId: VENUE_ID, clientId: '' }, id: VENUE_ID } }],
  });
  expect(venue.send(updateIsolatedMargin, { symbol: 'BTC-USDT', marginDelta: '-25' })).toEqual({
    symbol: 'BTC-USDT',
    previousIsolatedMargin: '500',
    newIsolatedMargin: '475',
  });
});

describe('isolated orders that are refused', () => {
  test.each<[JsonObject, unknown]>([
    [{ leverage: null }, invalid('leverage must be a positive integer')],
    [{ leverage: '0' }, invalid('leverage must be a positive integer')],
    [{ leverage: '101' }, invalid('leverage exceeds maximum')],
    [{ isolatedMargin: '' }, invalid('isolatedMargin must be a valid decimal number')],
    [{ isolatedMargin: '0.0' }, invalid('isolatedMargin must be a positive value')],
    [{ isolatedMargin: 500 }, undecodable()],
    [{ order: { ...ITEM, side: 'up' } }, invalid('order 0: side must be one of: [buy sell]')],
    [{ order: { ...ITEM, orderType: 'twap', durationSeconds: 300 } }, invalid("order 0: invalid orderType 'twap'")],
    [{ order: [] }, undecodable()],
    [
      { order: { ...ITEM, symbol: 'NO-USDT' } },
      { statuses: [{ error: 'market not found', errorCode: 'MARKET_NOT_FOUND' }] },
    ],
    [
      { isolatedMargin: '474', order: { ...ITEM, clientOrderId: 'mine' } },
      {
        statuses: [
          {
            error: 'insufficient margin',
            errorCode: 'INSUFFICIENT_MARGIN',
            order: { venueId: null, clientId: 'mine' },
          },
        ],
      },
    ],
  ])('%j', (change, response) => {
    const venue = new TestVenue();
    expect(said(venue.send(placeIsolatedOrder, { ...ORDER, ...change }))).toEqual(response);
    expect(venue.state.orders.size).toBe(0);
  });
});

describe('moves of margin that are refused', () => {
  test.each<[JsonObject, unknown]>([
    [{}, invalid('symbol is required')],
    [{ symbol: 'NO-USDT', marginDelta: '1' }, [400, 'INVALID_FORMAT', 'market name invalid']],
    [{ symbol: 'BTC-USDT' }, invalid('marginDelta must be a valid decimal number')],
    [{ symbol: 'BTC-USDT', marginDelta: '-0' }, invalid('marginDelta must not be zero')],
    [{ symbol: 'ETH-USDT', marginDelta: '1' }, [404, 'POSITION_NOT_FOUND', 'position not found']],
    [{ symbol: 'BTC-USDT', marginDelta: '-25.000001' }, [400, 'INSUFFICIENT_MARGIN', 'insufficient margin']],
    [{ symbol: 'BTC-USDT', marginDelta: 1 }, undecodable()],
  ])('%j', (params, response) => {
    const venue = new TestVenue();
    venue.send(placeIsolatedOrder, ORDER);
    expect(said(venue.send(updateIsolatedMargin, params))).toEqual(response);
    expect(venue.state.accounts.get(0)?.isolated.get('BTC-USDT')?.margin).toBe(50_000_000_000n);
  });
});
