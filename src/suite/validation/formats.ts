import type { FieldMode } from './finding.ts';

/** What texts and numbers look like, with the words a finding has for it. */

interface Format {
  readonly words: string;
  readonly pattern: RegExp;
  /** Stated by the specification for every deployment; the others are what this contract adds. */
  readonly isStated: boolean;
}

const stated = (words: string, pattern: RegExp): Format => ({ words, pattern, isStated: true });
const added = (words: string, pattern: RegExp): Format => ({ words, pattern, isStated: false });

/** Kinds of texts by the name that the lists of docs/contract/responses have for them. */
export const FORMATS = {
  text: stated('a text', /^/),
  name: added('a text that is not empty', /^[^]/),
  // Plain decimal notation; nothing is written as minus zero.
  decimal: stated('a decimal text', /^(?!-0(\.0+)?$)-?(0|[1-9]\d*)(\.\d+)?$/),
  'decimal or empty': stated('a decimal text or the empty text', /^((?!-0(\.0+)?$)-?(0|[1-9]\d*)(\.\d+)?)?$/),
  'decimal with 2 decimals or 0': added('a decimal text with two decimals, or 0', /^(0|(0|[1-9]\d*)\.\d{2})$/),
  digits: added('decimal digits', /^\d+$/),
  'whole number text': added('a whole number as text', /^(0|[1-9]\d*)$/),
  'positive whole number text': added('a positive whole number as text', /^[1-9]\d*$/),
  id: added('an id: the digits of an unsigned integer', /^(0|[1-9]\d{0,19})$/),
  symbol: stated('a market symbol', /^[A-Z0-9_]+-[A-Z0-9_]+$/),
  asset: added('an asset name in upper case', /^[A-Z0-9]+$/),
  address: stated('an address: 0x and 40 hex digits', /^0x[0-9a-fA-F]{40}$/),
  hash: added('a hash: 0x and 64 hex digits in lower case', /^0x[0-9a-f]{64}$/),
  checksum: added('a checksum: 8 hex digits in lower case', /^[0-9a-f]{8}$/),
  'request id': added('a request id: 16 hex digits in lower case', /^[0-9a-f]{16}$/),
  'date-time': added('an RFC 3339 time in UTC', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/),
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

/** Returns a test of what a text should be, and the words for it. */
export function textTest(
  { format, maxLength }: { readonly format: FormatName; readonly maxLength?: number },
  mode: FieldMode,
): { readonly words: string; readonly fits: (text: string) => boolean } {
  const isHeld = mode === 'strict' || FORMATS[format].isStated;
  const { words, pattern } = isHeld ? FORMATS[format] : FORMATS.text;
  if (mode === 'tolerant' || maxLength === undefined) return { words, fits: (text) => pattern.test(text) };
  return {
    words: `${words} of at most ${maxLength} characters`,
    fits: (text) => pattern.test(text) && lengthOf(text) <= maxLength,
  };
}
/** In characters, as JSON Schema counts and people do. */
const lengthOf = (text: string): number => Array.from(text).length;

/** From here on a number is milliseconds; a smaller one would be seconds (R-05). */
const FIRST_MS = 100_000_000_000;
/** As far as dates go. */
const LAST_MS = 8_640_000_000_000_000;

/** True for Unix milliseconds. A time is milliseconds everywhere. */
export const isTime = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= FIRST_MS && value <= LAST_MS;

/** Returns a test of what a whole number should be, and the words for it. Bounds are this contract's own. */
export function integerTest(
  { from, to }: { readonly from?: number; readonly to?: number },
  mode: FieldMode,
): { readonly words: string; readonly fits: (value: number) => boolean } {
  if (mode === 'tolerant') return { words: 'a whole number', fits: Number.isSafeInteger };
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  const least = from === undefined ? '' : ` from ${from}`;
  return {
    words: `a whole number${least}${to === undefined ? '' : ` to ${to}`}`,
    fits: (value) =>
      Number.isSafeInteger(value) && value >= (from ?? MIN_SAFE_INTEGER) && value <= (to ?? MAX_SAFE_INTEGER),
  };
}
