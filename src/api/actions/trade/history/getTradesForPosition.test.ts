import { expect, test } from 'vitest';
import type { TradeRow, TradesQuery } from '../../../views.ts';
import { TestVenue, invalid, said, START } from '../venue.test-helper.ts';
import { getTradesForPosition } from './getTradesForPosition.ts';

const row = (change: Partial<TradeRow> = {}): TradeRow => ({
  tradeId: '3',
  venueId: '1948058938469519360',
  clientId: '',
  orderType: 'limit',
  symbol: 'BTC-USDT',
  side: 'buy',
  direction: 'open long',
  price: '95000',
  quantity: '0.5',
  realizedPnl: '0',
  fee: '9.5',
  feeRate: '0.0002',
  markPrice: '95000',
  entryPrice: '95000.00',
  timestamp: START,
  maker: true,
  reduceOnly: false,
  postOnly: false,
  triggeredByLiquidation: false,
  positionId: '1',
  ...change,
});

test('asks for all trades of one position and says whether there are more', () => {
  const asked: TradesQuery[] = [];
  const trades = (query: TradesQuery): { rows: TradeRow[]; total: number } => {
    asked.push(query);
    return { rows: [row()], total: 3 };
  };
  const venue = new TestVenue();
  const read = (offset: number): unknown =>
    venue.read(getTradesForPosition, { positionId: '1', limit: 1, offset }, 0, { trades });
  expect(read(1)).toMatchObject({ trades: [{ tradeId: '3', orderId: '1948058938469519360' }], hasMore: true });
  expect(read(2)).toMatchObject({ hasMore: false });
  expect(asked[0]).toEqual({ account: 0, from: 0, to: START, positionId: '1', limit: 1, offset: 1 });
});

test('a stored trade without a known direction gives INTERNAL_ERROR', () => {
  const trades = (): { rows: TradeRow[]; total: number } => ({ rows: [row({ direction: 'sideways' })], total: 1 });
  expect(said(new TestVenue().read(getTradesForPosition, { positionId: '1' }, 0, { trades }))).toEqual([
    500,
    'INTERNAL_ERROR',
    'Failed to retrieve trades for position',
  ]);
});

test.each([
  [undefined, 'positionId is required'],
  ['', 'positionId is required'],
  ['1.0', 'positionId must be a valid numeric value'],
  [' 1', 'positionId must be a valid numeric value'],
])('positionId %j is refused', (positionId, message) => {
  const params = positionId === undefined ? {} : { positionId };
  expect(said(new TestVenue().parse(getTradesForPosition, params))).toEqual(invalid(message));
});
