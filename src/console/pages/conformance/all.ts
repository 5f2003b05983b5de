import type { Coverage } from '../../../suite/coverage/count.ts';
import { findingsOf } from '../../../suite/coverage/findings.ts';
import { coverageMarkdown } from '../../../suite/coverage/table.ts';
import { isCheck } from '../../../suite/results/failed-check.ts';
import { runJson } from '../../../suite/results/run-json.ts';
import type { Run } from '../../../suite/results/run.ts';
import { badgeJson, badgeSvg } from '../../../suite/reporters/badge.ts';
import { ctrfJson } from '../../../suite/reporters/ctrf.ts';
import { htmlReport } from './report.ts';
import { junitXml } from '../../../suite/reporters/junit.ts';
import { markdownSummary } from '../../../suite/reporters/markdown.ts';
import { onePageHtml } from '../one-page/html.ts';
import { onePageMarkdown } from '../one-page/markdown.ts';
import { summaryText } from '../../../suite/reporters/summary-text.ts';

/** Names of the files of `reportFiles`. */
export const REPORT_NAMES = [
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
