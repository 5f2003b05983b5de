import type { Guard } from '../guards.ts';

/**
 * Values that survive a file: what canonical JSON writes, with bigints as they are. No Map, Set or object with methods,
 * so that a copy of a `Plain` value shares nothing with the live value it was made from.
 */
export type Plain = null | boolean | number | bigint | string | readonly Plain[] | PlainRecord;
export interface PlainRecord {
  readonly [key: string]: Plain;
}

/** Reads values of one type after checking everything about them. */
export interface Decoder<T> {
  /** Throws CodecError for data that is not what it takes. */
  readonly decode: (plain: unknown) => T;
}

/** Writes values of one type as plain data, and reads back what it could have written. */
export interface Codec<T> extends Decoder<T> {
  readonly encode: (value: T) => Plain;
}

/** Plain data is not what its codec takes. `path` says where, as `accounts[3].balances.USDT`; empty for the whole. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(path === '' ? problem : `${path}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/**
 * Adds the place of a part to the path of its error. A decoder adds its own place only when something failed, so that
 * reading valid data builds no paths.
 */
export function placed(error: unknown, place: string | number): unknown {
  if (!(error instanceof CodecError)) return error;
  const own = typeof place === 'number' ? `[${place}]` : place;
  const joint = error.path === '' || error.path.startsWith('[') ? '' : '.';
  return new CodecError(`${own}${joint}${error.path}`, error.problem);
}

/** Runs a decoder of a part, and adds the place of the part to its error. */
export function within<T>(place: string | number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw placed(error, place);
  }
}

const takes = (what: string, plain: unknown): CodecError =>
  new CodecError('', plain === undefined ? `is missing, it takes ${what}` : `takes ${what}`);

/** Reads a value that a guard accepts. */
export const checked = <T>(what: string, fits: Guard<T>): Decoder<T> => ({
  decode: (plain) => {
    if (!fits(plain)) throw takes(what, plain);
    return plain;
  },
});

/** Writes a value that a guard accepts as it is, and reads it. */
export const primitive = <T extends Plain>(what: string, fits: Guard<T>): Codec<T> => ({
  encode: (value) => value,
  ...checked(what, fits),
});

const isSafe = (plain: unknown): plain is number => Number.isSafeInteger(plain);

export const text = primitive('a text', (plain) => typeof plain === 'string');
export const bool = primitive('true or false', (plain) => typeof plain === 'boolean');
/** A safe integer, which canonical JSON writes exactly. Minus zero has no text of its own and is written as zero. */
export const int: Codec<number> = {
  ...primitive('a whole number', isSafe),
  encode: (value) => (value === 0 ? 0 : value),
};
/** A safe integer of at least 0. */
export const count = primitive('a whole number of at least 0', (plain): plain is number => isSafe(plain) && plain >= 0);
export const big = primitive('a bigint', (plain) => typeof plain === 'bigint');

/** Plain data that another codec reads; it must be there. */
export const plain: Codec<Plain> = primitive('a value', (given): given is Plain => given !== undefined);

/** One of some texts or numbers. */
export function oneOf<const T extends string | number>(...options: readonly T[]): Codec<T> {
  const known = new Set<unknown>(options);
  const what = options.map((option) => JSON.stringify(option)).join(' or ');
  return primitive(what, (plain): plain is T => known.has(plain));
}

/** A value or null. */
export const nullable = <T>(codec: Codec<T>): Codec<T | null> => ({
  encode: (value) => (value === null ? null : codec.encode(value)),
  decode: (plain) => (plain === null ? null : codec.decode(plain)),
});

/** A member that may be absent from its record. */
export const optional = <T>(codec: Codec<T>): Codec<T | undefined> => ({
  // A record writes no member whose value is undefined, so this null is never seen.
  encode: (value) => (value === undefined ? null : codec.encode(value)),
  decode: (plain) => (plain === undefined ? undefined : codec.decode(plain)),
});
