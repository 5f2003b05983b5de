import { expect, test } from 'vitest';
import { JsonText } from '../../../json.ts';
import type { TradePage, TradesQuery } from '../../../views.ts';
import { TestVenue, invalid, said, START } from '../venue.test-helper.ts';
import { getTradesForPosition } from './getTradesForPosition.ts';

test('asks for all trades of one position and says whether there are more', () => {
  const asked: TradesQuery[] = [];
  const tradeRecords = (query: TradesQuery): TradePage => {
    asked.push(query);
    return { records: new JsonText('[]'), total: 3 };
  };
  const venue = new TestVenue();
  const read = (offset: number): unknown =>
    venue.read(getTradesForPosition, { positionId: '1', limit: 1, offset }, 0, { tradeRecords });
  expect(read(1)).toEqual({ trades: [], hasMore: true });
  expect(read(2)).toEqual({ trades: [], hasMore: false });
  expect(asked[0]).toEqual({ account: 0, from: 0, to: START, positionId: '1', limit: 1, offset: 1 });
});

test('a stored trade without a known direction gives INTERNAL_ERROR', () => {
  const tradeRecords = (): TradePage => ({ records: null, total: 1 });
  expect(said(new TestVenue().read(getTradesForPosition, { positionId: '1' }, 0, { tradeRecords }))).toEqual([
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
