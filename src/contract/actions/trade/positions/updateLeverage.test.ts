import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { TestVenue, invalid, said, typed, undecodable } from '../venue.test-helper.ts';
import { placeOrders } from '../orders/placeOrders.ts';
import { updateLeverage } from './updateLeverage.ts';

test('what is signed: the leverage as text, a number in decimal', () => {
  const values = { subAccountId: 5n, symbol: 'BTC-USDT', leverage: '020', nonce: 9n, expiresAfter: 0n };
  expect(typed(updateLeverage, { symbol: 'BTC-USDT', leverage: '020' })).toEqual({ type: 'UpdateLeverage', values });
  expect(typed(updateLeverage, { symbol: 'BTC-USDT', leverage: 20 })).toEqual({
    type: 'UpdateLeverage',
    values: { ...values, leverage: '20' },
  });
});

describe('the checks of updateLeverage', () => {
  const positive = invalid('leverage must be a positive integer');
  test.each<[JsonObject, unknown]>([
    [
      { symbol: 'BTC-USDT', leverage: '100' },
      { symbol: 'BTC-USDT', previousLeverage: '10', newLeverage: '100' },
    ],
    [
      { symbol: 'BTC-USDT', leverage: 1 },
      { symbol: 'BTC-USDT', previousLeverage: '10', newLeverage: '1' },
    ],
    [{ symbol: 'BTC-USDT', leverage: '101' }, invalid('leverage exceeds maximum')],
    [{ symbol: 'BTC-USDT', leverage: '9'.repeat(100) }, invalid('leverage exceeds maximum')],
    [{ symbol: 'BTC-USDT', leverage: '020' }, positive],
    [{ symbol: 'BTC-USDT', leverage: '+5' }, positive],
    [{ symbol: 'BTC-USDT', leverage: '٥' }, positive],
    [{ symbol: 'BTC-USDT', leverage: 0 }, positive],
    [{ leverage: 0 }, invalid('symbol is required')],
    [{}, positive],
    [{ symbol: 'btc-usdt', leverage: 5 }, [400, 'INVALID_FORMAT', 'market name invalid']],
    [{ symbol: '__proto__', leverage: 5 }, [400, 'INVALID_FORMAT', 'market name invalid']],
    [{ symbol: 5, leverage: 5 }, undecodable()],
    [{ symbol: 'BTC-USDT', leverage: [5] }, undecodable()],
  ])('%j', (params, response) => {
    expect(said(new TestVenue().send(updateLeverage, params))).toEqual(response);
  });
});

test('a leverage that would not hold fails the request', () => {
  const venue = new TestVenue();
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '95000', quantity: '100' };
  venue.send(placeOrders, { orders: [order] });
  const response = venue.send(updateLeverage, { symbol: 'BTC-USDT', leverage: '9' });
  expect(said(response)).toEqual([400, 'INSUFFICIENT_MARGIN', 'insufficient margin']);
  expect(venue.state.accounts.get(0)?.leverage.size).toBe(0);
});
