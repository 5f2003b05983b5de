import { Amount, textOf } from '../amount.ts';
import { codesOf } from './facts.ts';
import { asksForOwn, isAccepted, isRead, type Tape } from './tape.ts';

/** What was measured of the bot in a drill. In lockstep nothing of it depends on the machine. */
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
const ZERO = new Amount('0');

/** The figures of what is on a tape. A day has more entries than a call takes arguments, so no list of them is spread into one. */
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
    openOrdersMax: tape.open.reduce((most, { count }) => Math.max(most, count), 0),
    fills: tape.fills.length,
    positionMax: textOf(tape.fills.reduce((most, { position }) => Amount.max(most, new Amount(position).abs()), ZERO)),
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
  const seconds = secondOf(last);
  // Fills come before the first request and after the last one, too.
  const busy = new Set(
    [...requests.filter((request) => !isRead(request)), ...fills]
      .map(secondOf)
      .filter((second) => second >= 0 && second < seconds),
  );
  const idle = seconds - busy.size;
  const sent = requests.map(secondOf).filter((second) => second < seconds && !busy.has(second)).length;
  return idle === 0 ? 0 : Math.round((100 * sent) / idle) / 100;
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
  return times.length === 0 ? null : times.reduce((most, ms) => Math.max(most, ms));
}

function first<T extends { readonly at: number }>(
  mends: readonly T[],
  follows: (mend: T) => boolean,
  at: number,
): number | null {
  const mend = mends.find(follows);
  return mend ? mend.at - at : null;
}
