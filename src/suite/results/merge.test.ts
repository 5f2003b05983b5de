import { expect, test } from 'vitest';
import { coverageFor } from '../reporters/coverage.test-helper.ts';
import { ctrfJson } from '../reporters/ctrf.ts';
import { junitXml } from '../reporters/junit.ts';
import { markdownSummary } from '../reporters/markdown.ts';
import { summaryText } from '../reporters/summary-text.ts';
import { mergeRuns } from './merge.ts';
import { FACTS, runOf, scenario } from './run.test-helper.ts';
import { runJson } from './run-json.ts';
import type { Run, RunFacts } from './run.ts';

const SCENARIOS = [
  scenario(4, { uri: 'features/auth/nonce.feature', area: 'auth', tags: ['clause:A'] }),
  scenario(8, { verdict: 'failed', error: 'no', tags: ['clause:B'] }),
  scenario(12, { verdict: 'skipped', reason: 'needs clock' }),
  scenario(16, { verdict: 'expected-failure', reason: 'is wrong', error: 'no' }),
];

/** The scenarios at these places, as one of two shards that took a second each. */
const part = (index: number, places: readonly number[], facts: Partial<RunFacts> = {}) =>
  runOf(
    places.flatMap((place) => SCENARIOS[place] ?? []),
    { shard: { index, of: 2 }, startedAt: FACTS.startedAt + 1_000 * index, wallMs: 1_000, ...facts },
  );

const ONE = part(1, [0, 2]);
const TWO = part(2, [1, 3]);

/** A run without the times of the machine that ran it: equal for two runs that found the same, and so are its reports. */
function comparable({ facts, scenarios }: Run): Run {
  return {
    facts: { ...facts, startedAt: 0, wallMs: 0 },
    scenarios: scenarios.map((scenario) => ({ ...scenario, durationMs: 0 })),
  };
}

test('shards come together as the run that was cut', () => {
  const whole = runOf(SCENARIOS.map((each) => ({ ...each, durationMs: 990 })));
  for (const merged of [mergeRuns([ONE, TWO]), mergeRuns([TWO, ONE])]) {
    expect(comparable(merged)).toEqual(comparable(whole));
    for (const report of [junitXml, ctrfJson, runJson]) {
      expect(report(comparable(merged))).toBe(report(comparable(whole)));
    }
    const pages = [merged, whole]
      .map(comparable)
      .map((run) => [markdownSummary(run, coverageFor(run)), summaryText(run, { colour: true })]);
    expect(pages[0]).toEqual(pages[1]);
  }
});

test('it lasts from the first beginning to the last end', () => {
  expect(mergeRuns([TWO, ONE]).facts).toMatchObject({ startedAt: FACTS.startedAt + 1_000, wallMs: 2_000, shard: null });
});

test('tokens, leftovers and early ends are those of all parts', () => {
  const one = {
    ...ONE,
    facts: { ...ONE.facts, tokens: { budget: 50, spent: 20 }, leftBehind: ['order 1'], stopped: 'x' },
  };
  const two = {
    ...TWO,
    facts: { ...TWO.facts, tokens: { budget: 60, spent: 3 }, leftBehind: ['order 2'], stopped: 'x' },
  };
  expect(mergeRuns([one, two]).facts).toMatchObject({
    tokens: { budget: 110, spent: 23 },
    leftBehind: ['order 1', 'order 2'],
    stopped: 'x',
  });
  expect(mergeRuns([ONE, two]).facts).toMatchObject({ tokens: { budget: 60, spent: 3 }, stopped: 'x' });
});

test('a capability that one part lacked is none of the whole', () => {
  expect(mergeRuns([ONE, part(2, [1], { capabilities: ['control'] })]).facts.capabilities).toEqual(['control']);
});

test('a seed that parts do not share is none', () => {
  const seeded = part(1, [0], { seed: '7' });
  expect(mergeRuns([seeded, part(2, [1], { seed: '7' })]).facts.seed).toBe('7');
  expect(mergeRuns([seeded, part(2, [1], { seed: '8' })]).facts.seed).toBeNull();
});

test('without all its shards a run is incomplete', () => {
  const third = { shard: { index: 3, of: 3 } };
  expect(mergeRuns([ONE]).facts.stopped).toBe('shard 2/2 missing');
  expect(mergeRuns([part(3, [0], third)]).facts.stopped).toBe('shards 1/3, 2/3 missing');
  expect(mergeRuns([ONE, TWO]).facts.stopped).toBeNull();
});

test('a scenario that ran twice counts once, and must have come to the same verdict', () => {
  expect(mergeRuns([ONE, ONE, TWO]).scenarios.map(({ line }) => line)).toEqual([4, 8, 12, 16]);
  const otherwise = runOf([scenario(8)], TWO.facts);
  expect(() => mergeRuns([ONE, TWO, otherwise])).toThrow(
    'features/trade/cancelOrders.feature:8 came to two verdicts: failed and passed',
  );
});

test.each([
  [
    { suite: { ...FACTS.suite, version: '0.2.0' } },
    'different suites cannot be merged: perpsim 0.1.0 and perpsim 0.2.0',
  ],
  [
    { target: { ...FACTS.target, kind: 'remote' } },
    'different kinds of target cannot be merged: in-process and remote',
  ],
  [{ target: { ...FACTS.target, version: null } }, 'different target versions cannot be merged: 0.1.0 and unknown'],
  [{ profile: 'core' }, 'different profiles cannot be merged: full and core'],
  [{ transport: 'ws' }, 'different ways cannot be merged: rest and ws'],
  [{ selection: ['--tags @auth'] }, 'different selections cannot be merged: everything and --tags @auth'],
  [{ shard: { index: 2, of: 3 } }, 'shards of different cuts cannot be merged: 1/2 and 1/3'],
] satisfies [Partial<RunFacts>, string][])('runs that differ in %j are not merged', (facts, why) => {
  expect(() => mergeRuns([ONE, part(2, [1], facts)])).toThrow(why);
});

test('no run is no run', () => {
  expect(() => mergeRuns([])).toThrow('there is no run to merge');
});
