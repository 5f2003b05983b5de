import type { TimeMs } from '../../kernel/units.ts';
import { type Entries, type FadingTable, readEntry, writeEntry } from './fading-table.ts';

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
