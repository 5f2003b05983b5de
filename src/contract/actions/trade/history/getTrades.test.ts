import { describe, expect, test } from 'vitest';
import { type JsonObject, JsonText } from '../../../json.ts';
import type { TradeRecord } from '../../../records/trade-record.ts';
import type { TradesQuery } from '../../../views.ts';
import { TestVenue, invalid, START, said, undecodable } from '../venue.test-helper.ts';
import { getTrades } from './getTrades.ts';

const DAY = 86_400_000;

test.each<[JsonObject, unknown]>([
  [{ limit: '5' }, undecodable('Invalid request format')],
  [{ orderId: {} }, undecodable('Invalid request format')],
  [{ symbol: '' }, undecodable('market name empty')],
  [{ symbol: 'ABC-USDT', orderId: 'x' }, undecodable('market name invalid')],
  [{ orderId: 'x', limit: 1001 }, invalid('Invalid orderId')],
  [{ orderId: '' }, invalid('Invalid orderId')],
  [{ orderId: '0' }, invalid('Invalid orderId')],
  [{ orderId: '-1' }, invalid('Invalid orderId')],
  [{ orderId: '9223372036854775808' }, invalid('Invalid orderId')],
  [{ limit: 1001, startTime: 0 }, invalid('limit cannot exceed 1000')],
  [{ limit: -1 }, invalid('limit must be non-negative')],
  [{ offset: -1 }, invalid('offset must be non-negative')],
  [{ startTime: START, endTime: START - 1 }, invalid('startTime must be before endTime')],
  [{ startTime: START - 7 * DAY - 1, endTime: START }, invalid('time range cannot exceed 7 days')],
  [{ startTime: START - 30 * DAY - 1 }, invalid('startTime cannot be more than 30 days in the past')],
  [{ endTime: START - 30 * DAY - 1 }, invalid('endTime is older than the 30-day historical data cap')],
])('%j', (params, refusal) => {
  expect(said(new TestVenue().read(getTrades, params))).toEqual(refusal);
});

const RECORD: TradeRecord = {
  tradeId: '77',
  order: { venueId: '1948058938469519363', clientId: 'mine' },
  orderId: '1948058938469519363',
  orderType: 'limit',
  symbol: 'BTC-USDT',
  side: 'sell',
  direction: 'close long',
  price: '95000',
  quantity: '0.01',
  realizedPnl: '-1.5',
  fee: '0.19',
  feeRate: '0.0002',
  markPrice: '95001',
  entryPrice: '95150.00',
  timestamp: START,
  maker: true,
  reduceOnly: false,
  postOnly: true,
  triggeredByLiquidation: false,
};

/** Responds with `records` of `total` and records the request. */
function history(records: TradeRecord[] | null = [], total = records?.length ?? 0) {
  const asked: TradesQuery[] = [];
  const tradeRecords = (query: TradesQuery) => {
    asked.push(query);
    return { records: records && JsonText.of(records), total };
  };
  return { asked, views: { tradeRecords } };
}

describe('the question', () => {
  const asks = (params: JsonObject): TradesQuery | undefined => {
    const { asked, views } = history();
    new TestVenue().read(getTrades, params, 1, views);
    return asked[0];
  };

  test('defaults', () => {
    expect(asks({})).toEqual({ account: 1, from: START - 7 * DAY, to: START, limit: 100, offset: 0 });
    expect(asks({ limit: 0, clientOrderId: 'ignored' })).toMatchObject({ limit: 100 });
  });

  test('filters', () => {
    const params = {
      symbol: 'btc-usdt',
      orderId: '1948058938469519363',
      startTime: START - 5,
      endTime: START + 5,
      limit: 1000,
      offset: 7,
    };
    expect(asks(params)).toEqual({
      account: 1,
      symbol: 'BTC-USDT',
      order: 3,
      from: START - 5,
      to: START,
      limit: 1000,
      offset: 7,
    });
  });
});

test('an id that no order can have matches nothing', () => {
  const { asked, views } = history([RECORD]);
  expect(new TestVenue().read(getTrades, { orderId: '12' }, 0, views)).toEqual({
    trades: [],
    hasMore: false,
    total: 0,
  });
  expect(asked).toEqual([]);
});

test('the records are those of the view, with their total', () => {
  expect(new TestVenue().read(getTrades, {}, 0, history([RECORD]).views)).toEqual({
    trades: [RECORD],
    hasMore: false,
    total: 1,
  });
});

test('more remain while the page does not reach the total', () => {
  const ask = (offset: number) => new TestVenue().read(getTrades, { offset, limit: 1 }, 0, history([RECORD], 3).views);
  expect([0, 1, 2].map((offset) => (ask(offset) as { hasMore: boolean }).hasMore)).toEqual([true, true, false]);
});

test('a stored trade with an unknown direction gives INTERNAL_ERROR', () => {
  const { views } = history(null);
  expect(said(new TestVenue().read(getTrades, {}, 0, views))).toEqual([
    500,
    'INTERNAL_ERROR',
    'Failed to retrieve trades',
  ]);
});
