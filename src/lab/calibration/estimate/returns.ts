import type { Observations } from './observations.ts';

/** Logarithmic returns of equal steps, in the order of time; null where a price is missing. */
export interface Returns {
  readonly stepMs: number;
  /** When the first step begins. */
  readonly start: number;
  readonly values: readonly (number | null)[];
  /** Such as `middles of the book`. */
  readonly of: string;
}

const BOOK_STEP_MS = 10_000;
const MINUTE_MS = 60_000;
/** A price older than this many steps is none. */
const STALE_STEPS = 5;
const LEAST = 30;

/** Returns of the best prices that there are: middles of the book, candles, or trades. Null with fewer than thirty. */
export function returnsOf({ book, candles, hours, orders }: Observations): Returns | null {
  const fromBook = onGrid(
    book.map(({ time }) => time),
    book.map(({ bid, ask }) => (bid + ask) / 2),
    BOOK_STEP_MS,
    'middles of the book',
  );
  const fromCandles = returnsOfCandles(candles.length > 0 ? candles : hours);
  const fromTrades = onGrid(orders.times, orders.prices, MINUTE_MS, 'prices of trades');
  const known = [fromBook, fromCandles, fromTrades].filter((each) => each !== null && count(each) >= LEAST);
  // More returns are a better estimate; finer ones tell jumps from volatility.
  return known.reduce<Returns | null>(
    (best, each) => (each && (!best || spanOf(each) > 4 * spanOf(best)) ? each : best),
    null,
  );
}

/** Milliseconds that the returns cover. */
export const spanOf = (returns: Returns): number => count(returns) * returns.stepMs;

export const count = ({ values }: Returns): number => values.filter((value) => value !== null).length;

/** Returns between the closes of candles; null without candles. */
export function returnsOfCandles(candles: Observations['candles']): Returns | null {
  const length = candles[0]?.length;
  if (length === undefined) return null;
  const closes = candles.map(({ time }) => time + length - 1);
  return onGrid(
    closes,
    candles.map(({ close }) => close),
    length,
    'closing prices of candles',
  );
}

/** The last price of each step against that of the step before. */
function onGrid(times: readonly number[], prices: readonly number[], stepMs: number, of: string): Returns | null {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return null;
  const start = Math.ceil(first / stepMs) * stepMs;
  const values: (number | null)[] = [];
  let next = 0;
  let before: number | null = null;
  for (let end = start; end <= last + stepMs; end += stepMs) {
    while (next < times.length && (times[next] ?? 0) <= end) next += 1;
    const at = times[next - 1] ?? 0;
    const price = end - at <= STALE_STEPS * stepMs ? (prices[next - 1] ?? null) : null;
    if (end > start) values.push(before === null || price === null ? null : Math.log(price / before));
    before = price;
    if (end >= last) break;
  }
  return { stepMs, start, values, of };
}
