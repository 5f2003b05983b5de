import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import type { ClosedPositionRow, ClosedPositionsQuery } from '../../../views.ts';
import { TestVenue, invalid, START, said, undecodable } from '../venue.test-helper.ts';
import { getPositions } from './getPositions.ts';
import { placeOrders } from '../orders/placeOrders.ts';

test.each<[JsonObject, unknown]>([
  [{ limit: '5' }, undecodable()],
  [{ status: ['open'] }, undecodable()],
  [{ status: 'closed' }, invalid('invalid status')],
  [{ symbol: '' }, undecodable('market name empty')],
  [{ symbol: 'ABC-USDT' }, undecodable('market name invalid')],
  [{ sortBy: 'entryPrice' }, invalid('invalid sort field')],
  [{ sortBy: 'constructor' }, invalid('invalid sort field')],
  [{ sortOrder: 'up' }, invalid('invalid sort order')],
  [{ limit: 1001 }, invalid('limit cannot exceed 1000')],
  [{ offset: -1 }, invalid('offset must be non-negative')],
  [{ startTime: 1, fromTime: 2 }, invalid('cannot specify both startTime and fromTime with different values')],
  [{ endTime: 1, toTime: 2 }, invalid('cannot specify both endTime and toTime with different values')],
  [{ startTime: 2, endTime: 1 }, invalid('startTime must be before endTime')],
])('%j', (params, refusal) => {
  expect(said(new TestVenue().read(getPositions, params))).toEqual(refusal);
});

const order = (symbol: string, side: string, price: string, quantity: string) => ({
  symbol,
  side,
  orderType: 'limitGtc',
  price,
  quantity,
});

/** Account 1 is long 0.01 BTC at 95,000 since the start and short 0.1 ETH at 3,300 since five seconds later. */
function traded(): TestVenue {
  const venue = new TestVenue();
  venue.send(placeOrders, { orders: [order('BTC-USDT', 'sell', '95000', '0.01')] });
  venue.send(placeOrders, { orders: [order('BTC-USDT', 'buy', '95000', '0.01')] }, 1);
  venue.clock(START + 5_000);
  venue.send(placeOrders, { orders: [order('ETH-USDT', 'buy', '3300', '0.1')] });
  venue.send(placeOrders, { orders: [order('ETH-USDT', 'sell', '3300', '0.1')] }, 1);
  return venue;
}

describe('open positions', () => {
  const symbols = (params: JsonObject): string[] =>
    (traded().read(getPositions, params, 1) as { symbol: string }[]).map(({ symbol }) => symbol.slice(0, 3));

  test('are what is asked for by default, latest update first', () => {
    expect(symbols({})).toEqual(['ETH', 'BTC']);
    expect(symbols({ status: 'open' })).toEqual(['ETH', 'BTC']);
    expect(symbols({ status: 'update' })).toEqual([]);
  });

  test('are sorted, filtered and paged', () => {
    expect(symbols({ sortBy: 'symbol' })).toEqual(['ETH', 'BTC']);
    expect(symbols({ sortBy: 'symbol', sortOrder: 'asc' })).toEqual(['BTC', 'ETH']);
    expect(symbols({ sortBy: 'createdAt', sortOrder: 'asc' })).toEqual(['BTC', 'ETH']);
    expect(symbols({ symbol: 'btc-usdt' })).toEqual(['BTC']);
    expect(symbols({ fromTime: START + 5_000 })).toEqual(['ETH']);
    expect(symbols({ endTime: START + 4_999 })).toEqual(['BTC']);
    expect(symbols({ limit: 1 })).toEqual(['ETH']);
    expect(symbols({ limit: 1, offset: 1 })).toEqual(['BTC']);
  });

  test('a record', () => {
    const [record] = traded().read(getPositions, { symbol: 'BTC-USDT' }, 1) as JsonObject[];
    const linked = { takeProfitOrders: [], stopLossOrders: [], takeProfitOrderIds: [], stopLossOrderIds: [] };
    expect(record).toMatchObject({
      adlBucket: 1,
      subAccountId: '1867542890123456790',
      symbol: 'BTC-USDT',
      side: 'long',
      entryPrice: '95000.00',
      quantity: '0.01',
      realizedPnl: '0',
      unrealizedPnl: '0',
      usedMargin: '95.00',
      maintenanceMargin: '4.75',
      liquidationPrice: '0',
      status: 'open',
      netFunding: '0',
      ...linked,
      updatedAt: START,
      createdAt: START,
    });
  });
});

test('adlBucket ranks a position from the full minute after it was opened', () => {
  const venue = traded();
  const buckets = (): unknown[] =>
    (venue.read(getPositions, { sortBy: 'symbol', sortOrder: 'asc' }, 1) as JsonObject[]).map(
      ({ adlBucket }) => adlBucket,
    );
  venue.clock(START + 59_999);
  expect(buckets()).toEqual([1, 1]);
  // Each is alone on its side.
  venue.clock(START + 60_000);
  expect(buckets()).toEqual([5, 5]);
});

describe('closed positions', () => {
  const row = (positionId: string, closedAt: number): ClosedPositionRow => ({
    positionId,
    symbol: 'BTC-USDT',
    side: 'short',
    entryPrice: '95000.00',
    quantity: '0.5',
    closePrice: '94000',
    closeReason: 'close',
    leverage: null,
    realizedPnl: '500',
    accumulatedFees: '47.25',
    netFunding: '-1.5',
    closedAt,
    createdAt: START - 100,
    tradeId: '9',
  });

  test('come from history, within the window that was asked for', () => {
    const asked: ClosedPositionsQuery[] = [];
    const views = {
      closedPositions: (query: ClosedPositionsQuery) => {
        asked.push(query);
        return [row('10', START - 10), row('9', START - 10)];
      },
    };
    const params = { status: 'close', symbol: 'btc-usdt', startTime: START - 60, endTime: START + 9_999, limit: 2 };
    const response = new TestVenue().read(getPositions, params, 0, views) as JsonObject[];
    const page = { limit: 2, offset: 0, sort: { by: 'closedAt', isAscending: false } };
    expect(asked).toEqual([{ account: 0, from: START - 60, to: START, symbol: 'BTC-USDT', ...page }]);
    expect(response.map(({ positionId }) => positionId)).toEqual(['10', '9']);
    expect(response[0]).toEqual({
      adlBucket: 1,
      positionId: '10',
      subAccountId: '1867542890123456789',
      symbol: 'BTC-USDT',
      side: 'short',
      entryPrice: '95000.00',
      quantity: '0',
      realizedPnl: '500',
      unrealizedPnl: '0',
      usedMargin: '0',
      maintenanceMargin: '0',
      liquidationPrice: '0',
      status: 'close',
      netFunding: '-1.5',
      takeProfitOrders: [],
      stopLossOrders: [],
      takeProfitOrderIds: [],
      stopLossOrderIds: [],
      updatedAt: START - 10,
      createdAt: START - 100,
    });
  });

  test.each([
    ['createdAt', 'asc', { by: 'createdAt', isAscending: true }],
    ['symbol', 'desc', { by: 'symbol', isAscending: false }],
    ['updatedAt', 'asc', { by: 'closedAt', isAscending: true }],
  ])('history sorts them by %s %s and cuts the page', (sortBy, sortOrder, sort) => {
    const asked: ClosedPositionsQuery[] = [];
    const closedPositions = (query: ClosedPositionsQuery) => {
      asked.push(query);
      return [];
    };
    const params = { status: 'close', sortBy, sortOrder, limit: 1_000, offset: 7 };
    expect(new TestVenue().read(getPositions, params, 0, { closedPositions })).toEqual([]);
    expect(asked).toMatchObject([{ limit: 1_000, offset: 7, sort }]);
  });
});
