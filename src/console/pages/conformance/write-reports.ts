import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage } from '../../../suite/coverage/count.ts';
import { findingsOf } from '../../../suite/coverage/findings.ts';
import { coverageMarkdown } from '../../../suite/coverage/findings.ts';
import { badgeJson, badgeSvg } from '../../../suite/reporters/badge.ts';
import { ctrfJson } from '../../../suite/reporters/ctrf.ts';
import { junitXml } from '../../../suite/reporters/junit.ts';
import { markdownSummary } from '../../../suite/reporters/markdown.ts';
import { summaryText } from '../../../suite/reporters/summary-text.ts';
import { isCheck } from '../../../suite/results/failed-check.ts';
import { runJson } from '../../../suite/results/run-json.ts';
import type { Run } from '../../../suite/results/run.ts';
import { onePageHtml } from '../one-page/html.ts';
import { onePageMarkdown } from '../one-page/markdown.ts';
import { htmlReport } from './report.ts';

/** Stands in a folder as long as its reports are not those of a whole run. */
export const INCOMPLETE = 'INCOMPLETE.txt';
const WHY = 'The reports in this folder are incomplete: the run has not ended, or they could not be written.\n';

/**
 * Prepares a folder for the reports of a run that is about to begin: those of an earlier run go, and until `writeReports`
 * has ended the folder says that it is incomplete.
 *
 * @throws the system's error for a folder that cannot be written to
 */
export function beginReports(folder: string): void {
  markIncomplete(folder);
  for (const name of REPORT_NAMES) rmSync(join(folder, name), { force: true });
}

/**
 * Writes every report of a run into a folder, which is made if it is not there. A report that is there is whole.
 *
 * @returns the paths that were written
 * @throws the system's error for a folder that cannot be written to; the folder then says that it is incomplete
 */
export function writeReports(run: Run, coverage: Coverage, folder: string, remarks: readonly string[] = []): string[] {
  const mark = markIncomplete(folder);
  const paths = [...reportFiles(run, coverage, remarks)].map(([name, text]) => {
    const path = join(folder, name);
    writeOver(path, text);
    return path;
  });
  rmSync(mark);
  return paths;
}

/** Returns the path of the mark, in a folder that is made if it is not there. */
export function markIncomplete(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const mark = join(folder, INCOMPLETE);
  writeFileSync(mark, WHY);
  return mark;
}

function writeOver(path: string, text: string): void {
  const draft = `${path}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Names of the files of `reportFiles`. */
const REPORT_NAMES = [
  ...['index.html', 'summary.md', 'summary.txt', 'junit.xml', 'ctrf.json', 'run.json', 'coverage.md', 'coverage.json'],
  ...['badge.svg', 'badge.json', 'rerun.txt', 'one-page.html', 'one-page.md'],
] as const;

/**
 * Every report of a run: text by the name of its file (reports/README.md).
 *
 * @param remarks lines about what else is not as it should be, such as findings about a known-failing list
 */
export function reportFiles(
  run: Run,
  coverage: Coverage,
  remarks: readonly string[] = [],
): ReadonlyMap<string, string> {
  const missing = findingsOf(coverage);
  return new Map([
    ['index.html', htmlReport(run, coverage)],
    ['summary.md', markdownSummary(run, coverage, remarks)],
    ['summary.txt', summaryText(run, { colour: false, coverage, remarks })],
    ['junit.xml', junitXml(run)],
    ['ctrf.json', ctrfJson(run)],
    ['run.json', runJson(run)],
    ['coverage.md', coverageMarkdown(coverage, missing)],
    ['coverage.json', `${JSON.stringify({ ...coverage, findings: missing }, null, 1)}\n`],
    ['badge.svg', badgeSvg(run)],
    ['badge.json', badgeJson(run)],
    ['rerun.txt', rerunText(run)],
    ['one-page.html', onePageHtml(run, coverage)],
    ['one-page.md', onePageMarkdown(run, coverage)],
  ]);
}

/** Ids of what `--rerun` runs again, one a line: everything that was not as it should be. */
const rerunText = ({ scenarios }: Run): string =>
  scenarios
    .filter((scenario) => !isCheck(scenario))
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'error' || verdict === 'unexpected-pass')
    .map(({ id }) => `${id}\n`)
    .join('');
