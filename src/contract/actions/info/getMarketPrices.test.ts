import { expect, test } from 'vitest';
import { handMadeState, handMadeViews, marketIn, rest } from '../../hand-made.test-helper.ts';
import { ask } from './responses.test-helper.ts';
import { getMarketPrices } from './getMarketPrices.ts';

test('a market that trades', () => {
  const state = handMadeState();
  const market = marketIn(state, 'BTC-USDT');
  Object.assign(market, { index: 9_500_049_000_000, mark: 95_003, lastTrade: 95_020, openInterest: 12_345 });
  rest(state, 'BTC-USDT', 'buy', 94_999, 100);
  rest(state, 'BTC-USDT', 'sell', 95_010, 100);
  const views = handMadeViews({
    dayStats: (symbol) =>
      symbol === 'BTC-USDT'
        ? { prevDayPrice: '94000', volume: '12.5', quoteVolume: '1187500', high: '96000', low: '93000' }
        : { prevDayPrice: '', volume: '0', quoteVolume: '0', high: '', low: '' },
  });
  expect(ask(getMarketPrices, state, {}, views)).toHaveProperty('BTC-USDT', {
    symbol: 'BTC-USDT',
    bestBid: '94999',
    bestAsk: '95010',
    markPrice: '95003',
    indexPrice: '95000',
    // The last trade lies above the best ask, so the median of the three is the ask.
    lastPrice: '95010',
    prevDayPrice: '94000',
    volume24h: '12.5',
    quoteVolume24h: '1187500',
    fundingRate: '0.0000125',
    openInterest: '0.2469',
    timestamp: 1_767_614_400_000,
  });
});

test('a session market in which nothing has happened', () => {
  expect(ask(getMarketPrices, handMadeState())).toHaveProperty('WTI-USDT', {
    symbol: 'WTI-USDT',
    bestBid: '0',
    bestAsk: '0',
    markPrice: '72.00',
    indexPrice: '72.00',
    lastPrice: '72.00',
    prevDayPrice: '0',
    volume24h: '0',
    quoteVolume24h: '0',
    fundingRate: '0.0000125',
    openInterest: '0',
    timestamp: 1_767_614_400_000,
    onHours: true,
  });
});

test('lists open markets only', () => {
  const state = handMadeState();
  marketIn(state, 'BTC-USDT').status = 'closed';
  marketIn(state, 'ADA-USDT').status = 'close_only';
  state.now = Date.UTC(2026, 0, 10, 12); // A Saturday.
  expect(Object.keys(ask(getMarketPrices, state) as object)).toEqual(['WTI-USDT', 'ADA-USDT']);
  marketIn(state, 'WTI-USDT').status = 'closed';
  expect(Object.keys(ask(getMarketPrices, state) as object)).toEqual(['ADA-USDT']);
});

test.each([
  ['the last moment of the session', Date.UTC(2026, 0, 5, 19, 59, 59, 999), true],
  ['the end of the session', Date.UTC(2026, 0, 5, 20), false],
  ['a Saturday', Date.UTC(2026, 0, 10, 12), false],
])('a session market says whether it is within its hours: %s', (_when, now, onHours) => {
  const state = handMadeState();
  state.now = now;
  expect(ask(getMarketPrices, state)).toHaveProperty('WTI-USDT.onHours', onHours);
});

test('costs 200 tokens and needs no loaded history', () => {
  expect(getMarketPrices.cost({})).toBe(200);
  expect(getMarketPrices.usesHistory).toBe(false);
});
