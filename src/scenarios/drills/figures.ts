import { Amount, textOf } from '../amount.ts';
import { codesOf } from './facts.ts';
import { asksForOwn, isAccepted, isRead, type Tape } from './tape.ts';

/** What was measured of the bot in a drill. Nothing of it depends on the machine. */
export interface DrillFigures {
  readonly requests: number;
  readonly requestsPerSecondMax: number;
  /** Requests a second in the seconds in which it sent no write and nothing was filled: what it costs while nothing happens. */
  readonly idleRequestsPerSecond: number;
  /** Tokens of the rate limits that its requests took, and the most that they took within a second. */
  readonly tokens: number;
  readonly tokensPerSecondMax: number;
  /** Refusals of requests and of their items, by code. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly lost: number;
  readonly connections: number;
  /** The longest that it took from a break of its data to the request or frame that mended it, in ms; null where it mended none. */
  readonly healedAfterMs: number | null;
  readonly orders: number;
  readonly openOrdersMax: number;
  readonly fills: number;
  readonly positionMax: string;
}

const SECOND_MS = 1_000;

/** The figures of what is on a tape. */
export function figuresOf(tape: Tape): DrillFigures {
  const refusals = new Map<string, number>();
  for (const request of tape.requests) {
    for (const code of codesOf(request)) refusals.set(code, (refusals.get(code) ?? 0) + 1);
  }
  return {
    requests: tape.requests.length,
    requestsPerSecondMax: mostWithin(tape.requests, () => 1),
    idleRequestsPerSecond: idleRate(tape),
    tokens: tape.charges.reduce((sum, { tokens }) => sum + tokens, 0),
    tokensPerSecondMax: mostWithin(tape.charges, ({ tokens }) => tokens),
    refusals: Object.fromEntries([...refusals].sort(([a], [b]) => (a < b ? -1 : 1))),
    lost: tape.requests.filter(({ isLost }) => isLost).length,
    connections: tape.connections.length,
    healedAfterMs: healedAfter(tape),
    orders: tape.orders.length,
    openOrdersMax: Math.max(0, ...tape.open.map(({ count }) => count)),
    fills: tape.fills.length,
    positionMax: textOf(Amount.max('0', ...tape.fills.map(({ position }) => new Amount(position).abs()))),
  };
}

/** The most that items weigh within a second. */
function mostWithin<T extends { readonly at: number }>(items: readonly T[], weightOf: (item: T) => number): number {
  let [most, sum, first] = [0, 0, 0];
  for (const item of items) {
    sum += weightOf(item);
    for (let old = items[first]; old && item.at - old.at >= SECOND_MS; old = items[first]) {
      sum -= weightOf(old);
      first += 1;
    }
    most = Math.max(most, sum);
  }
  return most;
}

/** Whole seconds between its first and its last request count; 0 where none of them was idle. */
function idleRate({ requests, fills }: Tape): number {
  const [first, last] = [requests[0], requests.at(-1)];
  if (!first || !last) return 0;
  const secondOf = ({ at }: { readonly at: number }): number => Math.floor((at - first.at) / SECOND_MS);
  const busy = new Set([...requests.filter((request) => !isRead(request)), ...fills].map(secondOf));
  const seconds = secondOf(last);
  const idle = Array.from({ length: seconds }, (_, second) => second).filter((second) => !busy.has(second));
  if (idle.length === 0) return 0;
  const isIdle = new Set(idle);
  const sent = requests.filter((request) => isIdle.has(secondOf(request))).length;
  return Math.round((100 * sent) / idle.length) / 100;
}

/**
 * A lost frame of the book is mended by a subscription, a read or a snapshot; a broken connection, or a lost push about the account, by a
 * read of its own state. What was never mended is for the invariants to say.
 */
function healedAfter({ faults, connections, requests, frames }: Tape): number | null {
  const ofBook = [
    ...connections.flatMap(({ subscriptions }) => subscriptions.filter(({ channel }) => channel === 'orderbook')),
    ...requests.filter(({ action }) => action === 'getOrderbook'),
    ...frames.filter(({ channel, isSnapshot }) => channel === 'orderbook' && isSnapshot),
  ].sort((a, b) => a.no - b.no);
  const ofOwn = requests.filter((request) => asksForOwn(request) && isAccepted(request));
  const isGap = (effect: string): boolean => effect === 'lose' || effect === 'reorder' || effect === 'drop';
  const times = [
    ...faults.flatMap(({ no, at, effect, target }) =>
      target === 'orderbook' && isGap(effect) ? [first(ofBook, (one) => one.no > no, at)] : [],
    ),
    ...faults.flatMap(({ at, effect, target }) =>
      target === 'subAccountUpdates' && isGap(effect) ? [first(ofOwn, (one) => one.at >= at, at)] : [],
    ),
    ...connections.flatMap(({ closedAt, byExchange }) =>
      byExchange && closedAt !== null ? [first(ofOwn, (one) => one.at >= closedAt, closedAt)] : [],
    ),
  ].filter((ms) => ms !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function first<T extends { readonly at: number }>(
  mends: readonly T[],
  follows: (mend: T) => boolean,
  at: number,
): number | null {
  const mend = mends.find(follows);
  return mend ? mend.at - at : null;
}
