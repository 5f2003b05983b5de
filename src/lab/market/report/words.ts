import type { Row } from '../table/table.ts';

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

/** How many rows have each verdict. */
export function countsOf(rows: readonly Row[]): Readonly<Record<Row['verdict'], number>> {
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  return { within: count('within'), out: count('out'), 'not judged': count('not judged') };
}

/** `12 of 50 figures are within their range, 30 are out, 8 are not judged`. */
export function countsText(rows: readonly Row[]): string {
  const { within, out, 'not judged': unjudged } = countsOf(rows);
  return `${within} of ${rows.length} figures are within their range, ${out} are out, ${unjudged} are not judged`;
}
