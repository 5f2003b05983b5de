import { expect, test } from 'vitest';
import { handMadeState, marketIn, rest } from '../../hand-made.test-helper.ts';
import { ask } from './responses.test-helper.ts';
import { getMids } from './getMids.ts';

test('the mean of best bid and ask, exact between two ticks; the index while a side is empty', () => {
  const state = handMadeState();
  rest(state, 'BTC-USDT', 'buy', 94_999, 100);
  rest(state, 'BTC-USDT', 'sell', 95_000, 100);
  rest(state, 'WTI-USDT', 'buy', 7_190, 100);
  rest(state, 'WTI-USDT', 'sell', 7_212, 100);
  rest(state, 'ADA-USDT', 'buy', 39, 100);
  expect(ask(getMids, state)).toEqual({ 'BTC-USDT': '94999.5', 'WTI-USDT': '72.01', 'ADA-USDT': '0.40' });
});

test('an index between two ticks is rounded half to even', () => {
  const state = handMadeState();
  marketIn(state, 'BTC-USDT').index = 9_500_025_000_000;
  expect(ask(getMids, state)).toHaveProperty('BTC-USDT', '95000.2');
});

test('leaves closed markets out and ignores a filter', () => {
  const state = handMadeState();
  marketIn(state, 'WTI-USDT').status = 'closed';
  expect(ask(getMids, state, { symbol: 'WTI-USDT' })).toEqual({ 'BTC-USDT': '95000', 'ADA-USDT': '0.40' });
});

test('costs 50 tokens', () => {
  expect(getMids.cost({})).toBe(50);
});
