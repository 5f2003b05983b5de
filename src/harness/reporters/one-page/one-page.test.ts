import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContract } from '../../coverage/contract.ts';
import { runOf, scenario } from '../../results/run.test-helper.ts';
import type { Run } from '../../results/run.ts';
import { coverageFor } from '../coverage.test-helper.ts';
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

1 scenario failed, which contradicts 1 clause of the contract; 1 of the 3 clauses that profile full could ask is proven.

- Target: perpsim in process (the simulator, in the process of the suite, version 0.1.0)
- Date: 2026-01-02 03:04:05 UTC
- Profile: full, over REST
- Took: 1.5 s
- Tokens: 12,345
- Target offers: clock, control
- Suite: perpsim 0.1.0, 1,300 clauses

## What this run proved

1 of 4 clauses of the contract, by area:

| area | proven | clauses |
| --- | ---: | ---: |
| Requests, responses and errors | 1 | 4 |

## What failed

- a &lt;b\\> is refused (cancelOrders removes orders, \`B\`)

## What it could not ask, and why

Scenarios that were skipped and clauses that stayed unproven; what lacks several things counts under each.

| for want of | clauses unproven | scenarios |
| --- | ---: | ---: |
| a second funded wallet | 1 | 1 |
| interrupted | 0 | 1 |

1 clause of the contract is left out by profile full.

## What would let it ask more

| with | clauses more | scenarios |
| --- | ---: | ---: |
| two or more funded wallets | 1 | 1 |
| a simulator with its control plane | 1 | 1 |

## How to repeat it

\`\`\`sh
npx perpsim conform --profile full
\`\`\`

The keys come from the environment variables that the profile names. index.html has every scenario.
`);
});

test('each verdict has a sentence', () => {
  const passed = scenario(8, { tags: ['clause:A'] });
  expect(pageOf(runOf([passed])).sentence).toBe(
    'Nothing failed that is not known to fail, and 1 of the 1 clause that profile full could ask is proven.',
  );
  expect(pageOf(runOf([passed], { floor: 2 })).sentence).toBe(
    'Nothing failed, but too little was proven. The run proves 1 clauses, and profile full asks for 2 before the target counts as conformant.',
  );
  expect(pageOf(runOf([passed], { stopped: 'interrupted' })).sentence).toBe(
    'The run is not whole (interrupted), so its result is not final; 1 of the 1 clause that profile full could ask is proven.',
  );
  expect(pageOf(runOf([scenario(8, { verdict: 'skipped', reason: 'needs clock' })])).sentence).toBe(
    'No scenario could run to its end, so the run says nothing of the target.',
  );
});

test('a narrowed run says how it was narrowed, and repeats it', () => {
  const page = pageOf(runOf([scenario(8)], { selection: ['--tags @auth'], shard: { index: 1, of: 2 } }));
  expect(page.command).toBe('npx perpsim conform --profile full --tags @auth --shard 1/2');
  expect(page.facts).toContainEqual(['Chosen by', '--tags @auth']);
  expect(page.facts).toContainEqual(['Part', '1 of 2']);
});

test('only so many failures stand on the page', () => {
  const failed = Array.from({ length: 30 }, (_, line) => scenario(line, { verdict: 'failed', error: 'no' }));
  const page = pageOf(runOf(failed));
  expect([page.failures.length, page.moreFailures]).toEqual([8, 22]);
});

test('the page as HTML runs nothing, loads nothing and shows texts as texts', () => {
  const html = onePageHtml(RUN, coverageFor(RUN));
  expect(html).toContain('a &lt;b&gt; is refused<br><small>cancelOrders removes orders · B</small>');
  expect(html).toContain('<b>1</b> proven');
  expect(html).toContain('<tr><th scope="row">two or more funded wallets</th><td>1</td><td>1</td></tr>');
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
