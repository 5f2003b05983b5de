import { expect, test } from 'vitest';
import { handMadeState, handMadeViews, NOON } from '../../hand-made.test-helper.ts';
import type { FundingRatesQuery } from '../../views.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getFundingRateHistory } from './getFundingRateHistory.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

/** What the views were asked for, and the response. */
function asked(params: object): [FundingRatesQuery | undefined, unknown] {
  let query: FundingRatesQuery | undefined;
  const views = handMadeViews({
    fundingRates: (given) => {
      query = given;
      return [{ fundingRate: '0.0000125', at: NOON }];
    },
  });
  const response = ask(getFundingRateHistory, handMadeState(), { symbol: 'BTC-USDT', ...params }, views);
  return [query, response];
}

test('a rate is applied when its hour is over', () => {
  const [, response] = asked({ startTime: NOON - HOUR_MS, endTime: NOON });
  expect(response).toEqual({
    symbol: 'BTC-USDT',
    fundingRates: [{ fundingRate: '0.0000125', fundingTime: NOON, appliedAt: NOON }],
  });
});

test.each([
  ['a window of thirty days', NOON - MONTH_MS, NOON, undefined, { from: NOON - MONTH_MS, to: NOON, limit: 2160 }],
  ['an end to come', NOON, NOON + 1, 0, { from: NOON, to: NOON, limit: 2160 }],
  ['a limit', NOON, NOON, 7, { from: NOON, to: NOON, limit: 7 }],
  ['the greatest limit', NOON, NOON, 2160, { from: NOON, to: NOON, limit: 2160 }],
])('%s', (_case, startTime, endTime, limit, query) => {
  const [seen] = asked({ startTime, endTime, ...(limit !== undefined && { limit }) });
  expect(seen).toEqual({ symbol: 'BTC-USDT', ...query });
});

test.each([
  [{ endTime: NOON }, 'startTime is required'],
  [{ startTime: NOON }, 'endTime is required'],
  [{ startTime: NOON + 1, endTime: NOON }, 'startTime must be before endTime'],
  [{ startTime: NOON - MONTH_MS - 1, endTime: NOON }, 'startTime cannot be more than 30 days in the past'],
  [{ startTime: NOON, endTime: NOON, limit: 2161 }, 'limit cannot exceed 2160'],
  [{ startTime: NOON, endTime: NOON, limit: -1 }, 'limit must be non-negative'],
])('%j is refused', (params, message) => {
  expect(asked(params)).toEqual([undefined, refusal('VALIDATION_ERROR', 400, message)]);
});
