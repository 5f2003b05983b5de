import { expect, test } from 'vitest';
import { applyKnownFailing, findingText, type KnownFailing } from './known-failing.ts';
import { runOf, scenario } from './results/run.test-helper.ts';

const TODAY = '2026-06-30';

/** An entry that holds until the end of the year. */
function entry(kind: KnownFailing['about']['kind'], value: string, expires = '2026-12-31'): KnownFailing {
  return { about: { kind, value }, reason: 'is wrong', link: 'https://tracker.example/41', expires };
}

const FIRST = 'features/trade/cancelOrders.feature:12';
const failed = scenario(12, { verdict: 'failed', error: 'no', tags: ['trade', 'clause:CANCELORDERS'] });
const passed = scenario(20, { tags: ['trade', 'clause:CANCELORDERS-RESP'] });
const skipped = scenario(30, { verdict: 'skipped', reason: 'needs clock', tags: ['clause:SKIPPED'] });
const RUN = runOf([failed, passed, skipped]);

const verdictsOf = (list: readonly KnownFailing[]): string[] =>
  applyKnownFailing(RUN, list, TODAY).run.scenarios.map(({ verdict }) => verdict);

test.each([
  ['scenario', FIRST],
  ['clause', 'CANCELORDERS'],
  ['tags', '@trade and not @clause:CANCELORDERS-RESP'],
] as const)('a failure that a %s excuses is expected, and nothing else is touched', (kind, value) => {
  const { run, findings } = applyKnownFailing(RUN, [entry(kind, value)], TODAY);
  const reason = 'is wrong (https://tracker.example/41, until 2026-12-31)';
  expect(run.scenarios).toEqual([{ ...failed, verdict: 'expected-failure', reason }, passed, skipped]);
  expect(findings).toEqual([]);
});

test('what passes although it is excused is a finding', () => {
  const { run, findings } = applyKnownFailing(RUN, [entry('clause', 'CANCELORDERS-RESP')], TODAY);
  expect(run.scenarios[1]?.verdict).toBe('unexpected-pass');
  expect(findings.map(findingText)).toEqual([
    'known-failing list, unexpected pass: clause CANCELORDERS-RESP: features/trade/cancelOrders.feature:20 passed',
  ]);
});

test('an entry holds through its last day and excuses nothing after it', () => {
  expect(verdictsOf([entry('scenario', FIRST, TODAY)])).toEqual(['expected-failure', 'passed', 'skipped']);
  const late = [entry('scenario', FIRST, '2026-06-29')];
  expect(verdictsOf(late)).toEqual(['failed', 'passed', 'skipped']);
  expect(applyKnownFailing(RUN, late, TODAY).findings).toEqual([
    { kind: 'expired', entry: `scenario ${FIRST}`, text: 'held until 2026-06-29' },
  ]);
});

test('an entry about what was skipped is left undecided', () => {
  const { run, findings } = applyKnownFailing(RUN, [entry('clause', 'SKIPPED')], TODAY);
  expect(run).toEqual(RUN);
  expect(findings).toEqual([]);
});

test('an error of the suite is never excused', () => {
  const run = runOf([scenario(12, { verdict: 'error', error: 'undefined step' })]);
  expect(applyKnownFailing(run, [entry('scenario', FIRST)], TODAY)).toEqual({ run, findings: [] });
});

test('of several entries about a scenario the first one speaks', () => {
  const list = [{ ...entry('clause', 'CANCELORDERS'), reason: 'first' }, entry('scenario', FIRST)];
  const { run, findings } = applyKnownFailing(RUN, list, TODAY);
  expect(run.scenarios[0]?.reason).toBe('first (https://tracker.example/41, until 2026-12-31)');
  expect(findings).toEqual([]);
});

test('an entry that matches nothing is stale', () => {
  const { findings } = applyKnownFailing(RUN, [entry('clause', 'GONE')], TODAY);
  expect(findings).toEqual([{ kind: 'stale', entry: 'clause GONE', text: 'no scenario matches it' }]);
});

test.each([{ selection: ['--tags @auth'] }, { shard: { index: 1, of: 2 } }, { stopped: 'interrupted' }])(
  'a run of %j cannot determine what is stale without the whole suite',
  (facts) => {
    const list = [entry('clause', 'OTHER')];
    const narrowed = runOf(RUN.scenarios, facts);
    expect(applyKnownFailing(narrowed, list, TODAY).findings).toEqual([]);
    const suite = [{ id: 'features/auth/nonce.feature:3', tags: ['clause:OTHER'] }];
    expect(applyKnownFailing(narrowed, list, TODAY, suite).findings).toEqual([]);
    expect(applyKnownFailing(narrowed, list, TODAY, [passed]).findings).toEqual([
      { kind: 'stale', entry: 'clause OTHER', text: 'no scenario matches it' },
    ]);
  },
);
