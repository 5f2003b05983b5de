import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { type ErrorCode, ERRORS, isRefusal, type Refusal, refuse } from '../kernel/errors.ts';
import { type OrderNo, parseUint64, venueIdOf } from '../kernel/ids.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Schemas and readers that many actions share. Schemas describe answers strictly; readers judge what was sent. */

/** An object of exactly these members. */
export const Closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
export const OneOf = <const T extends string>(words: readonly T[]) =>
  Type.Union(words.map((word) => Type.Literal(word)));
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A number on the wire: plain decimal notation, signed where the field is; nothing is written as minus zero. */
export const DecimalText = Type.String({ pattern: '^(?!-0(\\.0+)?$)-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' });
/** A decimal that is empty while there is nothing to say. */
export const OptionalDecimalText = Type.String({ pattern: '^(?!-0(\\.0+)?$)(-?(0|[1-9][0-9]*)(\\.[0-9]+)?)?$' });
export const IdText = Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$' });
export const SymbolText = Type.String({ pattern: '^[A-Z0-9_]+-[A-Z0-9_]+$' });
export const AssetText = Type.String({ pattern: '^[A-Z0-9]+$' });
export const AddressText = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
export const HashText = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
/** A name or a text for people: never empty. */
export const NameText = Type.String({ minLength: 1 });
export const ErrorCodeWord = OneOf(Object.keys(ERRORS) as ErrorCode[]);
export const SideWord = OneOf(['buy', 'sell']);
export const PositionSideWord = OneOf(['long', 'short']);
/** From here on a number is milliseconds; a smaller one would be seconds. */
const FIRST_MS = 100_000_000_000;
/** Unix milliseconds of a response, as far as dates go. */
export const Time = Type.Integer({ minimum: FIRST_MS, maximum: 8_640_000_000_000_000 });
/** The same where there may have been no such moment yet, which is 0. */
export const TimeOrZero = Type.Union([Type.Literal(0), Time]);
/** A time or a length of time as it is sent. */
export const SentTime = Type.Integer({ minimum: 0 });

/** The order identifier object. `clientId` is empty when the client gave none. */
export const ClientIdText = Type.String({ maxLength: 255 });
export const OrderIdentifier = Closed({ venueId: IdText, clientId: ClientIdText });
export type OrderIdentifier = Static<typeof OrderIdentifier>;

/** Params of every action of a subaccount; the id may also stand beside `params` (wire 7.1). */
export const SubAccountParams = {
  action: Type.String(),
  subAccountId: Type.Optional(Type.String({ pattern: '^[0-9]{1,20}$', description: 'Needed, here or beside params' })),
};

export const orderIdentifier = (no: OrderNo, clientId: string): OrderIdentifier => ({
  venueId: venueIdOf(no),
  clientId,
});

/**
 * JSON types a field may be read as. `id` is decimal text, tolerated as a JSON integer (wire 7.1); `exact` is an integer
 * with every digit that was sent, for numbers that are signed.
 */
type FieldType = 'text' | 'flag' | 'integer' | 'exact' | 'id' | 'texts' | 'ids';
interface FieldValues {
  text: string;
  flag: boolean;
  integer: number;
  exact: bigint;
  id: string;
  texts: readonly string[];
  ids: readonly string[];
}
type Shape = Readonly<Record<string, FieldType>>;
/** Absent and null members are undefined. */
export type Decoded<S extends Shape> = { readonly [K in keyof S]: FieldValues[S[K]] | undefined };

/**
 * Reads the members of an object that `shape` names and ignores all others.
 * Errors: INVALID_FORMAT with `message` when a member has another JSON type.
 */
export function decode<const S extends Shape>(
  source: JsonObject,
  shape: S,
  message = 'Invalid request body',
): Decoded<S> | Refusal {
  const decoded: Record<string, unknown> = {};
  for (const key of Object.keys(shape)) {
    const value = source[key];
    if (value === undefined || value === null) continue;
    const read = readAs(shape[key] as FieldType, value);
    if (read === undefined) return refuse('INVALID_FORMAT', message);
    decoded[key] = read;
  }
  return decoded as Decoded<S>;
}

function readAs(type: FieldType, value: Json): FieldValues[FieldType] | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return wholeNumber(value);
    case 'exact':
      return wholeBigint(value);
    case 'id':
      return idText(value);
    case 'texts':
      return readList(value, (item) => (typeof item === 'string' ? item : undefined));
    case 'ids':
      return readList(value, idText);
  }
}

/** A JSON integer. One beyond 2^53 is out of every range of a count or a time, so its last digits do not matter. */
export const wholeNumber = (value: Json): number | undefined =>
  typeof value === 'bigint' ? Number(value) : Number.isInteger(value) ? (value as number) : undefined;

const wholeBigint = (value: Json): bigint | undefined =>
  typeof value === 'bigint' ? value : Number.isInteger(value) ? BigInt(value as number) : undefined;

const idText = (value: Json): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : undefined;

function readList(value: Json, read: (item: Json) => string | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: string[] = [];
  for (const item of value as readonly Json[]) {
    const text = read(item);
    if (text === undefined) return undefined;
    list.push(text);
  }
  return list;
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

/** The venue counter limit: ids are signed 64-bit on the wire (wire 6.7). */
const VENUE_ID_MAX = 2n ** 63n - 1n;

/** A venue order id, or what is wrong with it; each action has its own text for that. */
export function readVenueId(text: string): bigint | 'empty' | 'not a number' | 'not positive' {
  if (text === '') return 'empty';
  if (text === '0' || /^-[0-9]+$/.test(text)) return 'not positive';
  const id = parseUint64(text);
  return id === undefined || id > VENUE_ID_MAX ? 'not a number' : id;
}

export interface Page {
  /** Undefined: every match. */
  readonly limit: number | undefined;
  readonly offset: number;
}

export const PAGE_MAX = 1000;

/** Limit and offset of a list read. A limit of 0 means the default (wire 2.18). Errors: VALIDATION_ERROR. */
export function readPage(
  sent: { readonly limit: number | undefined; readonly offset: number | undefined },
  defaultLimit?: number,
): Page | Refusal {
  const { limit = 0, offset = 0 } = sent;
  if (limit > PAGE_MAX) return invalid(`limit cannot exceed ${PAGE_MAX}`);
  if (limit < 0) return invalid('limit must be non-negative');
  if (offset < 0) return invalid('offset must be non-negative');
  return { limit: limit === 0 ? defaultLimit : limit, offset };
}

/** One page of a list that is already in order. */
export const pageOf = <T>(rows: readonly T[], page: Page): readonly T[] =>
  rows.slice(page.offset, page.limit === undefined ? undefined : page.offset + page.limit);
