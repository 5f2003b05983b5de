import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import type { OrderHistoryQuery, OrderHistoryRow } from '../../../views.ts';
import { TestVenue, invalid, START, said, undecodable } from '../venue.test-helper.ts';
import { getOrderHistory } from './getOrderHistory.ts';

const DAY = 86_400_000;

test.each<[JsonObject, unknown]>([
  [{ side: 1, clientOrderId: 'a' }, undecodable()],
  [{ startTime: '1' }, undecodable()],
  [{ clientOrderId: 'a', status: 'x' }, invalid('client order id filtering is not supported for order history')],
  [{ status: ['filled', 'open'], symbol: '' }, invalid('invalid status')],
  [{ status: 'NEW' }, invalid('invalid status')],
  [{ status: [1] }, undecodable()],
  [{ symbol: '', side: 'x' }, undecodable('market name empty')],
  [{ symbol: 'ABC-USDT' }, undecodable('market name invalid')],
  [{ side: 'long', type: 'x' }, invalid('side must be one of: [buy sell]')],
  [{ type: 'limit', sortBy: 'x' }, invalid('invalid type')],
  [{ sortBy: 'price', limit: 1001 }, invalid('invalid sort field')],
  [{ limit: 1001, offset: -1 }, invalid('limit cannot exceed 1000')],
  [{ limit: -1 }, invalid('limit must be non-negative')],
  [{ offset: -1, startTime: 1, fromTime: 2 }, invalid('offset must be non-negative')],
  [{ startTime: 1, fromTime: 2 }, invalid('cannot specify both startTime and fromTime with different values')],
  [{ endTime: 1, toTime: 2 }, invalid('cannot specify both endTime and toTime with different values')],
  [{ startTime: 2, endTime: 1 }, invalid('startTime must be before endTime')],
  [{ startTime: 0, endTime: 7 * DAY + 1 }, invalid('time range cannot exceed 7 days')],
  [{ fromTime: 0, toTime: 7 * DAY + 1 }, invalid('time range cannot exceed 7 days')],
])('%j', (params, refusal) => {
  expect(said(new TestVenue().read(getOrderHistory, params))).toEqual(refusal);
});

const ROW: OrderHistoryRow = {
  venueId: '1948058938469519363',
  clientId: '',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'MARKET',
  status: 'filled',
  quantity: '0.02',
  remainingQuantity: null,
  price: '',
  filledPrice: '95000.00',
  filledQuantity: '0.02',
  triggerPrice: '',
  triggerPriceType: '',
  timeInForce: 'IOC',
  reduceOnly: true,
  postOnly: false,
  triggeredByLiquidation: false,
  closePosition: false,
  takeProfit: null,
  stopLoss: null,
  createdTime: START - 2,
  updatedTime: START - 1,
  expiresAt: null,
  cancelReason: null,
  cancelledAt: null,
  cumulativeFilledQuantity: '0.02',
  cumulativeFilledValue: '1900',
  positionId: '4',
  legs: null,
};

function history(rows: readonly OrderHistoryRow[] = []) {
  const asked: OrderHistoryQuery[] = [];
  const orderHistory = (query: OrderHistoryQuery) => {
    asked.push(query);
    return rows;
  };
  return { asked, views: { orderHistory } };
}

describe('the question', () => {
  const asks = (params: JsonObject): OrderHistoryQuery | undefined => {
    const { asked, views } = history();
    new TestVenue().read(getOrderHistory, params, 1, views);
    return asked[0];
  };

  test('the latest seven days, every status, without a limit', () => {
    expect(asks({})).toEqual({ account: 1, from: START - 7 * DAY, to: START, statuses: [] });
    expect(asks({ limit: 0, status: [] })).toEqual({ account: 1, from: START - 7 * DAY, to: START, statuses: [] });
  });

  test('filters, old spellings, and one status without its array', () => {
    const params = {
      status: 'partially filled',
      symbol: 'btc-usdt',
      side: 'buy',
      type: 'LIMIT',
      sortBy: 'updatedTime',
      fromTime: 5,
      toTime: 6,
      limit: 10,
    };
    expect(asks(params)).toEqual({
      account: 1,
      from: 5,
      to: 6,
      statuses: ['partially filled'],
      symbol: 'BTC-USDT',
      side: 'buy',
      type: 'LIMIT',
      limit: 10,
    });
  });

  test('all ten statuses are filters', () => {
    const status = [
      'started',
      'placed',
      'partially filled',
      'filled',
      'cancelling',
      'cancelled',
      'rejected',
      'modifying',
      'modified',
      'unknown',
    ];
    expect(asks({ status })).toMatchObject({ statuses: status });
  });
});

test('an offset skips rows of what was found', () => {
  const { asked, views } = history([ROW, { ...ROW, status: 'placed', filledPrice: '' }]);
  const response = new TestVenue().read(getOrderHistory, { limit: 1, offset: 1 }, 0, views);
  expect(asked[0]?.limit).toBe(2);
  expect(response).toMatchObject([{ status: 'placed' }]);
  expect(response).toHaveLength(1);
});

test('a record writes both update times and leaves out what it has not', () => {
  expect(new TestVenue().read(getOrderHistory, {}, 0, history([ROW]).views)).toEqual([
    {
      order: { venueId: '1948058938469519363', clientId: '' },
      orderId: '1948058938469519363',
      symbol: 'BTC-USDT',
      side: 'buy',
      type: 'MARKET',
      status: 'filled',
      quantity: '0.02',
      price: '',
      filledPrice: '95000.00',
      filledQuantity: '0.02',
      triggerPrice: '',
      triggerPriceType: 'mark',
      timeInForce: 'IOC',
      reduceOnly: true,
      postOnly: false,
      triggeredByLiquidation: false,
      closePosition: false,
      createdTime: START - 2,
      updatedTime: START - 1,
      updateTime: START - 1,
      cumulative_filled_quantity: '0.02',
      cumulative_filled_value: '1900',
      position_id: '4',
      legs: null,
    },
  ]);
});

test('a cancelled record of an expired order, and the legs of a flip', () => {
  const legs = [
    {
      id: '1',
      position_id: '4',
      leg_type: 'close',
      direction: 'close short',
      quantity: '0.01',
      fee: '0.4',
      closed_pnl: '-3',
      entry_price: '94700.00',
    },
    {
      id: '2',
      position_id: '5',
      leg_type: 'open',
      direction: 'open long',
      quantity: '0.01',
      fee: '0.4',
      entry_price: '95000.00',
    },
  ] as const;
  const row = { ...ROW, status: 'cancelled', expiresAt: START, cancelReason: 'EXPIRED', cancelledAt: START, legs };
  expect(new TestVenue().read(getOrderHistory, {}, 0, history([row]).views)).toMatchObject([
    { expiresAt: START, cancelReason: 'EXPIRED', cancelledAt: START, legs },
  ]);
});
