import {
  type ArrayOptions,
  type IntegerOptions,
  type StringOptions,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import type { State } from '../../engine/state.ts';
import { isOneOf } from '../../kernel/entries.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { Json } from '../json.ts';
import { IdText, OneOf } from '../primitives.ts';
import { readMarket } from '../symbols.ts';
import { idText, listOf, textOf, wholeBigint, wholeNumber } from './json-types.ts';
import { checked, field, optional, tooLong } from './table.ts';

/** The fields that the tables of actions are made of. A missing or null field reads as undefined. */

export const text = (options?: StringOptions) => field(Type.String(options), textOf);

/** A text of a fixed shape that is read as any text. */
export const textAs = <S extends TSchema>(schema: S) => field(schema, textOf);

/** A text that clients send as one of these words; other words are refused by later rules, or taken. */
export const wordText = <T extends string>(options?: StringOptions) =>
  field(Type.String(options) as unknown as TUnsafe<T>, textOf);

/** A JSON boolean. */
export const flag = (options?: { readonly default?: boolean; readonly description?: string }) =>
  field(Type.Boolean(options), (value) => (typeof value === 'boolean' ? value : undefined));

/** A JSON integer. One beyond 2^53 loses its last digits, which no count and no time has. */
export const integer = (options?: IntegerOptions) => field(Type.Integer(options), wholeNumber);

/** A JSON integer with every digit that was sent, for numbers that are signed. */
export const exactInteger = (options?: IntegerOptions) => field(Type.Integer(options), wholeBigint);

/** Decimal text, tolerated as a JSON integer (wire 7.1). */
export const id = () => field(IdText, idText);

/** The same with another schema. */
export const idAs = <S extends TSchema>(schema: S) => field(schema, idText);

/** A list of JSON strings. */
export const texts = (options: ArrayOptions, item: StringOptions = {}) =>
  field(Type.Array(Type.String(item), options), (value) => listOf(value, textOf));

/** A list of ids, each as text or as a number. */
export const ids = (options: ArrayOptions) => field(Type.Array(IdText, options), (value) => listOf(value, idText));

/** A value whose JSON type a later rule looks at. */
export const json = <S extends TSchema>(schema: S) => field<S, Json>(schema, (value) => value);

/** A documented field that is taken and not looked at. */
export const ignored = <S extends TSchema>(schema: S) => optional(field(schema, () => true));

/** One of some words. Errors: VALIDATION_ERROR with `message`. */
export const word = <T extends string>(words: readonly T[], message: string) =>
  checked(field(OneOf(words), textOf), (value): T | undefined | Refusal => {
    if (value === undefined) return undefined;
    return isOneOf(words, value) ? value : refuse('VALIDATION_ERROR', message);
  });

/** A text of at most `longest` characters. Errors: VALIDATION_ERROR. */
export const shortText = (longest: number, options?: StringOptions) =>
  checked(text({ maxLength: longest, ...options }), (value, name): string | undefined | Refusal => {
    const long = value === undefined ? undefined : tooLong(longest, { [name]: value });
    return long === undefined ? value : refuse('VALIDATION_ERROR', long);
  });

/** What looking up a market needs. */
export interface WithState {
  readonly state: Readonly<State>;
}

/** A market that must be named. Errors: INVALID_FORMAT. */
export const market = () => checked(json(Type.String()), (value, _, { state }: WithState) => readMarket(value, state));

/** The symbol of a market to narrow a list by, in its final spelling; undefined for every market. Errors: INVALID_FORMAT. */
export const marketFilter = () =>
  checked(json(Type.String()), (value, _, { state }: WithState): string | undefined | Refusal => {
    if (value === undefined) return undefined;
    const found = readMarket(value, state);
    return 'spec' in found ? found.spec.symbol : found;
  });
