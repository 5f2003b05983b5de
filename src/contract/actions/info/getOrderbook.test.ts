import { describe, expect, test } from 'vitest';
import { handMadeState, marketIn, rest } from '../../hand-made.test-helper.ts';
import type { Json } from '../../json.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getOrderbook } from './getOrderbook.ts';

test('both sides by level, best first', () => {
  const state = handMadeState();
  rest(state, 'BTC-USDT', 'buy', 94_990, 100);
  rest(state, 'BTC-USDT', 'buy', 94_995, 200);
  rest(state, 'BTC-USDT', 'buy', 94_995, 50);
  rest(state, 'BTC-USDT', 'sell', 95_010, 100_000);
  rest(state, 'BTC-USDT', 'sell', 95_005, 123);
  expect(ask(getOrderbook, state, { symbol: 'btc-usdt' })).toEqual({
    bids: [
      ['94995', '0.0025'],
      ['94990', '0.001'],
    ],
    asks: [
      ['95005', '0.00123'],
      ['95010', '1'],
    ],
  });
});

test('an empty book, also of a closed market', () => {
  const state = handMadeState();
  marketIn(state, 'WTI-USDT').status = 'closed';
  expect(ask(getOrderbook, state, { symbol: 'WTI-USDT' })).toEqual({ bids: [], asks: [] });
});

describe('limit', () => {
  const state = handMadeState();
  for (let level = 0; level < 1_001; level += 1) {
    rest(state, 'BTC-USDT', 'buy', 90_000 - level, 100);
    rest(state, 'BTC-USDT', 'sell', 90_001 + level, 100);
  }

  test.each<[Json | undefined, number]>([
    [5, 5],
    [10, 10],
    [20, 20],
    [50, 50],
    [100, 100],
    [500, 500],
    [1000, 1000],
    [undefined, 500],
    [null, 500],
  ])('%j gives %i levels of each side', (limit, levels) => {
    const response = ask(getOrderbook, state, { symbol: 'BTC-USDT', limit }) as { bids: unknown[]; asks: unknown[] };
    expect(response.bids).toHaveLength(levels);
    expect(response.asks).toHaveLength(levels);
    expect(response.bids[0]).toEqual(['90000', '0.001']);
    expect(response.asks[0]).toEqual(['90001', '0.001']);
  });

  test.each<[Json]>([[0], [1], [4], [6], [999], [1001], [-5], [5.5], ['5'], [true], [[5]], [{}], [10n ** 20n]])(
    '%s is refused',
    (limit) => {
      expect(ask(getOrderbook, state, { symbol: 'BTC-USDT', limit })).toEqual(
        refusal('VALIDATION_ERROR', 400, 'Invalid limit parameter', {
          details: 'limit must be one of 5, 10, 20, 50, 100, 500, 1000',
        }),
      );
    },
  );
});

describe('symbol', () => {
  test.each<[Json | undefined, string]>([
    [undefined, 'market name empty'],
    ['', 'market name empty'],
    ['BTCUSDT', 'market name invalid'],
    ['DOGE-USDT', 'market name invalid'],
    [7, 'market name invalid'],
  ])('%j is refused, before a bad limit is', (symbol, message) => {
    const response = ask(getOrderbook, handMadeState(), { symbol, limit: 3 });
    expect(response).toEqual(refusal('INVALID_FORMAT', 400, message));
  });
});

test('costs 200 tokens', () => {
  expect(getOrderbook.cost({})).toBe(200);
});
