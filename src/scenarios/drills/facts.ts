import { Amount } from '../amount.ts';
import type { Drill } from './drill.ts';
import type { Statement } from './statement.ts';
import type { SentOrder, Tape, WireRequest } from './tape.ts';

/** A moment at which an invariant did not hold. */
export interface Violation {
  /** Exchange time. */
  readonly at: number;
  readonly text: string;
}

/** What invariants look at: one bot in one drill, from outside. */
export interface DrillFacts {
  readonly drill: Drill;
  readonly statement: Statement;
  readonly tape: Tape;
  readonly startTime: number;
  readonly endTime: number;
  /** Begin and end of the fault. */
  readonly from: number;
  readonly until: number;
  /** What the bot did while nothing went wrong; null for that run itself. */
  readonly calm: Habits | null;
}

/** What a bot does by itself. */
export interface Habits {
  readonly channels: readonly string[];
  readonly actions: readonly string[];
  readonly usesStreams: boolean;
  readonly usesDeadlines: boolean;
  readonly usesClientIds: boolean;
  readonly places: boolean;
  /** It places several orders in one request. */
  readonly usesBatches: boolean;
  /** It mostly has open orders. */
  readonly restsOrders: boolean;
  /** It reads or follows the book. */
  readonly followsBook: boolean;
  readonly hasTwins: boolean;
  /** It has several orders on a side of a market. */
  readonly quotesInLayers: boolean;
  /** The largest distance from the mark of an order that may open a position, as a share. */
  readonly farthestQuote: string;
}

export interface Invariant {
  /** A statement that is complete by itself. */
  readonly title: string;
  /** What is measured, and when it does not hold. */
  readonly means: string;
  /** Judged in every drill, and not only where one names it. */
  readonly always?: true;
  readonly check: (facts: DrillFacts) => readonly Violation[];
}

/** Codes of a request and of its items. */
export const codesOf = ({ code, items }: WireRequest): readonly string[] => [
  ...(code === null ? [] : [code]),
  ...items.filter((item) => item !== null),
];

/** Returns true for a time from `from` on and before `until`. */
export const within = (at: number, from: number, until: number): boolean => at >= from && at < until;

/** The first of what is wrong: the others follow from it, or are like it. */
export function firstOf<T extends { readonly at: number }>(
  wrong: readonly T[],
  textOf: (one: T) => string,
): Violation[] {
  const [first] = wrong;
  if (!first) return [];
  const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : '';
  return [{ at: first.at, text: `${textOf(first)}${more}` }];
}

/** The first window that holds more than `most`, with the highest count of any. */
export function crowded(
  times: readonly number[],
  windowMs: number,
  most: number,
  textOf: (count: number) => string,
): Violation[] {
  let [highest, at] = [0, 0];
  let first = 0;
  for (let last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= windowMs) first += 1;
    const count = last - first + 1;
    if (count > highest) [highest, at] = [count, times[first] ?? 0];
  }
  return highest > most ? [{ at, text: textOf(highest) }] : [];
}

/** Side and market of an order. */
export const keyOf = ({ symbol, side }: Pick<SentOrder, 'symbol' | 'side'>): string => `${side} ${symbol}`;
/** Side and market of each order of a request that may open a position. */
export const openingKeys = ({ orders }: WireRequest): readonly string[] =>
  orders.filter(({ isReducing }) => !isReducing).map(keyOf);

/** Number of open orders at the end of a moment. */
export function openAt(tape: Tape, time: number): number {
  return tape.open.filter(({ at }) => at <= time).at(-1)?.count ?? 0;
}

/** Position in a market at the end of a moment. */
export function positionAt(tape: Tape, symbol: string, time: number): Amount {
  const last = tape.fills.filter((fill) => fill.symbol === symbol && fill.at <= time).at(-1);
  return new Amount(last?.position ?? '0');
}

/** Time at which the program was last started again between two times; undefined where it was not. */
export function restartBetween({ process }: Tape, from: number, until: number): number | undefined {
  const starts = process.filter(({ what }) => what === 'started').slice(1);
  return starts.findLast(({ at }) => at > from && at <= until)?.at;
}

/** Times from `from` to `until` at which something is so, given the times at which that changes. Joined where they meet. */
export function spansOf(changes: readonly number[], from: number, until: number, isSo: (at: number) => boolean) {
  const times = [...new Set([from, ...changes.filter((at) => at > from && at < until)])].sort((a, b) => a - b);
  const spans: { from: number; until: number }[] = [];
  for (const [place, at] of times.entries()) {
    if (!isSo(at)) continue;
    const end = times[place + 1] ?? until;
    const last = spans.at(-1);
    if (last?.until === at) last.until = end;
    else spans.push({ from: at, until: end });
  }
  return spans;
}
