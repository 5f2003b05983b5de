/** Says what one value must look like; throws ShapeError with the way from there to the part that does not. */
export type Check = (value: unknown) => void;

/** A part of a document is not what it must be. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** Where, as `config.markets[2].symbol`; empty for the whole. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }

  /** The same in the value that holds this one under a key. */
  under(key: string): ShapeError {
    const { field } = this;
    return new ShapeError(field === '' || field.startsWith('[') ? `${key}${field}` : `${key}.${field}`, this.message);
  }
}

/** Checks what stands under a key. A way is only put together when something is wrong. */
function checkAt(key: string | number, check: Check | undefined, value: unknown): void {
  try {
    check?.(value);
  } catch (error) {
    throw error instanceof ShapeError ? error.under(typeof key === 'string' ? key : `[${key}]`) : error;
  }
}

const kind =
  (what: string, fits: (value: unknown) => boolean): Check =>
  (value) => {
    if (!fits(value)) throw new ShapeError('', value === undefined ? `is missing, it takes ${what}` : `takes ${what}`);
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
export const wholeOrNull: Check = (value) => {
  if (value !== null) whole(value);
};
export const textOrNull: Check = kind('a text or null', (value) => value === null || typeof value === 'string');
export const bigintOrNull: Check = kind('a bigint or null', (value) => value === null || typeof value === 'bigint');

export const oneOf = (...options: readonly string[]): Check =>
  kind(options.join(' or '), (value) => options.includes(value as string));

export const listOf =
  (item: Check): Check =>
  (value) => {
    if (!Array.isArray(value))
      throw new ShapeError('', value === undefined ? 'is missing, it takes a list' : 'takes a list');
    for (let index = 0; index < value.length; index += 1) checkAt(index, item, value[index]);
  };

/** A list of two. */
export const pairOf =
  (first: Check, second: Check): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length !== 2) throw new ShapeError('', 'takes a list of two');
    checkAt(0, first, value[0]);
    checkAt(1, second, value[1]);
  };

/** An object of any keys whose values are alike. */
export const recordOf =
  (item: Check): Check =>
  (value) => {
    object(value);
    for (const [key, entry] of Object.entries(value as object)) checkAt(key, item, entry);
  };

/** The fields of an object by name. */
export type Fields = Readonly<Record<string, Check>>;

/** An object with these fields and no other. */
export const shape = (fields: Fields, optional: Fields = {}): Check => {
  const checkFields = partOf(fields);
  const required = Object.keys(fields).length;
  return (value) => {
    checkFields(value);
    const given = value as Readonly<Record<string, unknown>>;
    // All of them are there, so that as many keys leave none to look at.
    if (Object.keys(given).length === required) return;
    for (const key in given) {
      if (Object.hasOwn(fields, key)) continue;
      if (!Object.hasOwn(optional, key)) throw new ShapeError(key, 'is not known here');
      checkAt(key, optional[key], given[key]);
    }
  };
};

/** An object with these fields among others. */
export const partOf = (fields: Fields): Check => {
  const entries = Object.entries(fields);
  return (value) => {
    object(value);
    const given = value as Readonly<Record<string, unknown>>;
    for (const [key, check] of entries) checkAt(key, check, Object.hasOwn(given, key) ? given[key] : undefined);
  };
};

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
