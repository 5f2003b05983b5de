import { describe, expect, test } from 'vitest';
import type { PlannedScenario } from './plan.ts';
import { select, type Selection, SelectionError } from './select.ts';

const scenario = (uri: string, line: number, ...tags: string[]): PlannedScenario => ({
  id: `${uri}:${line}`,
  uri,
  line,
  lines: [line - 1, line],
  name: `scenario ${line}`,
  feature: 'f',
  area: 'trade',
  tags,
  steps: [],
});

const PLAN = [
  scenario('features/limits/ip.feature', 4, 'limits', 'clause:RATE-IP'),
  scenario('features/trade/a.feature', 3, 'trade', 'clause:GETTRADES-LIMIT', 'negative'),
  scenario('features/trade/a.feature', 9, 'trade', 'clause:GETTRADES-FIELD-ID'),
  scenario('features/trade/b.feature', 5, 'trade'),
];
const ALL: Selection = { paths: [], tags: [], clauses: [], exclude: [], rerun: undefined, shard: null };

const chosenBy = (part: Partial<Selection>): string[] => select(PLAN, { ...ALL, ...part }).map(({ id }) => id);

describe('a selection', () => {
  test('of nothing chooses everything, in the order of the plan', () => {
    expect(chosenBy({})).toEqual(PLAN.map(({ id }) => id));
  });

  test.each<[string, Partial<Selection>, string[]]>([
    ['a folder', { paths: ['features/trade/'] }, ['a.feature:3', 'a.feature:9', 'b.feature:5']],
    ['a file', { paths: ['features/trade/b.feature'] }, ['b.feature:5']],
    ['a line', { paths: ['./features/trade/a.feature:9'] }, ['a.feature:9']],
    ['the line of an outline', { paths: ['features/trade/a.feature:2'] }, ['a.feature:3']],
    ['two lines of a file', { paths: ['features/trade/a.feature:3:9'] }, ['a.feature:3', 'a.feature:9']],
    ['a tag expression', { tags: ['@trade and not @negative'] }, ['a.feature:9', 'b.feature:5']],
    ['two tag expressions, both', { tags: ['@trade', '@negative'] }, ['a.feature:3']],
    ['a glob of clauses', { clauses: ['GETTRADES-*'] }, ['a.feature:3', 'a.feature:9']],
    ['one of two globs', { clauses: ['RATE-IP', 'GETTRADES-FIELD-?D'] }, ['ip.feature:4', 'a.feature:9']],
    ['all but some files', { exclude: ['features/trade/**'] }, ['ip.feature:4']],
    ['all but one scenario', { exclude: ['features/*/a.feature:3'] }, ['ip.feature:4', 'a.feature:9', 'b.feature:5']],
    ['a rerun list', { rerun: ['features/trade/b.feature:5'] }, ['b.feature:5']],
    ['the first half', { shard: { index: 1, of: 2 } }, ['ip.feature:4', 'a.feature:9']],
    ['the second half', { shard: { index: 2, of: 2 } }, ['a.feature:3', 'b.feature:5']],
    ['a part of a choice', { tags: ['@trade'], shard: { index: 2, of: 2 } }, ['a.feature:9']],
  ])('by %s', (_, part, ends) => {
    expect(chosenBy(part).map((id) => id.replace(/^features\/[a-z]+\//, ''))).toEqual(ends);
  });

  test('refuses a path that names nothing, and tags that are no expression', () => {
    expect(() => chosenBy({ paths: ['features/nothing'] })).toThrow(
      new SelectionError('features/nothing names no scenario'),
    );
    expect(() => chosenBy({ paths: ['features/trade/a.feature:77'] })).toThrow(
      'features/trade/a.feature:77 is in no scenario; the nearest is features/trade/a.feature:9 "scenario 9"',
    );
    expect(() => chosenBy({ tags: ['@a and'] })).toThrow(/^"@a and" is no tag expression: /);
  });
});
