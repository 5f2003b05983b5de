import { compareKeys } from '../canonical-json.ts';
import { AscendingMap, FewMap, FewSet, NumberedMap } from '../tables.ts';
import { entriesOf } from '../entries.ts';
import { type Codec, CodecError, type Decoder, placed, type Plain, type PlainRecord, within } from './codec.ts';

const isRecord = (plain: unknown): plain is PlainRecord =>
  typeof plain === 'object' && plain !== null && !Array.isArray(plain);

function itemsOf(plain: unknown, what = 'a list'): readonly unknown[] {
  if (Array.isArray(plain)) return plain;
  throw new CodecError('', plain === undefined ? `is missing, it takes ${what}` : `takes ${what}`);
}

/** A codec that writes lists which it must not change, and reads new ones. */
interface ListCodec<T> extends Decoder<T[]> {
  readonly encode: (values: readonly T[]) => Plain;
}

/** Reads a list whose items are alike. */
export const listReader = <T>(item: Decoder<T>): Decoder<T[]> => ({
  decode: (plain) => {
    let index = 0;
    const read: T[] = [];
    try {
      for (const entry of itemsOf(plain)) {
        read.push(item.decode(entry));
        index += 1;
      }
    } catch (error) {
      throw Array.isArray(plain) ? placed(error, index) : error;
    }
    return read;
  },
});

/** A list whose items are alike. */
export const list = <T>(item: Codec<T>): ListCodec<T> => ({
  encode: (values) => values.map((value) => item.encode(value)),
  ...listReader(item),
});

/** A list that the state never changes once it is there. */
export const readonlyList = <T>(item: Codec<T>): Codec<readonly T[]> => list(item);

type Key = string | number | bigint;

/** A set in the order in which its members came, which is part of the state wherever it is walked through. */
export const setOf = <T extends Key>(item: Codec<T>): Codec<Set<T>> =>
  setIn(
    item,
    (members) => members,
    () => new Set<T>(),
  );

/** A set in which order means nothing: equal sets are written alike. */
export const sortedSetOf = <T extends Key>(item: Codec<T>): Codec<Set<T>> =>
  setIn(
    item,
    (members) => members.sort(compareKeys),
    () => new Set<T>(),
  );

/** A set of few members, written like any other. */
export const fewSetOf = <T extends Key>(item: Codec<T>): Codec<FewSet<T>> =>
  setIn(
    item,
    (members) => members,
    () => new FewSet<T>(),
  );

interface Members<T> extends Iterable<T> {
  has(member: T): boolean;
  add(member: T): unknown;
}

function setIn<T extends Key, S extends Members<T>>(
  item: Codec<T>,
  ordered: (members: T[]) => T[],
  made: () => S,
): Codec<S> {
  const members = list(item);
  return {
    encode: (value) => members.encode(ordered([...value])),
    decode: (plain) => {
      const read = made();
      for (const [index, member] of members.decode(plain).entries()) {
        if (read.has(member)) throw new CodecError(`[${index}]`, `${member} is there twice`);
        read.add(member);
      }
      return read;
    },
  };
}

/** A map as pairs, in the order in which its keys came, which is part of the state wherever it is walked through. */
export const mapOf = <K extends Key, V>(key: Codec<K>, value: Codec<V>): Codec<Map<K, V>> =>
  mapIn(
    key,
    value,
    (entries) => entries,
    () => new Map<K, V>(),
  );

/** A map whose keys count up, written like any other. */
export const ascendingMapOf = <V>(key: Codec<number>, value: Codec<V>): Codec<AscendingMap<V>> =>
  mapIn(
    key,
    value,
    (entries) => entries,
    () => new AscendingMap<V>(),
  );

/** A map whose keys count up from 0, written like any other. */
export const numberedMapOf = <V>(key: Codec<number>, value: Codec<V>): Codec<NumberedMap<V>> =>
  mapIn(
    key,
    value,
    (entries) => entries,
    () => new NumberedMap<V>(),
  );

/** A map of few entries, written like any other. */
export const fewMapOf = <K extends Key, V>(key: Codec<K>, value: Codec<V>): Codec<FewMap<K, V>> =>
  mapIn(
    key,
    value,
    (entries) => entries,
    () => new FewMap<K, V>(),
  );

/** A map in which order means nothing: equal maps are written alike. */
export const sortedMapOf = <K extends Key, V>(key: Codec<K>, value: Codec<V>): Codec<Map<K, V>> =>
  mapIn(
    key,
    value,
    (entries) => entries.sort(([a], [b]) => compareKeys(a, b)),
    () => new Map<K, V>(),
  );

interface Entries<K, V> extends Iterable<[K, V]> {
  has(key: K): boolean;
  set(key: K, value: V): unknown;
}

function mapIn<K extends Key, V, M extends Entries<K, V>>(
  key: Codec<K>,
  value: Codec<V>,
  ordered: (entries: [K, V][]) => [K, V][],
  made: () => M,
): Codec<M> {
  return {
    encode: (map) => ordered([...map]).map(([own, entry]) => [key.encode(own), value.encode(entry)]),
    decode: (plain) => {
      const read = made();
      let index = 0;
      for (const entry of itemsOf(plain, 'a list of pairs')) {
        const [own, held] = pairOf(entry, key, index);
        if (read.has(own)) throw new CodecError(`[${index}]`, `${own} is there twice`);
        read.set(own, decodedAt(value, held, own));
        index += 1;
      }
      return read;
    },
  };
}

function pairOf<K>(entry: unknown, key: Codec<K>, index: number): readonly [K, unknown] {
  const pair: readonly unknown[] = Array.isArray(entry) ? entry : [];
  const [own, held, ...more] = pair;
  if (own === undefined || held === undefined || more.length > 0) {
    throw new CodecError(`[${index}]`, 'takes a pair of key and value');
  }
  return [decodedAt(key, own, index), held];
}

const decodedAt = <T>(codec: Codec<T>, plain: unknown, place: Key): T =>
  within(typeof place === 'number' ? place : `[${place}]`, () => codec.decode(plain));

/** One codec for each field of `T`: a field that the type has and the table has not fails to compile. */
export type Fields<T> = { readonly [K in keyof T]-?: Codec<T[K]> };

/** A codec that writes objects. */
export interface RecordCodec<T> extends Codec<T> {
  readonly encode: (value: T) => PlainRecord;
}

/** Reads an object with exactly these fields. */
export function recordReader<T extends object>(fields: { readonly [K in keyof T]-?: Decoder<T[K]> }): Decoder<T> {
  const table = Object.entries<Decoder<unknown>>(fields);
  return {
    decode: (plain) => {
      const given = recordOf(plain);
      const read: Record<string, unknown> = {};
      let own = '';
      try {
        for (const [name, codec] of table) {
          own = name;
          const member = codec.decode(Object.hasOwn(given, name) ? given[name] : undefined);
          if (member !== undefined) read[name] = member;
        }
      } catch (error) {
        throw placed(error, own);
      }
      for (const name of Object.keys(given)) {
        if (!Object.hasOwn(fields, name)) throw new CodecError(name, 'is not known here');
      }
      return read as T;
    },
  };
}

/** An object with exactly these fields. */
export function record<T extends object>(fields: Fields<T>): RecordCodec<T> {
  const table = entriesOf(fields);
  return {
    encode: (value) => {
      const written: Record<string, Plain> = {};
      for (const [name, codec] of table) {
        const member = value[name];
        if (member !== undefined) written[name] = codec.encode(member);
      }
      return written;
    },
    ...recordReader<T>(fields),
  };
}

function recordOf(plain: unknown): PlainRecord {
  if (isRecord(plain)) return plain;
  throw new CodecError('', plain === undefined ? 'is missing, it takes an object' : 'takes an object');
}

/** An object of any names whose values are alike; it is written with its names in order, whatever order they came in. */
export const dictionary = <T>(value: Codec<T>): Codec<Readonly<Record<string, T>>> => ({
  encode: (given) =>
    Object.fromEntries(Object.entries(given).map(([name, member]): [string, Plain] => [name, value.encode(member)])),
  decode: (plain) =>
    Object.fromEntries(Object.entries(recordOf(plain)).map(([name, member]) => [name, decodedAt(value, member, name)])),
});

/** The variants of a union of objects that differ in one field, each with its own table. */
export function variants<Tag extends string, T extends Readonly<Record<Tag, string>>>(
  tag: Tag,
  byTag: { readonly [Name in T[Tag]]: Codec<Omit<Extract<T, Readonly<Record<Tag, Name>>>, Tag>> },
): Codec<T> {
  const codecs = new Map(Object.entries(byTag) as [string, Codec<unknown>][]);
  return {
    encode: (value) => {
      const codec = codecs.get(value[tag]);
      if (!codec) throw new TypeError(`there is no codec for ${tag} ${value[tag]}`);
      return { ...recordOf(codec.encode(value)), [tag]: value[tag] };
    },
    decode: (plain) => {
      const { [tag]: name, ...rest } = recordOf(plain);
      const codec = typeof name === 'string' ? codecs.get(name) : undefined;
      if (!codec) throw new CodecError(tag, `takes ${[...codecs.keys()].join(' or ')}`);
      return { [tag]: name, ...recordOf(codec.decode(rest)) } as T;
    },
  };
}
