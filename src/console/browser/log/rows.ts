import type { LogRecord } from '../../../contract/log-shapes.ts';
import type { LogPart } from './records.ts';

/** Rows on the page at most: the oldest leave first. */
export const MOST_SHOWN = 1_500;

/** What of the log is on the page. */
export interface Shown {
  readonly life: number;
  readonly inputs: number;
  readonly keptFrom: number;
  readonly rows: readonly LogRecord[];
  /** Where reading goes on. */
  readonly next: string;
  /** There are rows before the first. */
  readonly hasEarlier: boolean;
}

export const shownFirst = ({ life, inputs, keptFrom, rows, next, more }: LogPart): Shown => ({
  life,
  inputs,
  keptFrom,
  rows,
  next,
  hasEarlier: more,
});

/** Null where the part does not continue what is shown: another life, or more rows than are worth catching up with. */
export function withNewer(shown: Shown, part: LogPart): Shown | null {
  if (part.life !== shown.life || part.more) return null;
  const { inputs, next } = part;
  if (part.rows.length === 0) return next === shown.next ? shown : { ...shown, inputs, next };
  const rows = [...shown.rows, ...part.rows];
  const over = rows.length > MOST_SHOWN;
  return { ...shown, inputs, next, rows: over ? rows.slice(-MOST_SHOWN) : rows, hasEarlier: shown.hasEarlier || over };
}

export const withEarlier = (shown: Shown, part: LogPart): Shown => ({
  ...shown,
  rows: [...part.rows, ...shown.rows],
  hasEarlier: part.more,
});
