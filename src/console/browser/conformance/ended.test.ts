import { expect, test } from 'vitest';
import { endedShown } from './ended.ts';

const ENDED = [
  { id: 'features/auth/expiry.feature:7', name: 'placeOrders is refused', verdict: 'passed' },
  { id: 'features/trade/cancelOrders.feature:9', name: 'an order is cancelled', verdict: 'failed' },
  { id: 'features/trade/getTrades.feature:4', name: 'trades are listed', verdict: 'skipped' },
  { id: 'features/trade/getTrades.feature:12', name: 'the suite itself went wrong', verdict: 'error' },
];
const idsOf = (...asked: [view: 'all' | 'failed' | 'skipped', text: string]): string[] =>
  endedShown(ENDED, ...asked).map(({ id }) => id);

test('the latest scenario is the first', () => {
  expect(idsOf('all', '')).toEqual([...ENDED].reverse().map(({ id }) => id));
});

test('a view and the words of a text leave scenarios', () => {
  expect(idsOf('failed', '')).toEqual(['features/trade/getTrades.feature:12', 'features/trade/cancelOrders.feature:9']);
  expect(idsOf('skipped', '')).toEqual(['features/trade/getTrades.feature:4']);
  expect(idsOf('all', 'TRADE listed')).toEqual(['features/trade/getTrades.feature:4']);
  expect(idsOf('failed', 'listed')).toEqual([]);
});
