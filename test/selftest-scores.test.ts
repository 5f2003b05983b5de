import { expect, test } from 'vitest';
import type { PlainFinding } from '../scripts/selftest/plain-table.ts';
import { areSound, bothScores, type Halves, scoreLines, scoreMarkdown } from '../scripts/selftest/scores.ts';
import type { Finding } from '../scripts/selftest/table.ts';

const BY = { id: 'features/a.feature:1', name: 'a read', said: 'should be ok' };
const STEERED: Finding = {
  name: 'end-excluded',
  group: 'lists',
  clause: 'GETTRADES-PARAM-ENDTIME',
  what: 'A record at endTime is left out.',
  transport: 'rest',
  scenarios: 3,
  caught: BY,
  seconds: 0.25,
};
const PLAIN: PlainFinding = { ...STEERED, verdict: 'caught', ran: 1, skipped: [] };
const CONTROL = { scenarios: 3, failed: [] };
const HALVES: Halves = {
  steered: {
    control: CONTROL,
    findings: [STEERED, { ...STEERED, group: 'matching' }, { ...STEERED, name: 'end-moved' }],
    stub: null,
    seconds: 10,
  },
  plain: {
    control: CONTROL,
    findings: [PLAIN, { ...PLAIN, name: 'end-moved', verdict: 'passed', caught: null }],
    seconds: 20,
  },
};

test('each group has both scores, and so has the whole', () => {
  expect(bothScores(HALVES)).toEqual([
    { group: 'lists', steered: { caught: 2, wrongs: 2 }, plain: { caught: 1, wrongs: 2 } },
    { group: 'matching', steered: { caught: 1, wrongs: 1 }, plain: null },
    { group: 'all', steered: { caught: 3, wrongs: 3 }, plain: { caught: 1, wrongs: 2 } },
  ]);
});

test('the last lines have the table, the time of it all and the verdict', () => {
  expect(scoreLines(HALVES, 31.4)).toEqual([
    'caught      with control plane     without',
    'lists         2 of 2  100.0 %        1 of 2   50.0 %',
    'matching      1 of 1  100.0 %             -',
    'all           3 of 3  100.0 %        1 of 2   50.0 %',
    'in 31 s in all: sound',
  ]);
});

test('the page begins with the same table', () => {
  const page = scoreMarkdown({ ...HALVES, plain: null }, 31.4);
  expect(page).toContain('\nSound, in 31 s in all.\n');
  expect(page).toContain('\n| lists | 2 of 2 | 100.0 % | - | - |\n');
  expect(page).toContain('\n| all | 3 of 3 | 100.0 % | - | - |\n');
});

test('a survivor with a control plane and a broken control run of either half are not sound, a survivor without is', () => {
  const { steered, plain } = HALVES;
  const broken = { scenarios: 3, failed: [{ ...BY, trace: [] }] };
  const given: readonly Halves[] = [
    HALVES,
    { steered: null, plain: null },
    { ...HALVES, steered: steered && { ...steered, findings: [{ ...STEERED, caught: null }] } },
    { ...HALVES, steered: steered && { ...steered, control: broken } },
    { ...HALVES, plain: plain && { ...plain, control: broken } },
  ];
  expect(given.map(areSound)).toEqual([true, true, false, false, false]);
  expect(given.map((halves) => scoreLines(halves, 1).at(-1)?.endsWith('all: sound'))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
