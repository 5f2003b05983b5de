/**
 * ccxt asks for lists by `since` and `limit` and wants the oldest first; the API gives windows of time, newest first, in pages.
 */

/** What a caller of ccxt asks for. */
export interface Span {
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly limit: number | undefined;
}

/** A part of a list, newest first. Both times are inclusive. */
export interface Page {
  readonly startTime: number;
  readonly endTime: number;
  readonly limit: number;
  readonly offset: number;
}

export interface Source<T> {
  /** The longest window that the API takes. */
  readonly windowMs: number;
  /** How far back the API lets a window begin. */
  readonly keptMs: number;
  /** False where the API has no offset: a window then has fewer rows than a page. */
  readonly hasOffset?: boolean;
  read(page: Page): Promise<readonly T[]>;
}

export const DAY_MS = 86_400_000;
/** The clock of the exchange goes on while a request travels, and a window must not begin before what is kept. */
const TRAVEL_MS = 60_000;
const PAGE = 1_000;

/**
 * Rows of a list, oldest first: the first `limit` from `since` on, or without `since` the newest `limit`, of the newest window.
 *
 * @param now the time of the exchange
 */
export async function listed<T>({ since, until, limit }: Span, now: number, source: Source<T>): Promise<T[]> {
  const { windowMs, keptMs } = source;
  const end = Math.min(until ?? now, now);
  const oldest = now - keptMs + TRAVEL_MS;
  if (since === undefined) {
    const newest = await pages(Math.max(end - windowMs + TRAVEL_MS, oldest), end, limit ?? Infinity, source);
    return newest.slice(0, limit).reverse();
  }
  const rows: T[] = [];
  let startTime = Math.max(since, oldest);
  while (startTime <= end && rows.length < (limit ?? Infinity)) {
    const endTime = Math.min(startTime + windowMs - 1, end);
    const page = await pages(startTime, endTime, Infinity, source);
    rows.push(...page.reverse());
    startTime = endTime + 1;
  }
  return rows.slice(0, limit);
}

/** The rows of one window, newest first: all of them, or as many pages as hold what is wanted. */
async function pages<T>(startTime: number, endTime: number, wanted: number, source: Source<T>): Promise<T[]> {
  const rows: T[] = [];
  if (startTime > endTime) return rows;
  for (;;) {
    const limit = Math.min(PAGE, wanted - rows.length);
    const page = await source.read({ startTime, endTime, limit, offset: rows.length });
    rows.push(...page);
    if (page.length < limit || rows.length >= wanted || source.hasOffset === false) return rows;
  }
}
