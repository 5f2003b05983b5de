import { expect, test } from 'vitest';
import type { Run, RunFacts, Verdict } from '../results/run.ts';
import { FACTS, scenario } from '../results/run.test-helper.ts';
import { exitOf } from './exit-code.ts';

const runOf = (verdicts: readonly Verdict[], facts: Partial<RunFacts> = {}): Run => ({
  facts: { ...FACTS, ...facts },
  scenarios: verdicts.map((verdict, place) => scenario(place + 1, { verdict })),
});

test.each<[string, Run, number, number]>([
  ['everything passed', runOf(['passed', 'passed']), 0, 0],
  ['some were skipped', runOf(['passed', 'skipped']), 0, 0],
  ['what failed was known to fail', runOf(['expected-failure']), 0, 0],
  ['one failed', runOf(['passed', 'failed']), 0, 1],
  ['the suite went wrong', runOf(['passed', 'error']), 0, 5],
  ['one failed and the suite went wrong', runOf(['failed', 'error']), 0, 1],
  ['one failed and a list is stale', runOf(['failed']), 1, 1],
  ['one failed and the run was stopped', runOf(['failed'], { stopped: 'stopped by Ctrl-C' }), 0, 1],
  ['one passed unexpectedly', runOf(['passed', 'unexpected-pass']), 0, 4],
  ['a list is stale', runOf(['passed']), 1, 4],
  ['nothing ran', runOf([]), 0, 5],
  ['all were skipped', runOf(['skipped', 'skipped']), 0, 5],
  ['the run was stopped', runOf(['passed'], { stopped: 'stopped by Ctrl-C' }), 0, 5],
  ['something was left behind', runOf(['passed'], { leftBehind: ['an order'] }), 0, 5],
])('%s', (_, run, stale, exit) => {
  expect(exitOf(run, stale)).toBe(exit);
});
