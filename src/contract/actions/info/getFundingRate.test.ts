import { expect, test } from 'vitest';
import { handMadeState, marketIn, NOON } from '../../hand-made.test-helper.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getFundingRate } from './getFundingRate.ts';

test('the running hour and the last settlement', () => {
  const state = handMadeState();
  const market = marketIn(state, 'BTC-USDT');
  // Half an hour of 0.004: 0.0035 / 8.
  Object.assign(market.funding, {
    sampledTo: NOON,
    samples: 1_800,
    premiumSum: 7_200_000_000_000_000_000n,
    lastRate: -250,
    lastAt: NOON - 1_800_000,
  });
  expect(ask(getFundingRate, state, { symbol: ' btc-usdt ' })).toEqual({
    symbol: 'BTC-USDT',
    estimatedFundingRate: '0.0004375',
    lastSettlementRate: '-0.0000025',
    lastSettlementTime: NOON - 1_800_000,
    nextFundingTime: NOON + 3_600_000,
    fundingInterval: 3_600_000,
  });
});

test('before the first settlement', () => {
  expect(ask(getFundingRate, handMadeState(), { symbol: 'BTC-USDT' })).toMatchObject({
    lastSettlementRate: '0',
    lastSettlementTime: 0,
  });
});

test.each([
  ['no symbol', {}, 'market name empty'],
  ['an unknown market', { symbol: 'DOT-USDT' }, 'market name invalid'],
])('%s is refused', (_case, params, message) => {
  expect(ask(getFundingRate, handMadeState(), params)).toEqual(refusal('INVALID_FORMAT', 400, message));
});
