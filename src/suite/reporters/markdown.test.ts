import { expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import type { Run } from '../results/run.ts';
import { coverageFor } from './coverage.test-helper.ts';
import { markdownSummary } from './markdown.ts';

const markdownOf = (run: Run, remarks?: readonly string[]): string => markdownSummary(run, coverageFor(run), remarks);

test('a run that passed takes a few lines', () => {
  const run = runOf([scenario(8, { tags: ['clause:A'] }), scenario(9, { area: 'auth', tags: ['clause:B'] })]);
  expect(markdownOf(run)).toBe(`# ✓ Conformant: perpsim in process

2 passed of 2 scenarios over REST in 1.5 s, profile full, suite 0.1.0, target 0.1.0; clauses proven: 2 of 2 that profile full could ask.

| area | passed | all |
| --- | ---: | ---: |
| auth | 1 | 1 |
| trade | 1 | 1 |
| **all** | **2** | **2** |

## Contract

2 of 4 clauses proven (50.0 %), 1 waived.
`);
});

test('failures come with their clauses, their text and the command that shows them again', () => {
  const run = runOf(
    [
      scenario(8, { verdict: 'skipped', reason: 'needs clock: no control plane' }),
      scenario(9, { verdict: 'skipped', reason: 'needs clock: no control plane' }),
      scenario(10, { verdict: 'expected-failure', reason: 'is wrong', error: 'no' }),
      scenario(11, { verdict: 'unexpected-pass', reason: 'was wrong' }),
      scenario(12, { verdict: 'failed', name: 'a | b', error: 'responded\n```\n404', tags: ['trade', 'clause:A'] }),
      scenario(13, { verdict: 'error', error: 'undefined step' }),
    ],
    { stopped: 'interrupted', leftBehind: ['order 12'], seed: '7', selection: ['--tags @auth'] },
  );
  expect(markdownOf(run, ['known-failing list, stale: clause GONE: no scenario matches it']))
    .toBe(`# ✕ Not conformant: perpsim in process

0 passed, 2 skipped, 1 known to fail, 1 unexpected pass, 1 suite error, 1 failed of 6 scenarios over REST in 1.5 s, profile full, seed 7, chosen by \`--tags @auth\`, suite 0.1.0, target 0.1.0; clauses proven: 0 of 1 that the chosen scenarios could ask.

- The run ended early: interrupted.
- Left behind: order 12
- known-failing list, stale: clause GONE: no scenario matches it

| area | passed | skipped | known to fail | unexpected pass | suite error | failed | all |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| trade |  | 2 | 1 | 1 | 1 | 1 | 6 |
| **all** |  | **2** | **1** | **1** | **1** | **1** | **6** |

## What is not as specified

### ✕ a \\| b

failed, \`features/trade/cancelOrders.feature:12\`, \`A\`

\`\`\`\`text
responded
\`\`\`
404
\`\`\`\`

\`\`\`sh
npx perpsim conform --profile full --seed 7 features/trade/cancelOrders.feature:12
\`\`\`

### ! case 13

suite error, \`features/trade/cancelOrders.feature:13\`

\`\`\`text
undefined step
\`\`\`

\`\`\`sh
npx perpsim conform --profile full --seed 7 features/trade/cancelOrders.feature:13
\`\`\`

### ? case 11

unexpected pass, \`features/trade/cancelOrders.feature:11\`

\`\`\`text
It passed although it is known to fail: was wrong
\`\`\`

\`\`\`sh
npx perpsim conform --profile full --seed 7 features/trade/cancelOrders.feature:11
\`\`\`

## Known to fail

| scenario | why |
| --- | --- |
| \`features/trade/cancelOrders.feature:10\` case 10 | is wrong |

## Skipped

| why | scenarios |
| --- | ---: |
| needs clock: no control plane | 2 |

## Contract

0 of 4 clauses proven (0.0 %), 1 waived.

Broken: \`A\`.
`);
});

test('a page of CI takes it, however much went wrong', () => {
  const error = `responded 500 ${'語'.repeat(20_000)}`;
  const failed = Array.from({ length: 3_000 }, (_, line) => scenario(line, { verdict: 'failed', error }));
  const skipped = Array.from({ length: 3_000 }, (_, line) =>
    scenario(line, { verdict: 'skipped', reason: `no order ${line} ${'語'.repeat(100)}` }),
  );
  const text = markdownOf(runOf([...failed, ...skipped]));
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  expect(text).toContain('\n... 17014 more characters\n');
  expect(text).toMatch(/\nAnd 2,9\d\d more: see the HTML report\.\n/);
  expect(text).toContain('\nAnd 2,950 more: see the HTML report.\n');
});

test('nothing a target says becomes markup', () => {
  const run = runOf([scenario(8, { verdict: 'skipped', reason: 'a <b>|`c` & [d](e)\nf' })]);
  expect(markdownOf(run)).toContain('| a &lt;b\\>\\|\\`c\\` &amp; \\[d\\](e) f | 1 |');
});
