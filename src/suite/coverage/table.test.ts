import { expect, test } from 'vitest';
import { scenario } from '../results/run.test-helper.ts';
import { cited, coverageOfScenarios } from './coverage.test-helper.ts';
import { coverageMarkdown, findingsOf } from './findings.ts';
import { percentOf } from './count.ts';

test('the page shows shares, what is missing, waivers, machines and codes', () => {
  const observed = { served: [], refused: ['404/ORDER_NOT_FOUND'], responses: 1, unexamined: 0, tokens: 0 };
  const coverage = coverageOfScenarios(
    cited(1, 'clause:A'),
    cited(2, 'transition:order/placed/fill', 'skipped'),
    scenario(3, { tags: ['transition:order/placed/cancel'], observed }),
  );
  const page = coverageMarkdown(coverage, findingsOf(coverage));
  expect(page).toContain('2 of 3 scenarios passed, 1 were skipped (3 over rest).');
  expect(page).toContain('1 of 4 (25.0 %) clauses are proven, 1 are waived.');
  expect(page).toContain('- clause-open: B has neither a scenario nor a waiver');
  expect(page).toContain('| `W` | no client can observe it |');
  expect(page).toContain('| `CACHE_ERROR` | never sent |');
  expect(page).toContain('| placeOrders | trade | yes | 1 / 2 | 1 |');
  expect(page).toContain('| getLottery | trade | no | 0 / 1 | 0 |');
  expect(page).toContain('| limit | 0 of 1 (0.0 %) | 0 |');
  expect(page).toContain('| order | 1 / 2 | 1 |');
  expect(page).toContain('| ORDER_NOT_FOUND | 404 |');
  expect(page).toContain('| NOT_FOUND | never |');
});

test('a page without findings says so', () => {
  expect(coverageMarkdown(coverageOfScenarios(), [])).toContain('## What is missing\n\nNothing.\n');
});

test('percents are cut, so that 100.0 means all', () => {
  expect(percentOf({ clauses: 1_074, proven: 1_073 })).toBe('99.9');
  expect(percentOf({ clauses: 10_000, proven: 9_999 })).toBe('99.9');
  expect(percentOf({ clauses: 3, proven: 3 })).toBe('100.0');
  expect(percentOf({ clauses: 0, proven: 0 })).toBe('100.0');
});
