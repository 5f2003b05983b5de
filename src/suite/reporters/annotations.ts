import { printableLines } from '../../kernel/printable.ts';
import { plural } from '../../kernel/words.ts';
import { isCheck } from '../results/failed-check.ts';
import type { Run, ScenarioResult } from '../results/run.ts';
import { clausesOf } from '../suite/select.ts';
import { briefOf } from './brief.ts';
import { FAILED } from './summary.ts';
import { VERDICT_SHOWN } from './words.ts';

/** GitHub shows ten errors of a step and drops the others. */
const ERRORS_SHOWN = 10;

/**
 * What is not as specified as annotations of a GitHub workflow: one command `::error file=…,line=…::` for each scenario, at the
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
