import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSteps } from '../../../cli/conform/files.ts';
import { runOf, scenario } from '../../../suite/results/run.test-helper.ts';
import { readRunJson } from '../../../suite/results/run-json.ts';
import { reportFiles, writeReports } from './write-reports.ts';
import { coverageFor } from '../../../suite/reporters/coverage.test-helper.ts';

// The report lists what the steps of each scenario need.
await loadSteps();

const RUN = runOf([
  scenario(8, { tags: ['clause:A'] }),
  scenario(9, { verdict: 'failed', error: 'no' }),
  scenario(10, { verdict: 'skipped', reason: 'needs clock' }),
  scenario(11, { verdict: 'unexpected-pass', reason: 'was wrong' }),
  scenario(12, { verdict: 'error', error: 'undefined step' }),
]);
const FILES = [
  'badge.json',
  'badge.svg',
  'coverage.json',
  'coverage.md',
  'ctrf.json',
  'index.html',
  'junit.xml',
  'one-page.html',
  'one-page.md',
  'rerun.txt',
  'run.json',
  'summary.md',
  'summary.txt',
];

test('a rerun file lists what was not as it should be', () => {
  expect(reportFiles(RUN, coverageFor(RUN)).get('rerun.txt')).toBe(
    [9, 11, 12].map((line) => `features/trade/cancelOrders.feature:${line}\n`).join(''),
  );
});

test('remarks stand in the summaries', () => {
  const files = reportFiles(RUN, coverageFor(RUN), ['the list is stale']);
  expect(files.get('summary.md')).toContain('\n- the list is stale\n');
  expect(files.get('summary.txt')).toContain('\nthe list is stale\n');
});

test('equal runs give equal files', () => {
  expect(reportFiles(RUN, coverageFor(RUN))).toEqual(reportFiles(structuredClone(RUN), coverageFor(RUN)));
});

test('they are written into a folder that need not be there', () => {
  const root = mkdtempSync(join(tmpdir(), 'perpsim-reports-'));
  try {
    const folder = join(root, 'a', 'b');
    const paths = writeReports(RUN, coverageFor(RUN), folder);
    expect(paths.map((path) => path.slice(folder.length + 1)).sort()).toEqual(FILES);
    expect(readdirSync(folder).sort()).toEqual(FILES);
    expect(readRunJson(readFileSync(join(folder, 'run.json'), 'utf8'))).toEqual(RUN);
  } finally {
    rmSync(root, { recursive: true });
  }
});
