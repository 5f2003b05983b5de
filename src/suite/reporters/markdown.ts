import { type Coverage, percentOf } from '../coverage/count.ts';
import { askedText, shortfallOf, shortfallText } from '../coverage/citations.ts';
import type { Run, ScenarioResult, Verdict } from '../results/run.ts';
import { commandOf, CONCLUSION_SHOWN, reproduce, VERDICT_SHOWN } from './words.ts';
import { tallyOf } from './summary-text.ts';
import { type Counts, countsOf, summaryOf, totalOf, VERDICTS } from './summary.ts';
import { counted, duration, plural } from '../../kernel/words.ts';

/** Pages of CI take 1 MiB and cut what is longer; a character takes up to three bytes, and the tables need room as well. */
const FAILURES_ROOM = 250_000;
/** Of one failure: its response may be a page of a history. */
const LONGEST_ERROR = 3_000;
/** Reasons may name numbers and ids, so that there are as many as scenarios. */
const ROWS_SHOWN = 50;
const NAMES_SHOWN = 20;

/**
 * The run as a page of Markdown, for the summary of a CI job: verdict, areas, failures, what was skipped and why, and how
 * much of the contract it proves.
 *
 * @param remarks lines about what else is not as it should be, such as findings about a known-failing list
 */
export function markdownSummary(run: Run, coverage: Coverage, remarks: readonly string[] = []): string {
  const { facts, scenarios } = run;
  const { conclusion, counts, areas, skipped } = summaryOf(run);
  const shortfall = shortfallOf(run);
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0 || verdict === 'passed').toReversed();
  const warnings = [
    ...(facts.stopped === null ? [] : [`The run ended early: ${facts.stopped}.`]),
    ...facts.leftBehind.map((thing) => `Left behind: ${thing}`),
    ...(shortfall ? [shortfallText(shortfall, facts.profile)] : []),
    ...remarks,
  ];
  const parts = [
    `# ${CONCLUSION_SHOWN[conclusion].mark} ${CONCLUSION_SHOWN[conclusion].label}: ${inline(facts.target.name)}`,
    aboutLine(run),
    ...(warnings.length === 0 ? [] : [warnings.map((line) => `- ${inline(line)}`).join('\n')]),
    table(
      ['area', ...shown.map((verdict) => VERDICT_SHOWN[verdict].label), 'all'],
      [
        ...areas.map(({ area, counts: own }) => [inline(area), ...cells(own, shown)]),
        ['**all**', ...cells(counts, shown).map((text) => (text === '' ? '' : `**${text}**`))],
      ],
    ),
    ...failuresPart(run),
    ...listPart('Known to fail', ['scenario', 'why'], excusedRows(scenarios)),
    ...listPart(
      'Skipped',
      ['why', 'scenarios'],
      skipped.map(({ reason, count }) => [inline(reason), counted(count)]),
    ),
    '## Contract',
    ...contractPart(coverage),
  ];
  return `${parts.join('\n\n')}\n`;
}

function aboutLine(run: Run): string {
  const { facts, scenarios } = run;
  const { target, profile, transport, seed, shard, suite, selection } = facts;
  const about = [
    `${tallyOf(countsOf(scenarios))} over ${transport === 'ws' ? 'WebSocket' : 'REST'} in ${duration(facts.wallMs)}`,
    `profile ${inline(profile)}`,
    ...(seed === null ? [] : [`seed ${inline(seed)}`]),
    ...(shard === null ? [] : [`part ${shard.index} of ${shard.of}`]),
    ...(selection.length === 0 ? [] : [`chosen by ${code(selection.join(' '))}`]),
    `suite ${suite.version}`,
    target.version === null ? 'target of unknown version' : `target ${inline(target.version)}`,
  ];
  const asked = askedText(run);
  return `${about.join(', ')}${asked === undefined ? '' : `; ${inline(asked)}`}.`;
}

const cells = (counts: Counts, shown: readonly Verdict[]): string[] =>
  [...shown.map((verdict) => counts[verdict]), totalOf(counts)].map((count) => (count === 0 ? '' : counted(count)));

function failuresPart({ facts, scenarios }: Run): string[] {
  const failures = VERDICTS.slice(0, 3).flatMap((wanted) => scenarios.filter(({ verdict }) => verdict === wanted));
  if (failures.length === 0) return [];
  const command = commandOf(facts);
  const listed: string[] = [];
  let room = FAILURES_ROOM;
  for (const failure of failures) {
    const text = failureText(failure, command);
    room -= text.length;
    if (room < 0) break;
    listed.push(text);
  }
  const rest = failures.length - listed.length;
  return [
    '## What is not as specified',
    ...listed,
    ...(rest > 0 ? [`And ${counted(rest)} more: see the HTML report.`] : []),
  ];
}

function failureText(failure: ScenarioResult, command: string): string {
  const { id, name, verdict, reason, error, tags } = failure;
  const clauses = tags.filter((tag) => tag.startsWith('clause:')).map((tag) => code(tag.slice(7)));
  const what =
    verdict === 'unexpected-pass' ? `It passed although it is known to fail: ${reason ?? ''}` : (error ?? '');
  const cut =
    what.length > LONGEST_ERROR
      ? `${what.slice(0, LONGEST_ERROR)}\n... ${what.length - LONGEST_ERROR} more characters`
      : what;
  return [
    `### ${VERDICT_SHOWN[verdict].mark} ${inline(name)}`,
    `${VERDICT_SHOWN[verdict].label}, ${code(id)}${clauses.length === 0 ? '' : `, ${clauses.join(' ')}`}`,
    fenced(cut),
    fenced(reproduce(command, failure), 'sh'),
  ].join('\n\n');
}

const excusedRows = (scenarios: readonly ScenarioResult[]): string[][] =>
  scenarios
    .filter(({ verdict }) => verdict === 'expected-failure')
    .map(({ id, name, reason }) => [`${code(id)} ${inline(name)}`, inline(reason ?? '')]);

function listPart(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const rest = rows.length - ROWS_SHOWN;
  return [
    `## ${title}`,
    table(head, rows.slice(0, ROWS_SHOWN)),
    ...(rest > 0 ? [`And ${counted(rest)} more: see the HTML report.`] : []),
  ];
}

function contractPart({ total, clauses }: Coverage): string[] {
  const broken = clauses.filter(({ state }) => state === 'broken').map(({ id }) => code(id));
  const rest = broken.length - NAMES_SHOWN;
  const names = `${broken.slice(0, NAMES_SHOWN).join(', ')}${rest > 0 ? ` and ${counted(rest)} more` : ''}`;
  return [
    `${counted(total.proven)} of ${plural(total.clauses, 'clause')} proven (${percentOf(total)} %), ${counted(total.waived)} waived.`,
    ...(broken.length === 0 ? [] : [`Broken: ${names}.`]),
  ];
}

/** Columns of figures are set to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  const isFigures = (column: number): boolean => rows.every((row) => /^[+*\d,]*$/.test(row[column] ?? ''));
  return [line(head), line(head.map((_, column) => (isFigures(column) ? '---:' : '---'))), ...rows.map(line)].join(
    '\n',
  );
}

/** Text as it is, on one line, whatever Markdown or HTML would read into it. */
export const inline = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>|#&~]/g, (character) => ({ '<': '&lt;', '&': '&amp;' })[character] ?? `\\${character}`);

export const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

/** Fenced by more backticks than the text has in a row. */
export function fenced(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
