/** Rows that a chart needs: no more are kept. */
const ROWS_MAX = 2_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DEPTHS_MAX = 60;

/** How often figures of a run are taken, in exchange ms. */
export interface Intervals {
  /** Prices and account values: at most one a second, at least one a minute. */
  readonly rows: number;
  readonly depth: number;
}

/** Returns how often figures are taken in a run of this length. */
export function intervalsFor(durationMs: number): Intervals {
  const rows = wholeSeconds(durationMs / (ROWS_MAX - 2));
  return { rows: Math.min(rows, MINUTE_MS), depth: wholeSeconds(durationMs / (DEPTHS_MAX - 2)) };
}

/** Calls back at each whole interval since the start that the clock comes to. */
export class Boundaries {
  readonly #intervalMs: number;
  readonly #take: (times: readonly number[]) => void;
  #next: number;

  constructor(startTime: number, intervalMs: number, take: (times: readonly number[]) => void) {
    this.#next = startTime;
    this.#intervalMs = intervalMs;
    this.#take = take;
  }

  /** All that happens before `to` has happened: the boundaries up to it find the same figures. */
  passing(to: number): void {
    if (this.#next > to) return;
    const times: number[] = [];
    for (; this.#next <= to; this.#next += this.#intervalMs) times.push(this.#next);
    this.#take(times);
  }
}

/** Returns at most 2,000 of the rows, evenly spread, with the first and the last. */
export function thinned<T>(rows: readonly T[], most = ROWS_MAX): readonly T[] {
  if (rows.length <= most) return rows;
  const step = (rows.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => rows[Math.round(place * step)] as T);
}

const wholeSeconds = (ms: number): number => Math.max(SECOND_MS, Math.ceil(ms / SECOND_MS) * SECOND_MS);
