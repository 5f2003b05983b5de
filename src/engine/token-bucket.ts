import type { AccountNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';

/** Tokens of a full bucket, and how long an empty one takes to be full again. */
export interface BucketSize {
  readonly cap: number;
  readonly windowMs: number;
}

/**
 * What is missing from a bucket. It is counted in parts, `windowMs` of them to a token, because then one millisecond
 * gives back exactly `cap` parts: continuous refill in whole numbers, without a remainder anywhere (R-40, SEC-29).
 */
export interface Spent {
  readonly parts: number;
  readonly at: TimeMs;
}

/** Buckets by key; one that is not there is full. */
export type Buckets<K> = FadingTable<K, Spent>;

/** Parts missing now. Never more than the bucket holds, also when its owner has come down to a smaller one. */
function missingParts(spent: Spent | undefined, { cap, windowMs }: BucketSize, now: TimeMs): number {
  if (!spent) return 0;
  // Both factors are bounded, so that a bucket left alone for a year still counts exactly.
  const refilled = Math.min(now - spent.at, windowMs) * cap;
  return Math.max(0, Math.min(spent.parts, cap * windowMs) - refilled);
}

/** Whole tokens left: a request of exactly that cost is served, one token more is refused. */
export function tokensLeft<K>(buckets: Entries<K, Spent>, key: K, size: BucketSize, now: TimeMs): number {
  const { cap, windowMs } = size;
  return Math.floor((cap * windowMs - missingParts(readEntry(buckets, key), size, now)) / windowMs);
}

/** Returns the bucket after tokens were taken out, down to nothing. */
export function spentAfter<K>(
  buckets: Entries<K, Spent>,
  key: K,
  size: BucketSize,
  tokens: number,
  now: TimeMs,
): Spent {
  const parts = missingParts(readEntry(buckets, key), size, now) + tokens * size.windowMs;
  return { parts: Math.min(parts, size.cap * size.windowMs), at: now };
}

/** Takes tokens out, down to nothing. Only `evolve` may. */
export function spend<K>(buckets: Buckets<K>, key: K, size: BucketSize, tokens: number, now: TimeMs): void {
  writeEntry(buckets, key, spentAfter(buckets, key, size, tokens, now), now, size.windowMs);
}

export type Surface = 'trade' | 'info';

/** What one request takes, once it is let in. Plain data: it travels in the log. */
export interface Charge {
  /** Address of the client. */
  readonly ip: string;
  readonly surface: Surface;
  readonly tokens: number;
  /** The subaccount that is charged as well; null until the signer has proven the right to act for it (SEC-28). */
  readonly account: AccountNo | null;
  /** Orders it places, for the limit of R-43. */
  readonly orders: number;
}

/** A request without a nonce was let in and has paid. */
export type ChargedEvent = { readonly type: 'Charged' } & Charge;

/**
 * What buckets and placements came to by requests that are no inputs, each as of its last charge. A table without such
 * charges is absent; the entries of the others are in the order of their times. Plain data: it travels in the log.
 */
export interface LimitLevels {
  readonly ip?: readonly (readonly [string, Spent])[];
  readonly accounts?: readonly (readonly [AccountNo, Spent])[];
  readonly placements?: readonly (readonly [AccountNo, readonly Placement[]])[];
  readonly minutes?: readonly (readonly [string, Spent])[];
  readonly seconds?: readonly (readonly [string, Spent])[];
}

/** Requests that are no inputs have paid since the input before. */
export interface LevelsSetEvent {
  readonly type: 'LevelsSet';
  readonly levels: LimitLevels;
}

/** One request's worth of orders. */
export interface Placement {
  readonly at: TimeMs;
  readonly orders: number;
}

/** Everything that limits remember; a part of the state, so that a replay comes to the same refusals. */
export interface LimitsState {
  readonly ip: Buckets<string>;
  readonly accounts: Buckets<AccountNo>;
  readonly placements: FadingTable<AccountNo, readonly Placement[]>;
  /** By surface and address; in use only where a figure per minute or per second is set. */
  readonly minutes: Buckets<string>;
  readonly seconds: Buckets<string>;
}

/** The limits as a request meets them. */
export interface LimitsView {
  readonly ip: Entries<string, Spent>;
  readonly accounts: Entries<AccountNo, Spent>;
  readonly placements: Entries<AccountNo, readonly Placement[]>;
  readonly minutes: Entries<string, Spent>;
  readonly seconds: Entries<string, Spent>;
}

/**
 * A table whose entries mean nothing once they have been left alone for a while: idle buckets are full again, old
 * placements count no more. It has two pages. When the young page has been written on for a whole period it becomes
 * the old one, and the old one is thrown away; so an entry is kept for one period at least and, while the table is in
 * use, for two at most. A flood can add only what the limits let through in one period (SEC-31).
 *
 * Plain data: what is in it depends on the writes alone, never on the order of its entries.
 */
export interface FadingTable<K, V> {
  turnedAt: TimeMs;
  young: Map<K, V>;
  old: Map<K, V>;
}

/** Returns a table without entries that begins its first period now. */
export const emptyTable = <K, V>(now: TimeMs): FadingTable<K, V> => ({
  turnedAt: now,
  young: new Map(),
  old: new Map(),
});

/** A table to read from: one of the state, or one of the state with newer entries over it. */
export interface Entries<K, V> {
  /** Entries that are not in the state yet; absent for a table of the state. */
  readonly pending?: ReadonlyMap<K, V>;
  readonly young: ReadonlyMap<K, V>;
  readonly old: ReadonlyMap<K, V>;
}

/** Returns the entry as it was written last; an entry that no longer counts may still be there. */
export const readEntry = <K, V>({ pending, young, old }: Entries<K, V>, key: K): V | undefined =>
  pending?.get(key) ?? young.get(key) ?? old.get(key);

/** Writes an entry, which from now on stays for `periodMs` at least. Only `evolve` may. */
export function writeEntry<K, V>(table: FadingTable<K, V>, key: K, value: V, now: TimeMs, periodMs: number): void {
  if (now - table.turnedAt >= periodMs) {
    table.old = table.young;
    table.young = new Map();
    table.turnedAt = now;
  }
  table.old.delete(key);
  table.young.set(key, value);
}
