import { isList, isRecord } from './entries.ts';

/**
 * Type guards for values that come from outside the types: a parsed file, a response, a message. A guard of a compound value is put
 * together from guards of its parts. What it does not name may be there as well, since a newer writer may say more.
 */
export type Guard<T> = (value: unknown) => value is T;

/** The type that a guard accepts. */
export type Guarded<G> = G extends Guard<infer T> ? T : never;

/** Accepts a string. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Accepts a number, NaN as well. */
export const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Accepts a boolean. */
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** Accepts every value: a member that is passed on as it is. */
export const isAnything = (_value: unknown): _value is unknown => true;

/** Makes a guard of one of some words. */
export const isWordOf =
  <const W extends string | number | boolean>(...words: readonly W[]): Guard<W> =>
  (value): value is W =>
    words.some((word) => word === value);

/** Makes a guard that accepts null, too. */
export const orNull =
  <T>(is: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || is(value);

/** Makes a guard that accepts a member that is not there. */
export const orMissing =
  <T>(is: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || is(value);

/** Makes a guard of a list. */
export const isListOf =
  <T>(isItem: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    isList(value) && value.every(isItem);

/** Makes a guard of a record whose members, whatever their names, are of one kind. */
export const isTableOf =
  <T>(isMember: Guard<T>): Guard<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isRecord(value) && Object.values(value).every(isMember);

/**
 * Reads a JSON text that a guard accepts.
 *
 * @param what names the text in an error
 * @throws SyntaxError for a text that is no JSON, TypeError for one that the guard does not accept
 */
export function parsedAs<T>(is: Guard<T>, text: string, what: string): T {
  const value: unknown = JSON.parse(text);
  if (is(value)) return value;
  throw new TypeError(`${what} has another form than this version of perpsim reads`);
}

/** Guards of the members of a record; those of optional members accept undefined. */
export type MemberGuards<T> = { readonly [K in keyof T]-?: Guard<T[K]> };

/** Makes a guard of a record with these members. */
export function isShape<T extends object>(members: MemberGuards<T>): Guard<T> {
  const guards = Object.entries<Guard<unknown>>(members);
  return (value): value is T => isRecord(value) && guards.every(([name, is]) => is(value[name]));
}
