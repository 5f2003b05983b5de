import { type TSchema, Type } from '@sinclair/typebox';
import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { ALL_CHANNELS } from '../../contract/channels.ts';
import { ErrorResponse, okResponse } from '../../contract/shared-schemas.ts';
import { AddressText, HashText, IdText, Time } from '../../contract/primitives.ts';
import { channelSchemas, LOGIN, PINGS, REFUSAL, sharedSchemas } from '../../contract/stream-messages.ts';

/**
 * What two deployments may give a value of their own to: whatever the contract's schemas call an id, an address, a hash, a
 * moment or a signature, and counters that do not stand still (`moving`). Everything else must be equal.
 */
export type Varying = 'id' | 'address' | 'time' | 'signature' | 'moving';

/** Fields whose schema is wider than what they mean: free text that is an id, counters, what clients sign. */
const BY_MEANING: readonly (readonly [string, Varying])[] = [
  ['requestId', 'id'],
  ['referralId', 'id'],
  ['referredId', 'id'],
  ['referrerId', 'id'],
  ['met', 'time'],
  ['expiresAfter', 'time'],
  ['nonce', 'id'],
  ['signature', 'signature'],
  ['r', 'signature'],
  ['s', 'signature'],
  ['v', 'signature'],
  // Buckets fill with time, and sequences go on with what others do.
  ['remainingTokens', 'moving'],
  ['requestsUsed', 'moving'],
  ['meseq', 'moving'],
  ['prevMeseq', 'moving'],
];

const PATTERNS: ReadonlyMap<unknown, Varying> = new Map([
  [IdText.pattern, 'id'],
  [HashText.pattern, 'id'],
  ['^[0-9a-f]{16}$', 'id'],
  [AddressText.pattern, 'address'],
]);

/** The kind of each field that varies, by its name. An element of a list goes by the name of the list. */
export const VARYING: ReadonlyMap<string, Varying> = varyingFields();

function varyingFields(): Map<string, Varying> {
  const fields = new Map<string, Varying>();
  const walk = (schema: TSchema, name: string): void => {
    const kind = kindOf(schema);
    if (kind !== undefined) fields.set(name, kind);
    const { $ref, anyOf, items, properties } = schema as Partial<Record<string, unknown>>;
    if (typeof $ref === 'string') {
      const shared = sharedSchemas[$ref.slice($ref.lastIndexOf('/') + 1)];
      if (shared) walk(shared, name);
    }
    for (const member of Array.isArray(anyOf) ? (anyOf as TSchema[]) : []) walk(member, name);
    for (const item of [items ?? []].flat() as TSchema[]) walk(item, name);
    for (const [field, member] of Object.entries((properties ?? {}) as Record<string, TSchema>)) walk(member, field);
  };
  for (const schema of everyShape()) walk(schema, 'response');
  for (const [field, kind] of BY_MEANING) fields.set(field, kind);
  return fields;
}

function everyShape(): TSchema[] {
  return [
    ...[...TRADE_ACTIONS.values(), ...INFO_ACTIONS.values()].flatMap(({ params, result }) => [params, result]),
    ...AGGREGATOR_ROUTES.map(({ result }) => result),
    ...ALL_CHANNELS.flatMap((channel) => Object.values(channelSchemas(channel))),
    ...LOGIN.map(({ payload }) => payload),
    ...PINGS.flat().map(({ payload }) => payload),
    REFUSAL.payload,
    ErrorResponse,
    okResponse('trade', Type.Unknown()),
  ];
}

function kindOf({ type, pattern, format, minimum }: TSchema): Varying | undefined {
  if (type === 'string') return format === 'date-time' ? 'time' : PATTERNS.get(pattern);
  return type === 'integer' && minimum === Time.minimum ? 'time' : undefined;
}
