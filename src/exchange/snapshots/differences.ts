import { canonicalState } from '../../engine/canonical-state.ts';
import { canonicalJson, compareKeys, hasOwnForm } from '../../kernel/canonical-json.ts';
import { decodeState } from '../../engine/state-codec/state-codec.ts';
import type { SavedCore } from './saved-core.ts';
import { type SnapshotSummary, summaryOf } from './snapshots.ts';

/** Differences between two saved states of an exchange. */
export interface SnapshotComparison {
  readonly a: SnapshotSummary;
  /** Its name is empty for the exchange as it is. */
  readonly b: SnapshotSummary;
  /** Places of the engine's state that differ, and the first of them. */
  readonly total: number;
  readonly differences: readonly Difference[];
}

/** More places than a person reads. */
const LISTED = 50;

type Named = readonly [name: string, saved: SavedCore];

/** Compares two saved states place by place, in whatever order their parts came to be. */
export function compareSaved([nameA, a]: Named, [nameB, b]: Named): SnapshotComparison {
  const [one, other] = [a, b].map(comparable);
  const { total, first } = differencesOf(one, other, 'state', LISTED);
  return { a: summaryOf(nameA, a), b: summaryOf(nameB, b), total, differences: first };
}

/**
 * The state without the links between orders of a queue, which go round in circles, and with the terms one by one instead of
 * their digest.
 */
function comparable(saved: SavedCore): object {
  const state = decodeState(saved.state, saved.config);
  return { ...canonicalState(state), config: state.config };
}

/** A place where two values differ. */
export interface Difference {
  /** Such as `state.markets.BTC-USDT.book.bids[0][1]`. */
  readonly path: string;
  /** The value on each side as canonical text, a bigint without quotes, cut when it is long; `nothing` where a side has none. */
  readonly a: string;
  readonly b: string;
}

export interface Differences {
  /** All there are; `first` holds as many as were asked for. */
  readonly total: number;
  readonly first: readonly Difference[];
}

const NOTHING = 'nothing';
const TEXT_MAX = 80;

/**
 * Compares two values in their canonical form (DET-07) part by part, so that two values with one canonical text have no
 * difference. Map entries are compared by key and set members by value; the order in which they came does not count.
 */
export function differencesOf(a: unknown, b: unknown, path: string, keep = 10): Differences {
  const found: Difference[] = [];
  let total = 0;
  const compare = (one: unknown, other: unknown, at: string): void => {
    const left = plain(one);
    const right = plain(other);
    if (Object.is(left, right)) return;
    const parts = partsOf(left, right);
    if (parts) {
      for (const [name, mine, its] of parts) compare(mine, its, at + name);
    } else if (textOf(left) !== textOf(right)) {
      total += 1;
      if (found.length < keep) found.push({ path: at, a: shownAs(left), b: shownAs(right) });
    }
  };
  compare(a, b, path);
  return { total, first: found };
}

/** What a class with a canonical form of its own returns for it. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && hasOwnForm(value) ? value.toCanonical() : value;
}

type Part = readonly [name: string, a: unknown, b: unknown];

/** The parts of two values of one kind, by name; undefined for single values and for values of two kinds. */
function partsOf(a: unknown, b: unknown): readonly Part[] | undefined {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined;
  if (a instanceof Map && b instanceof Map) return pairs(a, b, (key) => member(String(key)));
  if (a instanceof Set && b instanceof Set) return pairs(membersOf(a), membersOf(b), (key) => `{${String(key)}}`);
  if (Array.isArray(a) && Array.isArray(b)) return pairs(itemsOf(a), itemsOf(b), (key) => `[${String(key)}]`);
  if (isRecord(a) && isRecord(b)) return pairs(fieldsOf(a), fieldsOf(b), (key) => member(String(key)));
  return undefined;
}

type Keyed = ReadonlyMap<unknown, unknown>;

function pairs(a: Keyed, b: Keyed, name: (key: unknown) => string): readonly Part[] {
  const keys = [...new Set([...a.keys(), ...b.keys()])].sort(compareKeys);
  return keys.map((key): Part => [name(key), a.get(key), b.get(key)]);
}

const membersOf = (set: ReadonlySet<unknown>): Keyed => new Map([...set].map((item) => [item, item]));
const itemsOf = (list: readonly unknown[]): Keyed => new Map(list.entries());
const fieldsOf = (record: object): Keyed => new Map(Object.entries(record));

const isRecord = (value: object): boolean =>
  !Array.isArray(value) && !(value instanceof Map) && !(value instanceof Set);

/** A key behind a dot, or in brackets when it would be taken for more than one. */
const member = (key: string): string => (/^[\w:|-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

const textOf = (value: unknown): string => (value === undefined ? NOTHING : canonicalJson(value));

/** For people: a bigint has no quotes. */
const shownAs = (value: unknown): string => shortened(typeof value === 'bigint' ? `${value}n` : textOf(value));

const shortened = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`);
