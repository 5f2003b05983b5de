import { expect, test } from 'vitest';
import { handMadeState, marketIn, NOON } from '../../../contract/hand-made.test-helper.ts';
import { allMarkets, openInterestOf, openMarkets, pricedMarkets } from './market-figures.ts';

const symbols = (markets: readonly { readonly spec: { readonly symbol: string } }[]): string[] =>
  markets.map(({ spec }) => spec.symbol);

test('markets keep the order of the configuration, whatever the order of the map', () => {
  const state = handMadeState();
  const reversed = { ...state, markets: new Map([...state.markets].reverse()) };
  expect(symbols(allMarkets(reversed))).toEqual(['BTC-USDT', 'WTI-USDT', 'ADA-USDT']);
});

test('closed markets and sessions out of hours are not open, close-only markets are', () => {
  const state = handMadeState();
  expect(symbols(openMarkets(state, NOON))).toEqual(['BTC-USDT', 'WTI-USDT', 'ADA-USDT']);
  marketIn(state, 'BTC-USDT').status = 'closed';
  marketIn(state, 'ADA-USDT').status = 'close_only';
  expect(symbols(openMarkets(state, NOON))).toEqual(['WTI-USDT', 'ADA-USDT']);
  expect(symbols(openMarkets(state, Date.UTC(2026, 0, 5, 19, 59, 59, 999)))).toEqual(['WTI-USDT', 'ADA-USDT']);
  expect(symbols(openMarkets(state, Date.UTC(2026, 0, 5, 20)))).toEqual(['ADA-USDT']);
});

test('prices are shown of every market that is not closed, hours or no', () => {
  const state = handMadeState();
  state.now = Date.UTC(2026, 0, 5, 20);
  expect(symbols(pricedMarkets(state))).toEqual(['BTC-USDT', 'WTI-USDT', 'ADA-USDT']);
  marketIn(state, 'WTI-USDT').status = 'closed';
  marketIn(state, 'ADA-USDT').status = 'close_only';
  expect(symbols(pricedMarkets(state))).toEqual(['BTC-USDT', 'ADA-USDT']);
});

test('open interest counts both sides', () => {
  const market = marketIn(handMadeState(), 'BTC-USDT');
  market.openInterest = 250;
  expect(openInterestOf(market)).toBe(500);
});
