import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refusalWithin, refuse, wrongType } from '../../kernel/errors.ts';
import { parseUint64 } from '../../kernel/ids.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { idText } from './json-types.ts';

/**
 * The params of an action as one table. Each field holds its schema, for documents and the types of the client, and
 * its reader. `C` is what the checks of a table need to know besides the request.
 */

/** One field of a request. */
export interface Field<S extends TSchema = TSchema, V = unknown, C = unknown> {
  readonly schema: S;
  /** Read and checked before the JSON types of the other fields are looked at. */
  readonly isFirst: boolean;
  /** Read, but left out of the documents. */
  readonly isHidden: boolean;
  /** The value as its JSON type, or undefined when it has another one. */
  readonly decode: (value: Json) => unknown;
  /** From the decoded value, undefined when the field is absent or null, to what the action works with. */
  readonly check: (decoded: unknown, name: string, context: C) => V | Refusal;
}

/** A field of any schema and value whose check asks for `C`. */
type AnyField<C> = Field<TSchema, unknown, C>;
type Fields<C> = Readonly<Record<string, AnyField<C>>>;

/** Schemas of the fields that documents name. */
export type SchemasOf<F> = {
  [K in keyof F as F[K] extends { readonly isHidden: true } ? never : K]: F[K] extends {
    readonly schema: infer S extends TSchema;
  }
    ? S
    : never;
};
export type ValuesOf<F> = {
  readonly [K in keyof F]: F[K] extends { readonly check: (...input: never) => infer V } ? Exclude<V, Refusal> : never;
};

/** The fields of an action: their schemas, and how a request is read into `V`. */
export interface FieldTable<P extends TProperties, V, C = unknown> {
  readonly schemas: P;
  /** Errors: INVALID_FORMAT for a field of another JSON type, then what the checks say, in the order of the fields. */
  readonly read: (params: JsonObject, context: C) => V | Refusal;
  /** The same fields with one more step behind them, for rules about several fields at once. */
  refine<W, D extends C = C>(step: (values: V, context: D) => W | Refusal): FieldTable<P, W, D>;
}

/** What a table reads from a request. */
export type ReadValue<T> = T extends { readonly read: (...input: never) => infer V } ? Exclude<V, Refusal> : never;

/** A field of one JSON type, without a rule of its own. */
export const field = <S extends TSchema, V>(
  schema: S,
  decode: (value: Json) => V | undefined,
): Field<S, V | undefined> => ({
  schema,
  isFirst: false,
  isHidden: false,
  decode,
  check: (decoded) => decoded as V | undefined,
});

/** The same field with one more rule behind its own. */
export const checked = <S extends TSchema, V, W, C, D>(
  source: Field<S, V, C>,
  check: (value: V, name: string, context: D) => W | Refusal,
): Field<S, W, C & D> => ({
  ...source,
  check: (decoded, name, context) => {
    const value = source.check(decoded, name, context);
    return isRefusal(value) ? value : check(value, name, context);
  },
});

/** A field that a request may leave out. */
export const optional = <S extends TSchema, V, C>(source: Field<S, V, C>) => ({
  ...source,
  schema: Type.Optional(source.schema),
});

/** A field that counts as `absent` when it is missing; a later rule says what is wrong with that. */
export const defaulted = <S extends TSchema, V, C>(source: Field<S, V, C>, absent: NonNullable<V>) =>
  checked(source, (value) => value ?? absent);

/** A field that a request may leave out, which then counts as `absent`. */
export const withDefault = <S extends TSchema, V, C>(source: Field<S, V, C>, absent: NonNullable<V>) =>
  optional(defaulted(source, absent));

/** A field that a request must have. Errors: VALIDATION_ERROR `<name> is required` unless another text is given. */
export const required = <S extends TSchema, V, C>(source: Field<S, V, C>, text?: string): Field<S, NonNullable<V>, C> =>
  checked(source, (value, name) => value ?? refuse('VALIDATION_ERROR', text ?? `${name} is required`));

/** A field whose refusal comes before that of any other field. */
export const first = <F extends AnyField<never>>(source: F): F => ({ ...source, isFirst: true });

/** A field that documents do not name: an older spelling, or one that is refused. */
export const hidden = <F extends AnyField<never>>(source: F) => ({ ...source, isHidden: true as const });

/**
 * Combines fields into the table of an action or of an object inside one. All other members of a request are ignored.
 * `undecodable` is the text of INVALID_FORMAT for a field of another JSON type.
 */
export function fieldTable<C, const F extends Fields<C>>(
  fields: F & Fields<C>,
  undecodable = 'Invalid request body',
): FieldTable<SchemasOf<F>, ValuesOf<F>, C> {
  const entries: [string, AnyField<C>][] = Object.entries(fields);
  // Within a step, the JSON types of all fields come before their other rules.
  const steps = [
    ...entries.filter(([, { isFirst }]) => isFirst).map((entry) => [entry]),
    entries.filter(([, { isFirst }]) => !isFirst),
  ];
  // Each request begins with a copy, so that its values have one hidden class and are stored without a transition.
  const blank: Record<string, unknown> = Object.fromEntries(steps.flat().map(([name]) => [name, undefined]));
  const read = (params: JsonObject, context: C): ValuesOf<F> | Refusal => {
    const values = { ...blank };
    for (const step of steps) {
      for (const [name, { decode, schema }] of step) {
        const sent = params[name];
        if (sent === undefined || sent === null) continue;
        const value = decode(sent);
        if (value === undefined) return wrongType(name, takesOf(schema), undecodable);
        values[name] = value;
      }
      for (const [name, { check }] of step) {
        const value = check(values[name], name, context);
        if (isRefusal(value)) return value;
        values[name] = value;
      }
    }
    return values as ValuesOf<F>;
  };
  const shown = entries.filter(([, { isHidden }]) => !isHidden);
  const schemas = Object.fromEntries(shown.map(([name, { schema }]) => [name, schema]));
  return tableOf(schemas as SchemasOf<F>, read);
}

/** Reads an object inside a request by its own table. Errors: INVALID_FORMAT, and what the table says, about fields inside `path`. */
export function readInside<V>(
  table: Pick<FieldTable<TProperties, V, undefined>, 'read'>,
  value: Json,
  path: string,
): V | Refusal {
  if (!isObject(value)) return wrongType(path, 'an object');
  const read = table.read(value, undefined);
  return isRefusal(read) ? refusalWithin(path, read) : read;
}

/** What a field takes in words, by its JSON type. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function takesOf(schema: TSchema): string | undefined {
  const { type } = schema as { readonly type?: unknown };
  return typeof type === 'string' ? TYPES[type] : undefined;
}

/** A table whose fields are read from the request as a whole. */
export const tableOf = <P extends TProperties, V, C>(
  schemas: P,
  read: (params: JsonObject, context: C) => V | Refusal,
): FieldTable<P, V, C> => ({
  schemas,
  read,
  refine: <W, D extends C = C>(step: (values: V, context: D) => W | Refusal) =>
    tableOf(schemas, (params: JsonObject, context: D) => {
      const values = read(params, context);
      return isRefusal(values) ? values : step(values, context);
    }),
});

/** The table of an action that takes no params. */
export const NO_FIELDS: FieldTable<Readonly<Record<string, never>>, null> = tableOf({}, () => null);

/** The schema of an object with these fields. */
export const objectOf = <P extends TProperties>({ schemas }: FieldTable<P, unknown, never>): TObject<P> =>
  Type.Object(schemas);

/**
 * Limits on the length of texts. They are checked on the text as sent, before it is trimmed and before its form;
 * decimals have theirs in `kernel/decimal.ts`.
 */
export const SYMBOL_MAX = 20;
/** Sides, order types, statuses. */
export const WORD_MAX = 32;

/** Names the first of these fields that is longer than `longest` characters; undefined when none is. */
export function tooLong(longest: number, fields: Readonly<Record<string, string>>): string | undefined {
  for (const field in fields) {
    if ((fields[field] as string).length > longest) return `${field} exceeds maximum length of ${longest} characters`;
  }
  return undefined;
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);

/**
 * The subaccount a trade request is for, from the first of `params.subAccountId`, `params.subaccountId` and
 * the same two beside `params` (wire 7.1).
 * Errors: VALIDATION_ERROR with one of the four texts of the specification, `subaccountId is required`, or,
 * when two places name different subaccounts, `cannot specify different subaccount ids` (SEC-16).
 */
export function parseSubAccountId(body: JsonObject, missing = 'subaccountId is required'): bigint | Refusal {
  const params = isObject(body.params) ? body.params : {};
  let found: bigint | undefined;
  for (const value of [params.subAccountId, params.subaccountId, body.subAccountId, body.subaccountId]) {
    if (value === undefined || value === null) continue;
    const id = readSubAccountId(value);
    if (isRefusal(id)) return id;
    if (found !== undefined && found !== id) return invalid('cannot specify different subaccount ids');
    found = id;
  }
  return found ?? invalid(missing);
}

/** One subaccount id as sent: decimal text or a JSON integer. */
function readSubAccountId(value: Json): bigint | Refusal {
  const text = idText(value);
  if (text === undefined) return invalid('subaccount id cannot be parsed');
  if (/^-[0-9]+$/.test(text)) return invalid('subaccount id cannot be negative');
  if (/^[1-9][0-9]*$/.test(text)) return parseUint64(text) ?? invalid('subaccount id too large');
  return invalid(text === '0' ? 'subaccount id cannot be zero' : 'subaccount id cannot be parsed');
}
