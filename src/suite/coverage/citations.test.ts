import { expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import { askedIn, askedText } from './citations.ts';

const SCENARIOS = [
  scenario(1, { tags: ['clause:A', 'clause:B'] }),
  scenario(2, { tags: ['clause:B'], verdict: 'failed' }),
  scenario(3, { tags: ['clause:C'], verdict: 'skipped' }),
  scenario(4, { tags: ['clause:D'] }),
];

test('clauses are asked where a scenario cites them, and proven where one passed and none failed', () => {
  expect(askedIn({ scenarios: SCENARIOS })).toEqual({ proven: 2, asked: 4 });
});

test.each([
  [{}, 'clauses proven: 2 of 4 that profile full could ask'],
  [{ selection: ['--tags @auth'] }, 'clauses proven: 2 of 4 that the chosen scenarios could ask'],
  [{ shard: { index: 1, of: 2 } }, 'clauses proven: 2 of 4 that the chosen scenarios could ask'],
])('the text says whose choice it was: %j', (facts, text) => {
  expect(askedText(runOf(SCENARIOS, facts))).toBe(text);
});

test('a run that cites nothing has no such text', () => {
  expect(askedText(runOf([scenario(1)]))).toBeUndefined();
});
