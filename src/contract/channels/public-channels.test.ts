import { describe, expect, test } from 'vitest';
import { testConfig } from '../../engine/config.test-helper.ts';
import { genesis } from '../../engine/genesis.ts';
import { isRefusal } from '../../kernel/errors.ts';
import { refusal } from '../actions/info/responses.test-helper.ts';
import type { Channel } from '../channel.ts';
import { CHANNELS } from '../channels.ts';
import type { JsonObject } from '../json.ts';

const { state } = genesis(testConfig());

const channelOf = (type: string): Channel<unknown> => {
  const channel = CHANNELS.get(type);
  if (!channel) throw new Error(`no channel ${type}`);
  return channel as unknown as Channel<unknown>;
};
const parsed = (type: string, params: JsonObject): unknown => channelOf(type).parse(params, { state, now: state.now });

/** What a subscription is acknowledged with, or refused with. */
function asked(type: string, params: JsonObject): unknown {
  const result = parsed(type, params);
  return isRefusal(result) ? result : channelOf(type).acknowledgement(result);
}

/** Whether an `unsubscribe` with these params ends that subscription. */
const ends = (type: string, subscribed: JsonObject, params: JsonObject): boolean =>
  channelOf(type).ends(params, parsed(type, subscribed));

const INVALID = refusal('INVALID_FORMAT', 400, 'market name invalid');
const EMPTY = refusal('INVALID_FORMAT', 400, 'market name empty');
const TIMEFRAME = refusal(
  'VALIDATION_ERROR',
  400,
  'timeframe must be one of 1m, 5m, 15m, 30m, 1h, 4h, 8h, 12h, 1d, 3d, 1w, 1M, 3M',
);

test.each([
  ['marketPriceUpdates', 'marketPrices'],
  ['price', 'marketPrices'],
  ['trade', 'trades'],
  ['candle', 'candles'],
])('%s is another word for %s', (alias, name) => {
  expect(channelOf(alias).name).toBe(name);
});

describe.each(['marketPrices', 'trades'])('the markets of %s', (type) => {
  test.each<[JsonObject, unknown]>([
    [{}, {}],
    [{ symbol: null }, {}],
    [{ symbol: '' }, EMPTY],
    [{ symbol: ' ' }, EMPTY],
    [{ symbol: 'ALL' }, { symbol: 'ALL' }],
    [{ symbol: ' all ' }, { symbol: 'ALL' }],
    [{ symbol: 'btc-usdt' }, { symbol: 'BTC-USDT' }],
    [{ symbol: 'DOGE-EUR' }, INVALID],
    [{ symbol: 'BTCUSDT' }, INVALID],
    [{ symbol: 5 }, INVALID],
    [{ symbol: ['BTC-USDT'] }, INVALID],
    [{ symbol: '__proto__' }, INVALID],
  ])('%o', (params, response) => {
    expect(asked(type, params)).toEqual(response);
  });

  test('all of them are one stream, however they are asked for', () => {
    const keys = [{}, { symbol: 'ALL' }, { symbol: null }].map((params) => channelOf(type).key(parsed(type, params)));
    expect(new Set(keys)).toEqual(new Set(['ALL']));
  });

  test.each<[JsonObject, JsonObject, boolean]>([
    [{}, {}, true],
    [{}, { symbol: 'ALL' }, true],
    [{ symbol: 'ALL' }, {}, true],
    [{}, { symbol: null }, true],
    [{}, { symbol: '' }, false],
    [{}, { symbol: 5 }, false],
    [{}, { symbol: 'BTC-USDT' }, false],
    [{ symbol: 'BTC-USDT' }, {}, false],
    [{ symbol: 'BTC-USDT' }, { symbol: ' btc-usdt ' }, true],
    [{ symbol: 'BTC-USDT' }, { symbol: 'ETH-USDT' }, false],
  ])('a subscription to %o and an end of %o: %s', (subscribed, params, end) => {
    expect(ends(type, subscribed, params)).toBe(end);
  });
});

describe('an order book', () => {
  const BTC = { symbol: 'BTC-USDT' };
  const response = { symbol: 'BTC-USDT', depth: 50, format: 'diff', updateFrequencyMs: 250 };
  const depth = refusal('VALIDATION_ERROR', 400, 'depth must be one of 10, 50, 100');
  const format = refusal('VALIDATION_ERROR', 400, 'format must be one of diff, snapshot');
  const often = refusal('VALIDATION_ERROR', 400, 'updateFrequencyMs must be one of 50, 100, 250, 500, 1000');
  const deep = refusal('VALIDATION_ERROR', 400, 'updateFrequencyMs must be one of 250, 500, 1000 with depth 100');

  test.each<[JsonObject, unknown]>([
    [BTC, response],
    [{ ...BTC, depth: null, format: null, updateFrequencyMs: null }, response],
    [
      { ...BTC, depth: 10, format: 'snapshot', updateFrequencyMs: 50 },
      { ...response, depth: 10, format: 'snapshot', updateFrequencyMs: 50 },
    ],
    [
      { ...BTC, depth: 100 },
      { ...response, depth: 100 },
    ],
    [
      { ...BTC, depth: 100, updateFrequencyMs: 1000 },
      { ...response, depth: 100, updateFrequencyMs: 1000 },
    ],
    [{ ...BTC, depth: 100, updateFrequencyMs: 100 }, deep],
    [{ ...BTC, depth: 100, updateFrequencyMs: 50 }, deep],
    [{ ...BTC, updateFrequencyMs: 200 }, often],
    [{ ...BTC, updateFrequencyMs: '250' }, often],
    [{ ...BTC, depth: 0 }, depth],
    [{ ...BTC, depth: 11 }, depth],
    [{ ...BTC, depth: '50' }, depth],
    [{ ...BTC, format: 'DIFF' }, format],
    [{ ...BTC, format: true }, format],
    [{}, EMPTY],
    [{ symbol: '' }, EMPTY],
    [{ symbol: 'ALL' }, INVALID],
  ])('%o', (params, expected) => {
    expect(asked('orderbook', params)).toEqual(expected);
  });

  test('ends by its market alone', () => {
    const subscribed = { ...BTC, depth: 10, format: 'snapshot' };
    expect(ends('orderbook', subscribed, { symbol: 'btc-usdt' })).toBe(true);
    expect(ends('orderbook', subscribed, { symbol: 'ETH-USDT' })).toBe(false);
    expect(ends('orderbook', subscribed, {})).toBe(false);
  });

  test('takes the place of another one of the same market', () => {
    const { replaces } = channelOf('orderbook');
    const [one, other, ether] = [{ ...BTC }, { ...BTC, depth: 10 }, { symbol: 'ETH-USDT' }].map((params) =>
      parsed('orderbook', params),
    );
    expect([replaces?.(one, other), replaces?.(one, ether)]).toEqual([true, false]);
  });
});

describe('candles', () => {
  const BTC = { symbol: 'BTC-USDT' };

  test.each<[JsonObject, unknown]>([
    [
      { ...BTC, timeframe: '1m' },
      { symbol: 'BTC-USDT', timeframe: '1m' },
    ],
    [
      { symbol: 'btc-usdt', interval: '3M' },
      { symbol: 'BTC-USDT', timeframe: '3M' },
    ],
    [
      { ...BTC, timeframe: '1h', interval: '1m' },
      { symbol: 'BTC-USDT', timeframe: '1h' },
    ],
    [BTC, TIMEFRAME],
    [{ ...BTC, timeframe: '3m' }, TIMEFRAME],
    [{ ...BTC, timeframe: '2h' }, TIMEFRAME],
    [{ ...BTC, timeframe: '6h' }, TIMEFRAME],
    [{ ...BTC, timeframe: '1H' }, TIMEFRAME],
    [{ ...BTC, timeframe: 60 }, TIMEFRAME],
    [{ timeframe: '1m' }, EMPTY],
    [{ symbol: '', timeframe: '1m' }, EMPTY],
    [{ symbol: 'ALL', timeframe: '1m' }, INVALID],
  ])('%o', (params, expected) => {
    expect(asked('candles', params)).toEqual(expected);
  });

  test('end by market and interval, in either spelling', () => {
    const subscribed = { ...BTC, timeframe: '1m' };
    expect(ends('candles', subscribed, { ...BTC, interval: '1m' })).toBe(true);
    expect(ends('candles', subscribed, { ...BTC, timeframe: '5m' })).toBe(false);
    expect(ends('candles', subscribed, BTC)).toBe(false);
    expect(ends('candles', subscribed, { symbol: 'ETH-USDT', timeframe: '1m' })).toBe(false);
  });
});

test.each<[JsonObject, unknown]>([
  [{ symbol: ' btc-usdt' }, { symbol: 'BTC-USDT' }],
  [{}, EMPTY],
  [{ symbol: '' }, EMPTY],
  [{ symbol: 'ALL' }, INVALID],
  [{ symbol: 'XYZ-USDT' }, INVALID],
])('liquidations of %o', (params, expected) => {
  expect(asked('liquidations', params)).toEqual(expected);
});
