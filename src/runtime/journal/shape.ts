/** Says what one value must look like; throws ShapeError with the way to the part that does not. */
export type Check = (value: unknown, field: string) => void;

/** A part of a document is not what it must be. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** Where, as `config.markets[2].symbol`; empty for the whole. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const kind =
  (what: string, fits: (value: unknown) => boolean): Check =>
  (value, field) => {
    if (!fits(value))
      throw new ShapeError(field, value === undefined ? `is missing, it takes ${what}` : `takes ${what}`);
  };

export const text: Check = kind('a text', (value) => typeof value === 'string');
export const whole: Check = kind('a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const flag: Check = kind('true or false', (value) => typeof value === 'boolean');
export const hexDigest: Check = kind(
  'a digest of 64 hex digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);
/** Signed, with at most eight decimals. */
export const decimal: Check = kind(
  'a decimal text',
  (value) => typeof value === 'string' && /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,8})?$/.test(value),
);
export const object: Check = kind('an object', isPlain);
export const wholeOrNull: Check = (value, field) => {
  if (value !== null) whole(value, field);
};
export const textOrNull: Check = kind('a text or null', (value) => value === null || typeof value === 'string');
export const bigintOrNull: Check = kind('a bigint or null', (value) => value === null || typeof value === 'bigint');

export const oneOf = (...options: readonly string[]): Check =>
  kind(options.join(' or '), (value) => options.includes(value as string));

export const listOf =
  (item: Check): Check =>
  (value, field) => {
    if (!Array.isArray(value))
      throw new ShapeError(field, value === undefined ? 'is missing, it takes a list' : 'takes a list');
    for (const [index, entry] of value.entries()) item(entry, `${field}[${index}]`);
  };

/** A list of two. */
export const pairOf =
  (first: Check, second: Check): Check =>
  (value, field) => {
    if (!Array.isArray(value) || value.length !== 2) throw new ShapeError(field, 'takes a list of two');
    first(value[0], `${field}[0]`);
    second(value[1], `${field}[1]`);
  };

/** An object of any keys whose values are alike. */
export const recordOf =
  (item: Check): Check =>
  (value, field) => {
    object(value, field);
    for (const [key, entry] of Object.entries(value as object)) item(entry, below(field, key));
  };

/** An object with these fields and no other. */
export const shape =
  (fields: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, field) => {
    object(value, field);
    const given = value as Readonly<Record<string, unknown>>;
    for (const [key, check] of Object.entries(fields))
      check(Object.hasOwn(given, key) ? given[key] : undefined, below(field, key));
    for (const [key, entry] of Object.entries(given)) {
      if (Object.hasOwn(fields, key)) continue;
      if (!Object.hasOwn(optional, key)) throw new ShapeError(below(field, key), 'is not known here');
      optional[key]?.(entry, below(field, key));
    }
  };

/** An object with these fields among others. */
export const partOf =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, field) => {
    object(value, field);
    const given = value as Readonly<Record<string, unknown>>;
    for (const [key, check] of Object.entries(fields))
      check(Object.hasOwn(given, key) ? given[key] : undefined, below(field, key));
  };

const below = (field: string, key: string): string => (field === '' ? key : `${field}.${key}`);

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
