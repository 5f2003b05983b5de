import { describe, expect, test } from 'vitest';
import { type JsonObject, JsonText } from '../../../json.ts';
import type { OrderRecord } from '../../../orders/order-record.ts';
import type { OrderHistoryQuery } from '../../../views.ts';
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

function history(records: JsonText<OrderRecord[]> = new JsonText('[]')) {
  const asked: OrderHistoryQuery[] = [];
  const orderRecords = (query: OrderHistoryQuery) => {
    asked.push(query);
    return records;
  };
  return { asked, views: { orderRecords } };
}

describe('the question', () => {
  const asks = (params: JsonObject): OrderHistoryQuery | undefined => {
    const { asked, views } = history();
    new TestVenue().read(getOrderHistory, params, 1, views);
    return asked[0];
  };

  test('the latest seven days, every status, and without a limit the largest page (R-123)', () => {
    const all = { account: 1, from: START - 7 * DAY, to: START, statuses: [], limit: 1_000, bytesMax: 1_047_552 };
    expect(asks({})).toEqual(all);
    expect(asks({ limit: 0, status: [] })).toEqual(all);
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
      bytesMax: 1_047_552,
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

test('a page begins after the offset, and its records are those of the view', () => {
  const { asked, views } = history();
  expect(new TestVenue().read(getOrderHistory, { limit: 1, offset: 2 }, 0, views)).toEqual([]);
  expect(asked[0]).toMatchObject({ limit: 1, offset: 2 });
});
