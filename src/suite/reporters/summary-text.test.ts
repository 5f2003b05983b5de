import { expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import { coverageFor } from './coverage.test-helper.ts';
import { summaryText } from './summary-text.ts';

test('a run that passed is a table and a line', () => {
  const run = runOf([scenario(8, { tags: ['clause:A'] }), scenario(9, { area: 'auth' })], { transport: 'ws' });
  expect(summaryText(run, { colour: false, coverage: coverageFor(run) })).toBe(`area   passed  all
auth        1    1
trade       1    1
all         2    2

clauses: 1 of 4 proven (25.0 %), 1 waived

Conformant: perpsim in process, 2 passed of 2 scenarios over WebSocket in 1.5 s; clauses proven: 1 of 1 that profile full could ask
`);
});

const WRONG = runOf(
  [
    scenario(8),
    scenario(9, { verdict: 'skipped', reason: 'needs clock: no control plane' }),
    scenario(10, { verdict: 'expected-failure', reason: 'is wrong' }),
    scenario(11, { verdict: 'unexpected-pass', reason: 'was wrong' }),
    scenario(12, { verdict: 'failed', error: 'no', area: 'auth' }),
    scenario(13, { verdict: 'error', error: 'undefined step' }),
  ],
  { stopped: 'interrupted', leftBehind: ['order 12'] },
);

test('what is not as it should be stands between the table and the verdict', () => {
  expect(summaryText(WRONG, { colour: false, remarks: ['known-failing list: one entry is stale'] }))
    .toBe(`area   passed  skipped  known to fail  unexpected pass  suite error  failed  all
auth        -        -              -                -            -       1    1
trade       1        1              1                1            1       -    5
all         1        1              1                1            1       1    6

skipped:
     1  needs clock: no control plane

not as specified:
  ? features/trade/cancelOrders.feature:11  case 11 (unexpected pass)
  ✕ features/trade/cancelOrders.feature:12  case 12
      no
  ! features/trade/cancelOrders.feature:13  case 13 (suite error)
      undefined step

left behind:
  order 12

known-failing list: one entry is stale

ended early: interrupted

Not conformant: perpsim in process, 1 passed, 1 skipped, 1 known to fail, 1 unexpected pass, 1 suite error, 1 failed of 6 scenarios over REST in 1.5 s
`);
});

test('colours add nothing but colours', () => {
  const plain = summaryText(WRONG, { colour: false });
  const coloured = summaryText(WRONG, { colour: true });
  expect(coloured).toContain('\u001b[31mNot conformant\u001b[0m: perpsim');
  expect(coloured).toContain('  \u001b[31m✕\u001b[0m features/');
  expect(
    coloured
      .split('\u001b')
      .map((part, index) => (index === 0 ? part : part.replace(/^\[\d+m/, '')))
      .join(''),
  ).toBe(plain);
  expect(plain).not.toContain('\u001b');
});

test('it stays on one screen', () => {
  // Each of a cause of its own: figures do not tell causes apart.
  const failed = Array.from({ length: 200 }, (_, line) =>
    scenario(line, {
      verdict: 'failed',
      error: `no ${line.toString(36).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`,
    }),
  );
  const skipped = Array.from({ length: 200 }, (_, line) =>
    scenario(line, { verdict: 'skipped', reason: `why ${line}` }),
  );
  const text = summaryText(runOf([...failed, ...skipped]), { colour: false });
  expect(text).toContain('\n  and 190 more in the reports\n');
  expect(text).toContain('\n  and 194 more in the reports\n');
  expect(text.split('\n').length).toBeLessThan(40);
});

test('failures of one cause take one place', () => {
  const failed = [1, 2, 3].map((line) =>
    scenario(line, { verdict: 'failed', error: `[${line}].price should be 1, is 2` }),
  );
  const text = summaryText(runOf(failed), { colour: false });
  expect(text).toContain(
    'cancelOrders.feature:1  case 1\n      [1].price should be 1, is 2\n      and 2 scenarios more of one cause: [1].price should be 1, is 2\n',
  );
  expect(text).not.toContain('case 2');
});

test('what a target or a file says cannot steer a terminal', () => {
  const hostile = '\u001b[2Jgone\n';
  const text = summaryText(
    runOf(
      [
        scenario(8, { verdict: 'failed', name: hostile, error: hostile }),
        scenario(9, { verdict: 'skipped', reason: hostile }),
      ],
      {
        stopped: hostile,
        leftBehind: [hostile],
      },
    ),
    { colour: false, remarks: [hostile] },
  );
  expect(text.match(/\\u001b\[2Jgone/g)).toHaveLength(6);
  expect(text).not.toContain('\u001b');
});
