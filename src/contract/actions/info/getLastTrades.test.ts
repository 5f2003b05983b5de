import { describe, expect, test } from 'vitest';
import { handMadeState, handMadeViews } from '../../hand-made.test-helper.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { PublicTradeRow, Views } from '../../views.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getLastTrades } from './getLastTrades.ts';

const ROWS: readonly PublicTradeRow[] = [
  { tradeId: '12', symbol: 'BTC-USDT', side: 'sell', price: '95001', quantity: '0.5', timestamp: 1_767_614_399_000 },
  { tradeId: '11', symbol: 'BTC-USDT', side: 'buy', price: '95002', quantity: '0.001', timestamp: 1_767_614_398_000 },
];

/** Asks with views that keep what they were asked. */
function askTrades(params: JsonObject, rows = ROWS): { response: unknown; asked: unknown[] } {
  const asked: unknown[] = [];
  const views: Views = handMadeViews({
    lastTrades: (...query) => {
      asked.push(query);
      return rows;
    },
  });
  return { response: ask(getLastTrades, handMadeState(), params, views), asked };
}

test('rows as the views order them, from the side of the taker', () => {
  const { response, asked } = askTrades({ symbol: ' btc-usdt ' });
  expect(response).toEqual({
    trades: [
      {
        tradeId: '12',
        symbol: 'BTC-USDT',
        side: 'sell',
        price: '95001',
        quantity: '0.5',
        timestamp: 1_767_614_399_000,
        isMaker: false,
      },
      {
        tradeId: '11',
        symbol: 'BTC-USDT',
        side: 'buy',
        price: '95002',
        quantity: '0.001',
        timestamp: 1_767_614_398_000,
        isMaker: false,
      },
    ],
  });
  expect(asked).toEqual([['BTC-USDT', 50]]);
});

test('a market without trades', () => {
  expect(askTrades({ symbol: 'WTI-USDT' }, []).response).toEqual({ trades: [] });
});

describe('symbol', () => {
  test.each<[string, Json | undefined, ReturnType<typeof refusal>]>([
    ['absent', undefined, refusal('INVALID_FORMAT', 400, 'market name empty')],
    ['empty', '', refusal('INVALID_FORMAT', 400, 'market name empty')],
    ['malformed', 'BTCUSDT', refusal('INVALID_FORMAT', 400, 'market name invalid')],
    ['a number', 12, refusal('INVALID_FORMAT', 400, 'market name invalid')],
    ['unknown', 'DOGE-USDT', refusal('INVALID_FORMAT', 400, 'market name invalid')],
    ['unknown and 20 long', 'ABCDEFGHIJKLMNO-USDT', refusal('INVALID_FORMAT', 400, 'market name invalid')],
    [
      'unknown and 21 long',
      'ABCDEFGHIJKLMNOP-USDT',
      refusal('VALIDATION_ERROR', 400, 'symbol exceeds maximum length of 20 characters'),
    ],
    [
      'malformed and 21 long',
      'ABCDEFGHIJKLMNOPQRSTU',
      refusal('VALIDATION_ERROR', 400, 'symbol exceeds maximum length of 20 characters'),
    ],
  ])('%s is refused before a bad limit, and nothing is read', (_case, symbol, expected) => {
    const { response, asked } = askTrades({ symbol, limit: 0 });
    expect(response).toEqual(expected);
    expect(asked).toEqual([]);
  });
});

const NOT_WHOLE = {
  ...refusal('INVALID_FORMAT', 400, 'Invalid request body'),
  details: { field: 'limit', hint: 'must be an integer' },
};

describe('limit', () => {
  test.each<[Json | undefined, number]>([
    [1, 1],
    [100, 100],
    [undefined, 50],
    [null, 50],
  ])('%j asks for %i rows', (limit, rows) => {
    expect(askTrades({ symbol: 'BTC-USDT', limit }).asked).toEqual([['BTC-USDT', rows]]);
  });

  test.each<[Json, ReturnType<typeof refusal>]>([
    [101, refusal('VALIDATION_ERROR', 400, 'Limit cannot exceed 100')],
    [2n ** 64n, refusal('VALIDATION_ERROR', 400, 'Limit cannot exceed 100')],
    [0, refusal('VALIDATION_ERROR', 400, 'Limit must be at least 1')],
    [-1, refusal('VALIDATION_ERROR', 400, 'Limit must be at least 1')],
    [-(2n ** 64n), refusal('VALIDATION_ERROR', 400, 'Limit must be at least 1')],
    [1.5, NOT_WHOLE],
    ['50', NOT_WHOLE],
    [true, NOT_WHOLE],
  ])('%s is refused, and nothing is read', (limit, expected) => {
    const { response, asked } = askTrades({ symbol: 'BTC-USDT', limit });
    expect(response).toEqual(expected);
    expect(asked).toEqual([]);
  });

  test('an old offset is ignored', () => {
    expect(askTrades({ symbol: 'BTC-USDT', offset: 10 }).asked).toEqual([['BTC-USDT', 50]]);
  });
});

test('a stored row with an unknown direction gives INTERNAL_ERROR', () => {
  const rows = [...ROWS, { ...ROWS[0], side: 'up' } as unknown as PublicTradeRow];
  expect(askTrades({ symbol: 'BTC-USDT' }, rows).response).toEqual(
    refusal('INTERNAL_ERROR', 500, 'Failed to retrieve last trades'),
  );
});

test('costs 200 tokens and needs no loaded history', () => {
  expect(getLastTrades.cost({})).toBe(200);
  expect(getLastTrades.usesHistory).toBe(false);
});
