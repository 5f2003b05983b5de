import type { TimeMs } from '../../kernel/units.ts';

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
