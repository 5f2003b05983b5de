import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { type ErrorCode, ERRORS, isRefusal, type Refusal, refuse } from '../kernel/errors.ts';
import { type OrderNo, parseUint64, venueIdOf } from '../kernel/ids.ts';
import { idText } from './fields/json-types.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Schemas and readers that many actions share. Schemas describe responses strictly. */

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
