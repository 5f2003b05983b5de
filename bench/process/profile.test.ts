import { expect, test } from 'vitest';
import { type Profile, selfTimes } from './profile.ts';

const frame = (functionName: string, url: string, lineNumber: number) => ({
  functionName,
  url,
  lineNumber,
  columnNumber: 0,
});

test('self times are summed over the nodes of a function, the most expensive first', () => {
  const profile: Profile = {
    nodes: [
      { id: 1, callFrame: frame('', 'a.js', 4) },
      { id: 2, callFrame: frame('match', 'a.js', 9) },
      { id: 3, callFrame: frame('match', 'a.js', 9) },
      { id: 4, callFrame: frame('(garbage collector)', '', -1) },
    ],
    samples: [1, 2, 3, 2, 4],
    timeDeltas: [1_000, 2_000, 3_000, 500, 250],
  };
  expect(selfTimes(profile, ({ url, lineNumber }) => (url === '' ? '' : `${url}:${lineNumber + 1}`))).toEqual([
    { name: 'match a.js:10', ms: 5.5 },
    { name: '(anonymous) a.js:5', ms: 1 },
    { name: '(garbage collector)', ms: 0.25 },
  ]);
});
