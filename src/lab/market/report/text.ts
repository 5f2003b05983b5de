import { printableLines } from '../../../kernel/printable.ts';
import type { FactsResult } from '../run/facts-result.ts';
import type { Row } from '../table/table.ts';
import { countsText, figureText, rangeText, VERDICT_WORD } from './words.ts';

/** The table for a terminal: a line for each figure, below the fact that it shows. */
export function factsText(result: FactsResult): string {
  const { rows, seeds, world } = result;
  const cells = rows.map((row) => [
    `  ${row.id}`,
    ...row.figures.map((figure) => figureText(figure, row)),
    figureText(row.mean, row),
    rangeText(row),
    VERDICT_WORD[row.verdict],
  ]);
  const head = ['', ...seeds.map(({ seed }) => `seed ${seed}`), 'mean', 'range', 'verdict'];
  const widths = head.map((_none, place) => Math.max(...[head, ...cells].map((line) => line[place]?.length ?? 0)));
  const isLeft = (place: number): boolean => place === 0 || place > seeds.length + 1;
  const lineOf = (line: readonly string[]): string =>
    line
      .map((cell, place) => (isLeft(place) ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0)))
      .join('  ')
      .trimEnd();
  const lines = rows.flatMap((row, place) => [
    ...(row.fact === rows[place - 1]?.fact ? [] : [row.fact]),
    `${lineOf(cells[place] ?? [])}${row.why === null ? '' : `  (${row.why})`}`,
  ]);
  return printableLines(
    [
      `world ${world}, ${hoursText(result)}`,
      lineOf(head),
      ...lines,
      ...differencesOf(result),
      countsText(rows),
      '',
    ].join('\n'),
  );
}

/** How long each seed was observed. */
export function hoursText({ seeds, hours, complete }: FactsResult): string {
  if (complete) return `${seeds.length === 1 ? 'one seed' : `${seeds.length} seeds`} of ${hours} h`;
  return `stopped early: ${seeds.map((seed) => `seed ${seed.seed} ${seed.hours.toFixed(1)} h`).join(', ') || 'no seed'} of ${hours} h`;
}

/** Contradictions in the past, in words. */
export const differencesOf = ({ seeds }: FactsResult): string[] =>
  seeds.flatMap(({ seed, differences }) => differences.map((difference) => `seed ${seed}: ${difference}`));

/** The first day of a seed, such as `Mon 2026-01-05`. */
export function dayText(time: number): string {
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const date = new Date(time);
  return `${days[date.getUTCDay()] ?? ''} ${date.toISOString().slice(0, 10)}`;
}

/** Rows that need no explanation are left out. */
export const unjudgedOf = (rows: readonly Row[]): Row[] => rows.filter(({ why }) => why !== null);
