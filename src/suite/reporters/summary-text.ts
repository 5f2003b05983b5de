import { printable, printableLines } from '../../kernel/printable.ts';
import { counted, duration, plural } from '../../kernel/words.ts';
import { askedText, shortfallOf, shortfallText } from '../coverage/citations.ts';
import { type Coverage, percentOf } from '../coverage/count.ts';
import { comparedText } from '../forecast.ts';
import { isCheck } from '../results/failed-check.ts';
import { isUnsettled, type Run, type ScenarioResult, type Verdict } from '../results/run.ts';
import { clausesOf } from '../run/select.ts';
import { type Cause, causesOf } from './causes.ts';
import { type Conclusion, type Counts, FAILED, summaryOf, totalOf, VERDICTS } from './summary.ts';
import { briefOf, CONCLUSION_SHOWN, VERDICT_SHOWN } from './words.ts';

export interface SummaryOptions {
  /** Whether to use the colours of terminals. */
  readonly colour: boolean;
  readonly coverage?: Coverage;
  /** Lines about what else is not as it should be, such as findings about a known-failing list. */
  readonly remarks?: readonly string[];
}

/** Limits of failures and reasons, so that a summary stays on one screen; the reports hold them all. */
const FAILURES_SHOWN = 10;
const REASONS_SHOWN = 6;

/** The verdict of a run on one screen, area by area. */
export function summaryText(run: Run, { colour, coverage, remarks = [] }: SummaryOptions): string {
  const { facts, scenarios } = run;
  const { conclusion, counts, areas, skipped } = summaryOf(run);
  const shortfall = shortfallOf(run);
  const asked = askedText(run);
  const paint = painter(colour);
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0 || verdict === 'passed').toReversed();
  const table = aligned([
    ['area', ...shown.map((verdict) => VERDICT_SHOWN[verdict].label), 'all'],
    ...areas.map(({ area, counts: own }) => [printable(area), ...cells(own, shown)]),
    ['all', ...cells(counts, shown)],
  ]);
  const { label } = CONCLUSION_SHOWN[conclusion];
  const compared = comparedText(facts);
  const repeated = scenarios.filter(({ unsettled = [] }) => unsettled.length > 0);
  const parts = [
    table.map((line, row) => (row === 0 || row === table.length - 1 ? paint('bold', line) : line)),
    coverage ? [clausesLine(coverage)] : [],
    listed(
      'skipped',
      skipped.map(({ reason, count }) => `${counted(count).padStart(6)}  ${printable(reason)}`),
      REASONS_SHOWN,
    ),
    listed(
      'not as specified',
      causesOf(scenarios).map((cause) => causeLines(cause, paint)),
      FAILURES_SHOWN,
    ),
    listed(
      'left behind',
      facts.leftBehind.map((thing) => `  ${printable(thing)}`),
      FAILURES_SHOWN,
    ),
    shortfall ? [paint('yellow', printable(shortfallText(shortfall, facts.profile)))] : [],
    remarks.map((remark) => paint('yellow', printable(remark))),
    repeated.length === 0 ? [] : [repeatedLine(repeated)],
    compared === undefined ? [] : [compared],
    facts.stopped === null ? [] : [paint('yellow', `ended early: ${printable(facts.stopped)}`)],
    [
      `${paint(COLOUR_OF[conclusion], label)}: ${printable(facts.target.name)}, ${tallyOf(counts)} over ${facts.transport === 'ws' ? 'WebSocket' : 'REST'} in ${duration(facts.wallMs)}${asked === undefined ? '' : printable(`; ${asked}`)}`,
    ],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

type Colour = 'green' | 'red' | 'yellow' | 'bold';
type Paint = (colour: Colour, text: string) => string;

const CODES: Readonly<Record<Colour, number>> = { green: 32, red: 31, yellow: 33, bold: 1 };
const COLOUR_OF: Readonly<Record<Conclusion, Colour>> = {
  conformant: 'green',
  'not-conformant': 'red',
  incomplete: 'yellow',
  'nothing-proven': 'yellow',
  inconclusive: 'yellow',
};

const painter =
  (wanted: boolean): Paint =>
  (colour, text) =>
    wanted ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;

const cells = (counts: Counts, shown: readonly Verdict[]): string[] =>
  [...shown.map((verdict) => counts[verdict]), totalOf(counts)].map((count) => (count === 0 ? '-' : counted(count)));

/** Columns of equal width; all but the first are set to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? text.padEnd(width) : text.padStart(width);
  };
  return rows.map((row) => row.map(padded).join('  '));
}

const clausesLine = ({ total }: Coverage): string =>
  `clauses: ${counted(total.proven)} of ${counted(total.clauses)} proven (${percentOf(total)} %), ${counted(total.waived)} waived`;

/** A scenario whose market moved, or that could not be set up, was tried again. */
function repeatedLine(repeated: readonly ScenarioResult[]): string {
  const open = repeated.filter(isUnsettled).length;
  const left = open === 0 ? 'all of them came to a verdict' : `${counted(open)} came to no verdict`;
  return `tried again, since the market had moved or they could not be set up: ${plural(repeated.length, 'scenario')}; ${left}`;
}

/** A scenario, and below it what it found instead of what was specified. */
function failureLines(scenario: ScenarioResult, paint: Paint): string {
  const { id, name, verdict } = scenario;
  const { label, mark } = VERDICT_SHOWN[verdict];
  const brief = briefOf(scenario);
  const head = `  ${paint('red', mark)} ${printable(`${id}  ${name}`)}${verdict === 'failed' ? '' : ` (${label})`}`;
  return brief === null ? head : `${head}\n      ${printable(brief)}`;
}

/** The first scenario of a cause, and how many more it explains. */
function causeLines({ text, scenarios: [first, ...others] }: Cause, paint: Paint): string {
  if (!first) return '';
  const lines = failureLines(first, paint);
  return others.length === 0
    ? lines
    : `${lines}\n      and ${plural(others.length, 'scenario')} more of one cause: ${printable(text)}`;
}

function listed(title: string, lines: readonly string[], most: number): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - most;
  return [`${title}:`, ...lines.slice(0, most), ...(rest > 0 ? [`  and ${counted(rest)} more in the reports`] : [])];
}

/** GitHub shows ten errors of a step and drops the others. */
const ERRORS_SHOWN = 10;

/**
 * Writes what is not as specified as annotations of a GitHub workflow: one command `::error file=…,line=…::` for each scenario, at the
 * line of its feature. Findings beside the scenarios are warnings. A run that is as specified has none.
 *
 * @param remarks lines about what else is not as it should be, such as findings about a known-failing list
 */
export function githubAnnotations({ scenarios, facts }: Run, remarks: readonly string[] = []): string {
  const wrong = scenarios.filter(({ verdict }) => FAILED.includes(verdict));
  const rest = wrong.length - ERRORS_SHOWN;
  const warnings = [
    ...(rest > 0 ? [`${plural(rest, 'more scenario')} not as specified: see the summary and the reports`] : []),
    ...(facts.stopped === null ? [] : [`The run ended early: ${facts.stopped}`]),
    ...facts.leftBehind.map((thing) => `Left behind: ${thing}`),
    ...remarks,
  ];
  return [
    ...wrong.slice(0, ERRORS_SHOWN).map(errorOf),
    ...warnings.map((text) => `::warning title=perpsim conform::${data(text)}\n`),
  ].join('');
}

function errorOf(result: ScenarioResult): string {
  const { name, uri, line, verdict, reason, tags } = result;
  const clauses = clausesOf({ tags });
  const title = `${VERDICT_SHOWN[verdict].label}: ${name}`;
  const what =
    verdict === 'unexpected-pass'
      ? `it passed although it is known to fail: ${reason ?? ''}`
      : (briefOf(result) ?? name);
  const text = clauses.length === 0 ? what : `${what}\n${clauses.join(' ')}`;
  // A check of the suite's own requests has no file.
  const place = isCheck(result) ? '' : `file=${property(uri)},line=${line},`;
  return `::error ${place}title=${property(title)}::${data(text)}\n`;
}

/** Text of a target may hold anything: what ends a command or begins another is escaped as GitHub asks. */
const data = (text: string): string =>
  printableLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Says what ran and what did not: `18 passed, 26 skipped of 44 scenarios`. */
export function tallyOf(counts: Counts): string {
  const parts = VERDICTS.toReversed()
    .filter((verdict) => counts[verdict] > 0 || verdict === 'passed')
    .map((verdict) => `${counted(counts[verdict])} ${VERDICT_SHOWN[verdict].label}`);
  const total = totalOf(counts);
  return `${parts.join(', ')} of ${counted(total)} ${total === 1 ? 'scenario' : 'scenarios'}`;
}
