import { expect, test } from 'vitest';
import { type Look, type Pair, pairMarkdown, pairScores } from '../scripts/selftest/pair-table.ts';

const CAUGHT: Look = {
  verdict: 'caught',
  caught: { id: 'features/a.feature:7', name: 'a trade is listed', said: 'it is not' },
  scenarios: 3,
  ran: 1,
  why: [],
  seconds: 1,
};
const missed = (verdict: Look['verdict']): Look => ({
  ...CAUGHT,
  verdict,
  caught: null,
  ran: verdict === 'passed' ? 1 : 0,
  why: ['2 needs control'],
});

const pair = (name: string, usual: Look, other: Look): Pair => {
  return { name, group: 'lists', clause: 'GETTRADES', what: 'It | errs.', transport: 'rest', usual, other };
};
const PAIRS = [
  pair('in-both', CAUGHT, CAUGHT),
  pair('on-quiet-alone', CAUGHT, missed('unsettled')),
  pair('in-neither', missed('passed'), missed('skipped')),
  pair('never-run', missed('skipped'), missed('unsettled')),
  pair('broken', missed('broke-down'), missed('broke-down')),
];

test('what was caught or ran in one world is what a plain target can show', () => {
  expect(pairScores(PAIRS)).toEqual({ all: 5, showable: 3, usual: 2, other: 1, lost: 1 });
});

test('each wrong is in the table of what became of it, with its reason', () => {
  const page = pairMarkdown(PAIRS, 'default');
  const chapterOf = (name: string): string | undefined => {
    const at = page.findIndex((line) => line.startsWith(`| ${name} |`));
    return page.slice(0, at).findLast((line) => line.startsWith('## '));
  };
  expect(PAIRS.map(({ name }) => chapterOf(name))).toEqual([
    '## Caught',
    '## Caught on quiet and missed on default',
    '## Missed in both worlds',
    '## What a plain target cannot show',
    '## What a plain target cannot show',
  ]);
  expect(page.find((line) => line.startsWith('| on-quiet-alone |'))).toContain('It \\| errs.');
  expect(page.find((line) => line.startsWith('| on-quiet-alone |'))).toContain(
    'none of 3 scenarios run; 2 needs control',
  );
});
