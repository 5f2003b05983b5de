import { expect, test } from 'vitest';
import { handMadeState, handMadeViews, NOON } from '../../hand-made.test-helper.ts';
import type { JsonObject } from '../../json.ts';
import type { CandlesQuery } from '../../views.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getCandles } from './getCandles.ts';

const DAY_MS = 86_400_000;

const CANDLE = {
  openTime: NOON,
  closeTime: NOON + 60_000,
  openPrice: '95000',
  highPrice: '95010',
  lowPrice: '94990',
  closePrice: '95001',
  volume: '0.5',
  quoteVolume: '47500.5',
  tradeCount: 3,
};

function queryOf(params: JsonObject): CandlesQuery | undefined {
  let seen: CandlesQuery | undefined;
  const views = handMadeViews({
    candles: (query) => {
      seen = query;
      return [CANDLE];
    },
  });
  ask(getCandles, handMadeState(), { symbol: 'BTC-USDT', interval: '1m', ...params }, views);
  return seen;
}

test('the response names market and interval', () => {
  const views = handMadeViews({ candles: () => [CANDLE] });
  expect(ask(getCandles, handMadeState(), { symbol: ' btc-usdt ', interval: '1M' }, views)).toEqual({
    symbol: 'BTC-USDT',
    interval: '1M',
    candles: [CANDLE],
  });
});

test('the newest candle comes first, and the history keeps its own order', () => {
  const rows = [CANDLE, { ...CANDLE, openTime: NOON + 60_000, closeTime: NOON + 120_000 }];
  const views = handMadeViews({ candles: () => rows });
  const response = ask(getCandles, handMadeState(), { symbol: 'BTC-USDT', interval: '1m' }, views);
  expect(response).toMatchObject({ candles: [{ openTime: NOON + 60_000 }, { openTime: NOON }] });
  expect(rows[0]?.openTime).toBe(NOON);
});

test.each<[string, JsonObject, object]>([
  ['no bounds', {}, { from: NOON - DAY_MS, to: NOON }],
  ['an end', { endTime: NOON - 5 }, { from: NOON - 5 - DAY_MS, to: NOON - 5 }],
  ['a start', { startTime: 5 }, { from: 5, to: NOON }],
  ['an end to come', { startTime: 5, endTime: NOON + 5 }, { from: 5, to: NOON }],
  ['a start to come', { startTime: NOON + 5 }, { from: NOON + 5, to: NOON }],
  ['both at once', { startTime: 5, endTime: 5 }, { from: 5, to: 5 }],
])('%s: the window', (_case, params, window) => {
  expect(queryOf(params)).toEqual({ symbol: 'BTC-USDT', interval: '1m', now: NOON, limit: 5_000, ...window });
});

test.each([
  [7, 7],
  [4_999, 4_999],
  [5_000, 5_000],
  [5_001, 5_000],
  [0, 5_000],
])('a limit of %i asks for %i candles (R-123)', (limit, asked) => {
  expect(queryOf({ limit })).toMatchObject({ limit: asked });
});

test('a response has no more than 1 MiB, and leaves out the oldest candles', () => {
  const long = { ...CANDLE, quoteVolume: '123456789012345.12345678', volume: '123456789.12345678' };
  const rows = Array.from({ length: 5_000 }, (_, place) => ({ ...long, openTime: NOON + place * 60_000 }));
  const views = handMadeViews({ candles: () => rows });
  const response = ask(getCandles, handMadeState(), { symbol: 'BTC-USDT', interval: '1m' }, views) as {
    readonly candles: readonly { readonly openTime: number }[];
  };
  const { candles } = response;
  const size = JSON.stringify(long).length + 1;
  expect(size).toBeGreaterThan(210);
  expect(JSON.stringify(response).length).toBeLessThanOrEqual(1_048_576);
  expect(JSON.stringify(response).length).toBeGreaterThan(1_048_576 - 1_024 - size);
  expect(candles[0]?.openTime).toBe(NOON + 4_999 * 60_000);
  expect(candles.map(({ openTime }) => (openTime - NOON) / 60_000)).toEqual(
    Array.from({ length: candles.length }, (_, place) => 4_999 - place),
  );
});

test.each<[JsonObject]>([
  [{ interval: '2m' }],
  [{ interval: null }],
  [{ interval: 60 }],
  [{ startTime: 6, endTime: 5 }],
  [{ startTime: -1 }],
  [{ endTime: '5' }],
  [{ limit: -1 }],
  [{ limit: 1.5 }],
])('%j is refused', (params) => {
  expect(ask(getCandles, handMadeState(), { symbol: 'BTC-USDT', interval: '1m', ...params })).toEqual(
    refusal('VALIDATION_ERROR', 400, 'Invalid request parameters'),
  );
});

test('the symbol is checked first', () => {
  expect(ask(getCandles, handMadeState(), { symbol: '', interval: '2m' })).toEqual(
    refusal('INVALID_FORMAT', 400, 'market name empty'),
  );
});
