import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { respondTo } from '../exchange/reads/all.ts';
import type { State } from '../engine/state.ts';
import {
  AGGREGATOR_FAILED,
  AGGREGATOR_RATE_LIMITED,
  AGGREGATOR_ROUTES,
  type AggregatorResponse,
  type AggregatorRoute,
} from './aggregator.ts';
import { handMadeState, handMadeViews, marketIn, rest } from './hand-made.test-helper.ts';

const ajv = new Ajv2020({ strict: true });
const CACHE = { 'Cache-Control': 'public, max-age=5' };

function routeOf(path: string): AggregatorRoute {
  const route = AGGREGATOR_ROUTES.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`no route ${path}`);
  return route;
}

/** Asks a route; a 200 must fit the schema of the route. */
function ask(path: string, state: State, query = '', views = handMadeViews()): AggregatorResponse {
  const route = routeOf(path);
  const meta = { requestId: '00000000000000a1', timestamp: state.now };
  const response = respondTo(route.path)(new URLSearchParams(query), { state, now: state.now, views, meta });
  if (response.status === 200) expect(ajv.validate(route.result, response.body), ajv.errorsText()).toBe(true);
  return response;
}

test('the routes and what they cost', () => {
  expect(AGGREGATOR_ROUTES.map(({ path, cost }) => [path, cost])).toEqual([
    ['/v1/info/contracts', 50],
    ['/v1/info/contract_specs', 50],
    ['/v1/info/orderbook', 200],
    ['/v1/exchange/status', 1],
  ]);
});

describe('GET /v1/info/contracts', () => {
  test('open markets by code unit of ticker_id, to be kept for five seconds', () => {
    const state = handMadeState();
    state.now = Date.UTC(2026, 0, 5, 12, 34, 56, 789);
    Object.assign(marketIn(state, 'BTC-USDT'), {
      index: 9_500_049_000_000,
      mark: 95_003,
      lastTrade: 95_020,
      openInterest: 12_345,
    });
    rest(state, 'BTC-USDT', 'buy', 94_999, 100);
    rest(state, 'BTC-USDT', 'sell', 95_010, 100);
    marketIn(state, 'WTI-USDT').status = 'closed';
    const views = handMadeViews({
      dayStats: (symbol) =>
        symbol === 'BTC-USDT'
          ? { prevDayPrice: '94000', volume: '12.5', quoteVolume: '1187500', high: '96000', low: '93000' }
          : { prevDayPrice: '', volume: '0', quoteVolume: '0', high: '', low: '' },
    });
    expect(ask('/v1/info/contracts', state, '', views)).toEqual({
      status: 200,
      headers: CACHE,
      body: [
        {
          ticker_id: 'ADA-USDT',
          base_currency: 'ADA',
          target_currency: 'USDT',
          product_type: 'Perpetual',
          funding_rate: '0.0000125',
          index_price: '0.40',
          last_price: '0.40',
          base_volume: '0',
          target_volume: '0',
          open_interest: '0',
          open_interest_usd: '0.00',
          next_funding_rate_timestamp: 1_767_618_000_000,
        },
        {
          ticker_id: 'BTC-USDT',
          base_currency: 'BTC',
          target_currency: 'USDT',
          product_type: 'Perpetual',
          funding_rate: '0.0000125',
          index_price: '95000',
          last_price: '95010',
          base_volume: '12.5',
          target_volume: '1187500',
          open_interest: '0.12345',
          // 0.12345 x 95000, the index as shown.
          open_interest_usd: '11727.75',
          next_funding_rate_timestamp: 1_767_618_000_000,
        },
      ],
    });
  });

  test('the value of open interest is rounded half to even to the cent', () => {
    const state = handMadeState();
    const market = marketIn(state, 'ADA-USDT');
    market.index = 25_000_000; // 0.25
    market.openInterest = 2; // 0.02, worth half a cent.
    expect(ask('/v1/info/contracts', state).body).toMatchObject([
      { open_interest: '0.02', open_interest_usd: '0.00' },
      {},
      {},
    ]);
    market.openInterest = 6; // 0.06, worth a cent and a half.
    expect(ask('/v1/info/contracts', state).body).toMatchObject([
      { open_interest: '0.06', open_interest_usd: '0.02' },
      {},
      {},
    ]);
  });
});

test('GET /v1/info/contract_specs', () => {
  const state = handMadeState();
  marketIn(state, 'BTC-USDT').status = 'closed';
  expect(ask('/v1/info/contract_specs', state)).toEqual({
    status: 200,
    headers: CACHE,
    body: [
      { ticker_id: 'ADA-USDT', contract_type: 'Vanilla', contract_price_currency: 'USDT' },
      { ticker_id: 'WTI-USDT', contract_type: 'Vanilla', contract_price_currency: 'USDT' },
    ],
  });
});

describe('GET /v1/info/orderbook', () => {
  const state = handMadeState();
  marketIn(state, 'WTI-USDT').status = 'closed';
  for (let level = 0; level < 101; level += 1) {
    rest(state, 'BTC-USDT', 'buy', 90_000 - level, 100);
    rest(state, 'BTC-USDT', 'sell', 90_001 + level, 250);
  }
  const sides = (query: string) => ask('/v1/info/orderbook', state, query).body as { bids: unknown[]; asks: unknown[] };

  test('levels of an open market, best first', () => {
    expect(ask('/v1/info/orderbook', state, 'ticker_id=btc-usdt&depth=5')).toEqual({
      status: 200,
      headers: {},
      body: {
        ticker_id: 'BTC-USDT',
        timestamp: 1_767_614_400_000,
        bids: [
          ['90000', '0.001'],
          ['89999', '0.001'],
          ['89998', '0.001'],
          ['89997', '0.001'],
          ['89996', '0.001'],
        ],
        asks: [
          ['90001', '0.0025'],
          ['90002', '0.0025'],
          ['90003', '0.0025'],
          ['90004', '0.0025'],
          ['90005', '0.0025'],
        ],
      },
    });
  });

  test('100 levels when none are asked for', () => {
    expect(sides('ticker_id=BTC-USDT').bids).toHaveLength(100);
    expect(sides('ticker_id=BTC-USDT').asks).toHaveLength(100);
    expect(sides('ticker_id=BTC-USDT&depth=500').bids).toHaveLength(101);
  });

  test.each([
    ['', 'ticker_id is required'],
    ['ticker_id=', 'ticker_id is required'],
    ['depth=3', 'ticker_id is required'],
    ['ticker_id=DOGE-USDT', 'unknown ticker_id: DOGE-USDT'],
    ['ticker_id=doge-usdt&depth=3', 'unknown ticker_id: doge-usdt'],
    ['ticker_id=WTI-USDT', 'unknown ticker_id: WTI-USDT'],
    ['ticker_id=BTCUSDT', 'unknown ticker_id: BTCUSDT'],
    ['ticker_id=__proto__', 'unknown ticker_id: __proto__'],
    ['ticker_id=BTC-USDT&depth=', 'invalid depth: '],
    ['ticker_id=BTC-USDT&depth=6', 'invalid depth: 6'],
    ['ticker_id=BTC-USDT&depth=05', 'invalid depth: 05'],
    ['ticker_id=BTC-USDT&depth=-5', 'invalid depth: -5'],
    ['ticker_id=BTC-USDT&depth=1e1', 'invalid depth: 1e1'],
    ['ticker_id=BTC-USDT&depth=toString', 'invalid depth: toString'],
  ])('?%s is refused', (query, error) => {
    expect(ask('/v1/info/orderbook', state, query)).toEqual({ status: 400, headers: {}, body: { error } });
  });
});

describe('GET /v1/exchange/status', () => {
  test('the envelope, with the record once more at top level', () => {
    expect(ask('/v1/exchange/status', handMadeState())).toEqual({
      status: 200,
      headers: {},
      body: {
        status: 'ok',
        response: {
          accepting_orders: true,
          exchange_status: 'RUNNING',
          code: '',
          message: 'OK',
          timestamp_ms: 1_767_614_400_000,
        },
        accepting_orders: true,
        exchange_status: 'RUNNING',
        code: '',
        message: 'OK',
        timestamp_ms: 1_767_614_400_000,
        request_id: '00000000000000a1',
        requestId: '00000000000000a1',
        timestamp: 1_767_614_400_000,
      },
    });
  });

  test('is served while the exchange drains', () => {
    const { status, body } = ask('/v1/exchange/status', { ...handMadeState(), status: 'draining' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', accepting_orders: false, code: 'SERVICE_DRAINING' });
  });
});

test.each(['/v1/info/contracts', '/v1/info/contract_specs', '/v1/info/orderbook'])(
  '%s is unavailable while the exchange drains',
  (path) => {
    expect(ask(path, { ...handMadeState(), status: 'draining' }, 'ticker_id=BTC-USDT')).toEqual({
      status: 503,
      headers: {},
      body: { error: 'service unavailable' },
    });
  },
);

test('the responses for an empty bucket and for an internal error', () => {
  expect(AGGREGATOR_RATE_LIMITED).toEqual({
    status: 429,
    headers: { 'Retry-After': '5' },
    body: { error: 'rate limit exceeded' },
  });
  expect(AGGREGATOR_FAILED).toEqual({ status: 500, headers: {}, body: { error: 'internal error' } });
});
