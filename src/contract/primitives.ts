import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { keysOf } from '../kernel/entries.ts';
import { ERRORS } from '../kernel/errors.ts';
import { type OrderNo, parseUint64, venueIdOf } from '../kernel/ids.ts';

/** Schemas and readers that many actions share. Schemas describe responses strictly. */

/** An object of exactly these members. */
export const Closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
/** Returns the schema of one of some words. */
export const OneOf = <const T extends string>(words: readonly T[]) =>
  Type.Union(words.map((word) => Type.Literal(word)));
/** Returns a schema that takes null as well. */
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
export const ErrorCodeWord = OneOf(keysOf(ERRORS));
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

/** Returns both ids of an order as responses name it; `clientId` is empty when unset. */
export const orderIdentifier = (no: OrderNo, clientId: string): OrderIdentifier => ({
  venueId: venueIdOf(no),
  clientId,
});

/** The venue counter limit: ids are signed 64-bit on the wire (wire 6.7). */
const VENUE_ID_MAX = 2n ** 63n - 1n;

/** A venue order id, or what is wrong with it; each action has its own text for that. */
export function readVenueId(text: string): bigint | 'empty' | 'not a number' | 'not positive' {
  if (text === '') return 'empty';
  if (text === '0' || /^-[0-9]+$/.test(text)) return 'not positive';
  const id = parseUint64(text);
  return id === undefined || id > VENUE_ID_MAX ? 'not a number' : id;
}
