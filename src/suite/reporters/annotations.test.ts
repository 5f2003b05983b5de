import { expect, test } from 'vitest';
import { resultOfCheck } from '../results/failed-check.ts';
import { runOf, scenario } from '../results/run.test-helper.ts';
import { githubAnnotations } from './summary-text.ts';

test('a run that is as specified has none', () => {
  expect(githubAnnotations(runOf([scenario(3), scenario(9, { verdict: 'skipped', reason: 'no clock' })]))).toBe('');
});

test('a failure is an error at the line of its scenario, with what was found and its clauses', () => {
  const failure = scenario(12, {
    name: 'A limit, reached: 100% of it',
    verdict: 'failed',
    tags: ['auth', 'clause:CANCEL-1', 'clause:CANCEL-2'],
    steps: [{ text: 'Then it is refused', line: 14, verdict: 'failed' }],
    error: 'Then it is refused\nAssertionError: 99% is none,\r\nthey said',
  });
  expect(githubAnnotations(runOf([failure]))).toBe(
    '::error file=features/trade/cancelOrders.feature,line=12,title=failed%3A A limit%2C reached%3A 100%25 of it::' +
      'Then it is refused: 99%25 is none,%0ACANCEL-1 CANCEL-2\n',
  );
});

test('text of the target begins no command of its own', () => {
  const failure = scenario(12, { verdict: 'failed', error: 'x\n::add-mask::a\u001b[31m\n::stop-commands::b' });
  const lines = githubAnnotations(runOf([failure]))
    .trimEnd()
    .split('\n');
  expect(lines).toEqual([
    '::error file=features/trade/cancelOrders.feature,line=12,title=failed%3A case 12::x: ::add-mask::a\\u001b[31m',
  ]);
});

test('a check of the suite has no file, and an unexpected pass says why it was expected', () => {
  const check = resultOfCheck({ stage: 'probe', action: 'getMids', clauses: [], error: 'late', trace: [] }, 'rest');
  const passed = scenario(5, { verdict: 'unexpected-pass', reason: 'ticket 7' });
  expect(githubAnnotations(runOf([check, passed])).split('\n')).toEqual([
    '::error title=failed%3A getMids responds as the contract says::late',
    '::error file=features/trade/cancelOrders.feature,line=5,title=unexpected pass%3A case 5::it passed although it is known to fail: ticket 7',
    '',
  ]);
});

test('ten errors are shown, and the rest are counted in a warning beside the other findings', () => {
  const failures = Array.from({ length: 12 }, (_, line) => scenario(line + 1, { verdict: 'failed', error: 'no' }));
  const run = runOf(failures, { stopped: 'Ctrl-C', leftBehind: ['an order'] });
  const lines = githubAnnotations(run, ['an entry has expired']).trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('::error file='))).toHaveLength(10);
  expect(lines.slice(10)).toEqual([
    '::warning title=perpsim conform::2 more scenarios not as specified: see the summary and the reports',
    '::warning title=perpsim conform::The run ended early: Ctrl-C',
    '::warning title=perpsim conform::Left behind: an order',
    '::warning title=perpsim conform::an entry has expired',
  ]);
});
