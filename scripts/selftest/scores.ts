import { percentOf, type PlainTest } from './plain-table.ts';
import { isSound, type SelfTest } from './table.ts';

/** Both halves of a self-test; null for one that was not asked for. */
export interface Halves {
  readonly steered: SelfTest | null;
  readonly plain: PlainTest | null;
}

/** How many wrongs were judged, and how many of them were caught. */
export interface Score {
  readonly caught: number;
  readonly wrongs: number;
}

/** Both scores of a file of wrongs; null where none of it was judged. */
export interface GroupScores {
  readonly group: string;
  readonly steered: Score | null;
  readonly plain: Score | null;
}

type Judged = readonly { readonly group: string; readonly caught: unknown }[];

/** A row for each file of wrongs in their order, and `all` below. */
export function bothScores({ steered, plain }: Halves): GroupScores[] {
  const [some, others] = [steered?.findings ?? [], plain?.findings ?? []];
  const groups = [...new Set([...some, ...others].map(({ group }) => group))];
  const row = (group: string, isIn: (one: string) => boolean): GroupScores => ({
    group,
    steered: scoreOf(some, isIn),
    plain: scoreOf(others, isIn),
  });
  return [...groups.map((group) => row(group, (one) => one === group)), row('all', () => true)];
}

function scoreOf(findings: Judged, isIn: (group: string) => boolean): Score | null {
  const own = findings.filter(({ group }) => isIn(group));
  return own.length === 0 ? null : { caught: own.filter(({ caught }) => caught !== null).length, wrongs: own.length };
}

/** Nothing of either half says that the suite sleeps. Survivors without a control plane are a score and no fault. */
export const areSound = ({ steered, plain }: Halves): boolean =>
  (steered === null || isSound(steered)) && (plain?.control.failed.length ?? 0) === 0;

const shown = (score: Score | null): string =>
  score
    ? `${score.caught} of ${score.wrongs}`.padStart(10) + percentOf(score.caught, score.wrongs).padStart(9)
    : '-'.padStart(10);

/** The last lines on a terminal: both scores by group, the time of it all, and the verdict. */
export function scoreLines(halves: Halves, seconds: number): string[] {
  const rows = bothScores(halves);
  const width = Math.max(...rows.map(({ group }) => group.length));
  const line = (group: string, steered: string, plain: string): string =>
    `${group.padEnd(width)}  ${steered.padEnd(21)}  ${plain}`.trimEnd();
  return [
    line('caught', '  with control plane', '  without'),
    ...rows.map(({ group, steered, plain }) => line(group, shown(steered), shown(plain))),
    `in ${Math.round(seconds)} s in all: ${areSound(halves) ? 'sound' : 'NOT SOUND'}`,
  ];
}

/** The same as the beginning of the page. */
export function scoreMarkdown(halves: Halves, seconds: number): string {
  const cell = (score: Score | null): string =>
    score ? `${score.caught} of ${score.wrongs} | ${percentOf(score.caught, score.wrongs)}` : '- | -';
  return [
    '# Scores of the conformance suite',
    '',
    `${areSound(halves) ? 'Sound' : '**NOT SOUND**'}, in ${Math.round(seconds)} s in all.`,
    '',
    '| Group | Caught with a control plane | | Caught without | |',
    '|---|---:|---:|---:|---:|',
    ...bothScores(halves).map(({ group, steered, plain }) => `| ${group} | ${cell(steered)} | ${cell(plain)} |`),
    '',
  ].join('\n');
}
