import { expect, test } from 'vitest';
import { ALL_CLAUSES } from './clause-filter.ts';
import { EVERYTHING } from './filter.ts';
import { hashOf, type Location, locationOf, START } from './location.ts';

test.each<[string, Location]>([
  ['summary', START],
  ['transitions', { ...START, view: 'transitions' }],
  ['scenarios', { ...START, view: 'scenarios' }],
  [
    'scenarios?q=%3Cb%3E+%26+%C3%A9&verdict=failed&verdict=skipped&area=trade&tag=a%26b&tag=c&clause=ERR-*&id=features%2Fa.feature%3A1',
    {
      ...START,
      view: 'scenarios',
      filter: {
        ...EVERYTHING,
        text: '<b> & é',
        verdicts: ['failed', 'skipped'],
        area: 'trade',
        clause: 'ERR-*',
        tags: ['a&b', 'c'],
        id: 'features/a.feature:1',
      },
    },
  ],
  [
    'clauses?q=page&state=failed&state=waived&surface=ws&kind=limit',
    {
      ...START,
      view: 'clauses',
      clauses: { text: 'page', states: ['failed', 'waived'], surface: 'ws', kind: 'limit' },
    },
  ],
])('#%s leads to what it came from', (hash, location) => {
  const read = locationOf(`#${hash}`);
  expect(read).toEqual(location);
  expect(locationOf(`#${hashOf(read)}`)).toEqual(location);
});

test('the address is as short as what it says', () => {
  expect(hashOf({ ...START, view: 'scenarios', filter: { ...EVERYTHING, text: 'a', needs: 'clock' } })).toBe(
    'scenarios?q=a&needs=clock',
  );
});

test.each(['', '#', '#nowhere?q=1', '#summary?verdict=failed'])('%j shows the summary', (hash) => {
  expect(locationOf(hash)).toEqual(START);
});

test('what an address says wrongly is left out', () => {
  expect(locationOf('#scenarios?verdict=odd&verdict=failed&colour=red').filter).toEqual({
    ...EVERYTHING,
    verdicts: ['failed'],
  });
  expect(locationOf('#clauses?state=odd').clauses).toEqual(ALL_CLAUSES);
});
