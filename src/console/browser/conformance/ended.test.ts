import { expect, test } from 'vitest';
import { endedShown, failedAgain } from './ended.ts';

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

const failures = (files: number, each: number) =>
  Array.from({ length: files * each }, (_, at) => ({
    id: `features/trade/a-feature-with-a-long-name-${at % files}.feature:${100 + at}`,
    name: '',
    verdict: 'failed',
  }));

test('all that failed is run again, whatever its number', () => {
  expect(failedAgain(ENDED)).toEqual({
    count: 2,
    features: ['features/trade/cancelOrders.feature:9', 'features/trade/getTrades.feature:12'],
    areWholeFiles: false,
  });
  const { count, features } = failedAgain(failures(27, 3));
  expect([count, features.flatMap((path) => path.split(':').slice(1)).length]).toEqual([81, 81]);
});

test('where the lines make too long a text, whole files are run again', () => {
  const { count, features, areWholeFiles } = failedAgain(failures(200, 15));
  expect([count, features.length, areWholeFiles]).toEqual([3_000, 200, true]);
  expect(JSON.stringify(features).length).toBeLessThan(20_000);
});
