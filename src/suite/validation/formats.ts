import type { TSchema } from '@sinclair/typebox';
import {
  AddressText,
  AssetText,
  DecimalText,
  HashText,
  IdText,
  OptionalDecimalText,
  SymbolText,
  Time,
} from '../../contract/primitives.ts';
import type { FieldMode } from './finding.ts';

/** What texts and numbers look like, with the words a finding has for it. */

interface Format {
  readonly words: string;
  /** Stated by the specification for every deployment; the others are what this contract adds. */
  readonly stated: boolean;
}

const FORMATS: ReadonlyMap<string | undefined, Format> = new Map([
  [DecimalText.pattern, { words: 'a decimal text', stated: true }],
  [OptionalDecimalText.pattern, { words: 'a decimal text or the empty text', stated: true }],
  [SymbolText.pattern, { words: 'a market symbol', stated: true }],
  [AddressText.pattern, { words: 'an address: 0x and 40 hex digits', stated: true }],
  [IdText.pattern, { words: 'an id: the digits of an unsigned integer', stated: false }],
  [AssetText.pattern, { words: 'an asset name in upper case', stated: false }],
  [HashText.pattern, { words: 'a hash: 0x and 64 hex digits in lower case', stated: false }],
]);

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** True for a text that may be empty while there is nothing to say. */
export const mayBeEmpty = ({ pattern }: TSchema): boolean => pattern === OptionalDecimalText.pattern;

/** What a text schema wants beyond being a text, and the words for it. */
export function textTest(schema: TSchema, mode: FieldMode): { readonly words: string; readonly fits: TextTest } {
  const tests: TextTest[] = [];
  const words: string[] = [];
  const want = (said: string, test: TextTest): void => {
    words.push(said);
    tests.push(test);
  };
  const { pattern, minLength = 0, maxLength, format } = schema as TextSchema;
  if (pattern !== undefined) {
    const known = FORMATS.get(pattern);
    const expression = new RegExp(pattern);
    if (mode === 'strict' || known?.stated) {
      want(known?.words ?? `a text like ${pattern}`, (text) => expression.test(text));
    }
  }
  if (mode === 'strict') {
    if (minLength > 0)
      want(
        minLength === 1 ? 'a text that is not empty' : `${minLength} characters or more`,
        (text) => lengthOf(text) >= minLength,
      );
    if (maxLength !== undefined)
      want(`a text of at most ${maxLength} characters`, (text) => lengthOf(text) <= maxLength);
    if (format === 'date-time') want('an RFC 3339 time in UTC', (text) => DATE_TIME.test(text));
  }
  return {
    words: words.length === 0 ? 'a text' : words.join(', '),
    fits: (text) => tests.every((test) => test(text)),
  };
}
type TextTest = (text: string) => boolean;
/** In characters, as JSON Schema counts and people do. */
const lengthOf = (text: string): number => Array.from(text).length;

interface TextSchema {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

/** The same for whole numbers. A time is milliseconds everywhere; other bounds are this contract's own. */
export function integerTest(schema: TSchema, mode: FieldMode): { readonly words: string; readonly fits: NumberTest } {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema as IntegerSchema;
  const isTime = minimum === Time.minimum && maximum === Time.maximum;
  if (mode === 'tolerant' && !isTime) return { words: 'a whole number', fits: Number.isSafeInteger };
  return {
    words: isTime ? 'a time in Unix milliseconds' : wholeNumberWords(schema as IntegerSchema),
    fits: (value) => Number.isSafeInteger(value) && value >= minimum && value <= maximum,
  };
}
type NumberTest = (value: number) => boolean;
interface IntegerSchema {
  readonly minimum?: number;
  readonly maximum?: number;
}

function wholeNumberWords({ minimum, maximum }: IntegerSchema): string {
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  return `a whole number${from}${maximum === undefined ? '' : ` to ${maximum}`}`;
}
