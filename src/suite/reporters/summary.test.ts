import { expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import type { RunFacts, Verdict } from '../results/run.ts';
import { summaryOf } from './summary.ts';
import { counted, duration, instant, plural } from '../../kernel/words.ts';

const run = (verdicts: readonly Verdict[], facts: Partial<RunFacts> = {}): ReturnType<typeof runOf> =>
  runOf(
    verdicts.map((verdict, at) => scenario(at + 1, { verdict })),
    facts,
  );

test.each<[string, Verdict[], Partial<RunFacts>, string]>([
  ['all passed', ['passed', 'passed'], {}, 'conformant'],
  ['some were skipped', ['passed', 'skipped'], {}, 'conformant'],
  ['a failure was known', ['expected-failure'], {}, 'conformant'],
  ['one failed', ['passed', 'failed', 'error'], { stopped: 'Ctrl-C' }, 'not-conformant'],
  ['one passed that should not', ['passed', 'unexpected-pass'], {}, 'not-conformant'],
  ['the suite went wrong', ['passed', 'error'], {}, 'incomplete'],
  ['it was stopped', ['passed'], { stopped: 'Ctrl-C' }, 'incomplete'],
  ['something was left behind', ['passed'], { leftBehind: ['an order'] }, 'incomplete'],
  ['all were skipped', ['skipped', 'skipped'], {}, 'nothing-proven'],
  ['nothing ran', [], {}, 'nothing-proven'],
])('%s', (_, verdicts, facts, conclusion) => {
  expect(summaryOf(run(verdicts, facts)).conclusion).toBe(conclusion);
});

test('areas come by name, reasons by how often they were given', () => {
  const skipped = (line: number, reason: string): ReturnType<typeof scenario> =>
    scenario(line, { verdict: 'skipped', reason, area: 'auth' });
  const {
    areas,
    skipped: reasons,
    counts,
  } = summaryOf(runOf([scenario(1), skipped(2, 'b'), skipped(3, 'a'), skipped(4, 'c'), skipped(5, 'c')]));
  expect(areas.map(({ area, counts: own }) => [area, own.passed, own.skipped])).toEqual([
    ['auth', 0, 4],
    ['trade', 1, 0],
  ]);
  expect(reasons).toEqual([
    { reason: 'c', count: 2 },
    { reason: 'a', count: 1 },
    { reason: 'b', count: 1 },
  ]);
  expect(counts).toEqual({ failed: 0, error: 0, 'unexpected-pass': 0, 'expected-failure': 0, skipped: 4, passed: 1 });
});

test('figures as they are read', () => {
  expect([0, 999, 1_000, 2_689, 1_234_567].map(counted)).toEqual(['0', '999', '1,000', '2,689', '1,234,567']);
  expect([0.4, 999, 1_500, 59_940, 96_404, 3_600_000].map(duration)).toEqual([
    '0 ms',
    '999 ms',
    '1.5 s',
    '59.9 s',
    '1 min 36 s',
    '60 min 0 s',
  ]);
  expect([plural(1, 'scenario'), plural(1_074, 'clause'), plural(2, 'reply', 'replies')]).toEqual([
    '1 scenario',
    '1,074 clauses',
    '2 replies',
  ]);
  expect(instant(1_767_571_200_999)).toBe('2026-01-05 00:00:00 UTC');
});
