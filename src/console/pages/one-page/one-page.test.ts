import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContract } from '../../../suite/coverage/contract.ts';
import { runOf, scenario } from '../../../suite/results/run.test-helper.ts';
import type { Run } from '../../../suite/results/run.ts';
import { coverageFor } from '../../../suite/reporters/coverage.test-helper.ts';
import { areaOfClause, areaShares } from './areas.ts';
import { onePageHtml } from './html.ts';
import { onePageMarkdown } from './markdown.ts';
import { onePageOf } from './page.ts';

const RUN = runOf(
  [
    scenario(8, { tags: ['clause:A'] }),
    scenario(9, { name: 'a <b> is refused', verdict: 'failed', error: 'no', tags: ['clause:B'] }),
    scenario(10, { verdict: 'skipped', reason: 'needs delegate: x', lacks: ['second-wallet'], tags: ['clause:C'] }),
    scenario(11, { verdict: 'skipped', reason: 'interrupted' }),
  ],
  { spentTokens: 12_345 },
);

const pageOf = (run: Run) => onePageOf(run, coverageFor(run));

test('the page as Markdown says what was proven, what failed, what could not be asked and what would help', () => {
  expect(onePageMarkdown(RUN, coverageFor(RUN))).toBe(`# ✕ Not conformant: perpsim in process

1 check failed and contradicts 1 clause of the contract; 1 of the 4 clauses of the contract is proven.

- **1** proven: a check passed, and none failed
- **1** contradicted: a check failed
- **1** could not be checked: something was missing, see below
- **1** not part of this test: no check of this run is about them

The contract of the API consists of 4 clauses: statements that can be checked one by one.

- Target: perpsim in process (the simulator, in the process of the suite, version 0.1.0)
- Date: 2026-01-02 03:04:05 UTC
- Profile: full, over REST
- Took: 1.5 s
- Rate-limit tokens spent: 12,345
- Suite: perpsim 0.1.0

## What this run proved

Clauses by area:

| area | clauses | proven | contradicted | could not be checked | not part of this test |
| --- | ---: | ---: | ---: | ---: | ---: |
| Requests, responses and errors | 4 | 1 | 1 | 1 | 1 |

## What failed

- a &lt;b\\> is refused (cancelOrders removes orders, \`B\`)

## What it could not check, and why

| it needs | clauses | checks |
| --- | ---: | ---: |
| a second funded wallet | 1 | 1 |
| interrupted | 0 | 1 |

A check that needs several things counts under each of them.

## What would let it check more

| with | clauses | checks |
| --- | ---: | ---: |
| two or more funded wallets | +1 | +1 |
| a simulator with its control plane | +1 | +1 |

## How to repeat it

\`\`\`sh
npx perpsim conform --profile full
\`\`\`

Keys come from the environment variables that the profile names. Every check is in index.html, as a scenario with its messages.
`);
});

test('each verdict has a sentence', () => {
  const passed = scenario(8, { tags: ['clause:A'] });
  expect(pageOf(runOf([passed])).sentence).toBe(
    'Every check that could be made passed, and 1 of the 4 clauses of the contract is proven.',
  );
  expect(pageOf(runOf([passed], { floor: 2 })).sentence).toBe(
    'Nothing failed, but too little was checked to call the target conformant. The run proves 1 clauses, and profile full asks for 2 before the target counts as conformant.',
  );
  expect(pageOf(runOf([passed], { stopped: 'interrupted' })).sentence).toBe(
    'The run did not come to its end (interrupted), so its result is not final; 1 of the 4 clauses of the contract is proven.',
  );
  expect(pageOf(runOf([scenario(8, { verdict: 'skipped', reason: 'needs clock' })])).sentence).toBe(
    'No check could be made, so this run says nothing about the target.',
  );
});

test('a narrowed run says how it was narrowed, and repeats it', () => {
  const page = pageOf(runOf([scenario(8)], { selection: ['--tags @auth'], shard: { index: 1, of: 2 } }));
  expect(page.command).toBe('npx perpsim conform --profile full --tags @auth --shard 1/2');
  expect(page.facts).toContainEqual(['Only', '--tags @auth']);
  expect(page.facts).toContainEqual(['Part', '1 of 2']);
});

test('known failures are listed, and the forecast stands beside the measured figures', () => {
  const known = runOf([scenario(8, { tags: ['clause:A'] }), scenario(9, { verdict: 'expected-failure', error: 'no' })]);
  expect(pageOf(known).sentence).toBe(
    'Nothing failed but 1 check known to fail, and 1 of the 4 clauses of the contract is proven.',
  );
  const forecast = { scenarios: 1, requests: 9, tokens: 1_234, waitMs: 0, lanes: 1, ms: 61_000, bucketMs: null };
  const { facts } = pageOf(runOf([scenario(8)], { forecast, wallMs: 59_000, spentTokens: 1_200 }));
  expect(facts).toContainEqual(['Took', '59 s (1 min 1 s expected)']);
  expect(facts).toContainEqual(['Rate-limit tokens spent', '1,200 (1,234 expected)']);
});

test('the page limits the clauses of a failure', () => {
  const tags = ['A', 'B', 'C', 'D', 'E'].map((id) => `clause:${id}`);
  const run = runOf([scenario(8, { verdict: 'failed', error: 'no', tags })]);
  expect(onePageMarkdown(run, coverageFor(run))).toContain('`A`, `B`, `C`, and 2 more clauses)');
});

test('the page limits the choices', () => {
  expect(pageOf(runOf([scenario(8)], { selection: ['a', 'b', 'c', 'd'] })).facts).toContainEqual([
    'Only',
    'a, b, 2 more',
  ]);
});

test('the page limits the failures', () => {
  const failed = Array.from({ length: 30 }, (_, line) => scenario(line, { verdict: 'failed', error: 'no' }));
  const page = pageOf(runOf(failed));
  expect([page.failures.length, page.moreFailures]).toEqual([8, 22]);
});

test('the page as HTML runs nothing, loads nothing and shows texts as texts', () => {
  const html = onePageHtml(RUN, coverageFor(RUN));
  expect(html).toContain('a &lt;b&gt; is refused<br><small>cancelOrders removes orders · B</small>');
  expect(html).toContain('<b>1</b> proven');
  expect(html).toContain('<b>1</b> contradicted');
  expect(html).toContain('<tr><th scope="row">two or more funded wallets</th><td>+1</td><td>+1</td></tr>');
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|<img|@import|url\(|\bsrc=/);
});

test('every clause of the contract is in one area, by its action or the first word of its id', () => {
  const text = readFileSync('docs/contract/clauses.yaml', 'utf8');
  const { clauses } = readContract({ clauses: text, waivers: undefined, transitions: undefined });
  const shares = areaShares(clauses.map((clause) => ({ ...clause, state: 'open' as const })));
  expect(shares.reduce((sum, share) => sum + share.clauses, 0)).toBe(clauses.length);
  const areaOf = (id: string): string | undefined => {
    const found = clauses.find((clause) => clause.id === id);
    return found && areaOfClause(found);
  };
  expect(areaOf('SURFACE-TRADE-POST')).toBe('Requests, responses and errors');
  expect(areaOf('CANCELORDERS-RESP-CANCELED')).toBe('Placing, changing and cancelling orders');
  const strays = clauses.filter(
    (clause) => clause.action !== undefined && areaOfClause(clause) === 'Requests, responses and errors',
  );
  expect(strays.map(({ id }) => id)).toEqual([]);
});
