/** Keys and members of objects, with the types that `Object.keys` and its kin do not give. */

/** Returns whether a value is an object with members to look at: no list and not null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a value is a list; `Array.isArray` would leave its items without a type. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The names of a table's members, in its order. Meant for tables that are written out: an object may have more members than its type says. */
export const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

/** The members of a table with their names, in its order. */
export const entriesOf = <T extends object>(table: T): readonly (readonly [keyof T & string, T[keyof T & string]])[] =>
  keysOf(table).map((key) => [key, table[key]] as const);

/** Makes a table with one member for each key. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Readonly<Record<K, V>> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;

/** Makes a table with the same names and other values. */
export const mapRecord = <K extends string, V, W>(
  table: Readonly<Record<K, V>>,
  change: (value: V, key: K) => W,
): Readonly<Record<K, W>> => recordOf(keysOf(table), (key) => change(table[key], key));

/** Returns whether a name is one of a table's. */
export const isKeyOf = <T extends object>(table: T, name: string): name is keyof T & string =>
  Object.hasOwn(table, name);

/** Returns whether a value is one of some words. */
export function isOneOf<const W extends string>(words: readonly W[], value: unknown): value is W {
  const known: readonly unknown[] = words;
  return known.includes(value);
}
