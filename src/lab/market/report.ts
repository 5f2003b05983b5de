import { printableLines } from '../../kernel/printable.ts';
import type { FactsResult } from './run/facts-result.ts';
import type { Row } from './table/table.ts';

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

/** Says how long each seed was observed. */
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
const unjudgedOf = (rows: readonly Row[]): Row[] => rows.filter(({ why }) => why !== null);

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The report as Markdown. It holds nothing of the machine or the time of the run. */
export function factsMarkdown(result: FactsResult): string {
  const { rows, seeds, world } = result;
  const head = ['Fact', 'Figure', ...seeds.map(({ seed }) => `Seed ${seed}`), 'Mean', 'Range', 'Verdict'];
  const unjudged = unjudgedOf(rows);
  const differences = differencesOf(result);
  return printableLines(
    [
      '# Facts of the market',
      '',
      `World \`${world}\`, ${hoursText(result)}; ${countsText(rows)}. Figures are of the market ${seeds[0]?.symbol ?? ''}`,
      'unless said otherwise. [How each is measured](../docs/market.md#how-each-fact-is-measured).',
      '',
      `Days: ${seeds.map(({ seed, startTime }) => `seed ${seed} ${dayText(startTime)}`).join(', ')}.`,
      '',
      line(head),
      `|${head.map((_none, place) => (place > 1 && place < head.length - 2 ? '---:' : '---')).join('|')}|`,
      ...rows.map((row, place) =>
        line([
          row.fact === rows[place - 1]?.fact ? '' : row.fact,
          row.figure,
          ...row.figures.map((figure) => figureText(figure, row)),
          figureText(row.mean, row),
          rangeText(row),
          row.verdict === 'within' ? 'within' : `**${VERDICT_WORD[row.verdict]}**`,
        ]),
      ),
      '',
      ...(unjudged.length === 0
        ? []
        : [
            '## Figures that a seed does not have',
            '',
            ...unjudged.map(({ figure, why }) => `- ${figure}: ${why ?? ''}`),
            '',
          ]),
      ...(differences.length === 0
        ? []
        : ['## Contradictions in the past', '', ...differences.map((difference) => `- ${difference}`), '']),
    ].join('\n'),
  );
}

/** A figure with the digits of its row. */
export const figureText = (value: number | null, { digits }: Pick<Row, 'digits'>): string =>
  value === null ? '–' : value.toFixed(digits).replace(/^-(?=[0.]+$)/, '');

/** A range such as `0.4 to 0.9`, `at least 1.1` or `at most 0`. */
export function rangeText({ least, most }: Pick<Row, 'least' | 'most'>): string {
  if (least !== null && most !== null) return `${least} to ${most}`;
  if (least !== null) return `at least ${least}`;
  return most === null ? 'any' : `at most ${most}`;
}

export const VERDICT_WORD = { within: 'within', out: 'OUT', 'not judged': 'not judged' } as const;

/** Counts the rows of each verdict. */
export function countsOf(rows: readonly Row[]): Readonly<Record<Row['verdict'], number>> {
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  return { within: count('within'), out: count('out'), 'not judged': count('not judged') };
}

/** `12 of 50 figures are within their range, 30 are out, 8 are not judged`. */
function countsText(rows: readonly Row[]): string {
  const { within, out, 'not judged': unjudged } = countsOf(rows);
  return `${within} of ${rows.length} figures are within their range, ${out} are out, ${unjudged} are not judged`;
}
