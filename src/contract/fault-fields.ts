import { type TProperties, Type } from '@sinclair/typebox';
import type { Dependency, FaultEffect, FaultSurface, StoredKind } from '../engine/fault-terms.ts';
import { keysOf } from '../kernel/entries.ts';
import { type ErrorCode, ERRORS } from '../kernel/errors.ts';
import { DELAY_MS_MAX, oneOf, SubAccountId, Wallet, whole } from './control-fields.ts';

/** Fields of injected faults and of stored records; `docs/faults.md` says what they are for. */

/** `trade` and `info` are requests, whichever way they come; `aggregator` is GET routes; `ws` is what streams push. */
const FAULT_SURFACES = ['trade', 'info', 'aggregator', 'ws'] as const satisfies readonly FaultSurface[];

/** What an action cannot do without. */
const DEPENDENCIES = [
  'whitelist',
  'whitelistLookup',
  'marketConfiguration',
  'midPrice',
] as const satisfies readonly Dependency[];

/** Records whose stored words can be set. */
export const STORED_KINDS = [
  'order',
  'trade',
  'publicTrade',
  'transfer',
  'balanceUpdate',
  'position',
  'delegation',
  'market',
] as const satisfies readonly StoredKind[];

/** Codes of our own failures; the first is the usual one, and the last that of a 503. */
const FAILURE_CODES = [
  'INTERNAL_ERROR',
  'DATABASE_ERROR',
  'CACHE_ERROR',
  'UNKNOWN_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;

/** Codes that a command can be refused with: those of trading, and that of an engine that does not respond. */
const REJECT_CODES: readonly ErrorCode[] = [
  ...keysOf(ERRORS).filter((code) => ERRORS[code].category === 'TRADING'),
  'OPERATION_TIMEOUT',
];

const shortText = Type.String({ minLength: 1, maxLength: 200, description: 'a text of 1 to 200 characters' });
const delayMs = whole(1, DELAY_MS_MAX);

const effect = <K extends FaultEffect['kind'], P extends TProperties>(kind: K, fields: P) =>
  Type.Object({ kind: Type.Literal(kind), ...fields });

/** Every effect, and what a rule may say of it. A field with a default may be left out. */
const EFFECTS = [
  effect('latency', { ms: delayMs, of: Type.Optional(oneOf(['request', 'answer'], { default: 'answer' })) }),
  effect('rateLimited', {}),
  effect('rateLimitUnavailable', {}),
  effect('drop', {}),
  effect('failure', {
    http: Type.Optional(oneOf([500, 502, 503], { default: 500 })),
    code: Type.Optional(oneOf(FAILURE_CODES)),
  }),
  effect('timeout', {}),
  effect('replyLost', {}),
  effect('outage', { of: oneOf(DEPENDENCIES) }),
  effect('reject', { code: Type.Optional(oneOf(REJECT_CODES, { default: 'ORDER_REJECTED_BY_ENGINE' })) }),
  effect('stalePrice', {}),
  effect('transferFails', {
    errorMessage: Type.Optional(Type.String({ ...shortText, default: 'transfer failed' })),
  }),
  effect('duplicate', {}),
  effect('reorder', {}),
  effect('delay', { ms: delayMs }),
  effect('lose', {}),
];
const Effect = Type.Union(EFFECTS);

const Match = Type.Object({
  surface: Type.Optional(oneOf(FAULT_SURFACES)),
  action: Type.Optional(Type.String({ ...shortText, description: 'an action, by its own name' })),
  route: Type.Optional(Type.String({ ...shortText, description: 'the last part of a GET path, such as "contracts"' })),
  channel: Type.Optional(Type.String({ ...shortText, description: 'a channel of the streams' })),
  subAccountId: Type.Optional(SubAccountId),
  wallet: Type.Optional(Wallet),
  item: Type.Optional(
    whole(0, 1_000, { description: 'a whole number from 0 to 1000: the place of a command in its request' }),
  ),
});

/** The rules of a request. */
export const FaultRules = Type.Array(
  Type.Object({
    name: Type.Optional(shortText),
    match: Type.Optional(Match),
    effect: Effect,
    perMille: Type.Optional(whole(1, 1_000, { default: 1_000 })),
    times: Type.Optional(whole(1, 1_000_000)),
    seed: Type.Optional(shortText),
  }),
  {
    minItems: 1,
    maxItems: 100,
    description: 'a list of 1 to 100 rules; docs/faults.md says what each effect takes',
  },
);
export const KeepRules = Type.Boolean({ description: 'true to keep the present rules' });

/** The rules in force, and what has come of them. */
export const FaultRulesResponse = Type.Object({
  rules: Type.Array(
    Type.Object({
      name: Type.String(),
      match: Match,
      effect: Effect,
      perMille: Type.Integer(),
      times: Type.Union([Type.Integer(), Type.Null()]),
      seed: Type.String(),
      met: Type.Integer({ description: 'how often a request or frame matched' }),
      fired: Type.Integer({ description: 'how often it took effect' }),
    }),
  ),
});

/** A stored record that is read with other words than its own. */
export const StoredRecordFields = {
  record: oneOf(STORED_KINDS),
  id: Type.String({ minLength: 1, maxLength: 128, description: 'the id of the record' }),
  fields: Type.Object(
    {},
    { additionalProperties: true, description: 'an object of fields and what they are to say; {} to read it as it is' },
  ),
};
