import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the figures of docs/benchmark.md from reports/bench.md, the committed run of the bench, so that no figure on the page can
 * be another than the one that was measured.
 *
 *   npm run docs:pages -- benchmark                write
 *   npm run docs:pages -- benchmark --check     only compare
 */
export const PAGE = 'docs/benchmark.md';
export const REPORT = 'reports/bench.md';
const PART = /(<!-- figures -->\n)[^]*(<!-- end of figures -->)/;

/** A row of the report, by the headings of its table. */
interface Row {
  readonly work: string;
  readonly now: string;
  readonly budget: string;
  readonly verdict: string;
  readonly spread: string;
  readonly measured: string;
  readonly yardstick: string;
}

/** Rows of growth: their works end in `at 10k …, against 1k`. */
const GROWTH = /^(.+?) (?:at|with) (10|100)k (.+?), against 1k$/;

/** Works that name the row above them: `the same against Y3`, `p99 of it, against Y2`. */
const REFERS = /^the same\b|\b(?:of|for) it\b/;

/**
 * Returns the page with the figures of a report.
 *
 * @param page - text of docs/benchmark.md
 * @param report - text of reports/bench.md
 * @throws Error where the page has no place for them, or the report no table
 */
export function withFigures(page: string, report: string): string {
  if (!PART.test(page)) throw new Error(`${PAGE} has no "<!-- figures -->" and "<!-- end of figures -->"`);
  const rows = rowsOf(report);
  const sections = [conditionsOf(report), growthTable(rows), shortTable(rows)];
  return page.replace(PART, (_part, head: string, end: string) => `${head}\n${sections.join('\n\n')}\n\n${end}`);
}

function rowsOf(report: string): Row[] {
  const [heading, , ...lines] = report.split('\n').filter((line) => line.startsWith('|'));
  if (heading === undefined) throw new Error(`${REPORT} has no table`);
  const names = cellsOf(heading);
  return lines.map((line) => {
    const cells = cellsOf(line);
    const cell = (name: keyof Row): string => {
      const text = cells[names.indexOf(name)];
      if (text === undefined) throw new Error(`${REPORT} has no column ${name}`);
      return text;
    };
    return {
      work: cell('work'),
      now: cell('now'),
      budget: cell('budget'),
      verdict: cell('verdict'),
      spread: cell('spread'),
      measured: cell('measured'),
      yardstick: cell('yardstick'),
    };
  });
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** What the report says of machine, load and duration, its warning first. */
const conditionsOf = (report: string): string =>
  report
    .slice(0, report.indexOf('|'))
    .split('\n')
    .filter((line) => line.startsWith('- ') || line.startsWith('**'))
    .map((line) => (line.startsWith('- ') ? line : `- ${line}`))
    .join('\n');

/** Each growing work at its three sizes. The yardstick of such a row is the same work at the smallest size. */
function growthTable(rows: readonly Row[]): string {
  const sizes = rows.flatMap((row) => {
    const [, work = '', size = '', what = ''] = GROWTH.exec(row.work) ?? [];
    return work === '' ? [] : [{ name: `${work}, by ${what}`, size, row }];
  });
  const names = [...new Set(sizes.map(({ name }) => name))];
  const lines = names.map((name) => {
    const at = (size: string): Row | undefined => sizes.find((each) => each.name === name && each.size === size)?.row;
    const [ten, hundred] = [at('10'), at('100')];
    const cells = [(ten ?? hundred)?.yardstick, ten?.measured, hundred?.measured];
    return `| ${[name, ...cells.map((cell) => cell ?? 'not measured'), spreads(ten, hundred)].join(' | ')} |`;
  });
  return ['| Growth of | 1k | 10k | 100k | spread of the ratios |', '|---|---|---|---|---|', ...lines].join('\n');
}

const spreads = (...rows: readonly (Row | undefined)[]): string =>
  rows
    .map((row) => row?.spread ?? '')
    .filter((text) => text !== '')
    .join(', ');

function shortTable(rows: readonly Row[]): string {
  const short = rows.filter(({ verdict }) => verdict === 'short' || verdict === 'not measured');
  if (short.length === 0) return 'Every row meets its budget.';
  const lines = short.map((row) => `| ${[workOf(row, rows), row.now, row.budget, row.spread].join(' | ')} |`);
  return ['| Short of its budget | now | budget | spread |', '|---|---|---|---|', ...lines].join('\n');
}

/** What a row measures, with the row above that `the same` and `of it` refer to. */
function workOf(row: Row, rows: readonly Row[]): string {
  if (!REFERS.test(row.work)) return row.work;
  const above = rows.slice(0, rows.indexOf(row)).findLast(({ work }) => !REFERS.test(work));
  return above === undefined ? row.work : `${above.work}: ${row.work}`;
}

if (process.argv[1]?.endsWith('docs/benchmark.ts') === true) {
  const before = readFileSync(PAGE, 'utf8');
  const after = withFigures(before, readFileSync(REPORT, 'utf8'));
  if (!process.argv.includes('--check')) writeFileSync(PAGE, after);
  else if (before !== after) {
    process.stderr.write(`${PAGE} is out of date: run npm run docs:pages -- benchmark\n`);
    process.exitCode = 1;
  }
}
