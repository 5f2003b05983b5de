import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Action } from './action.ts';
import type { StreamEndpoint } from './channel.ts';
import { Closed, ErrorCodeWord, NameText, OneOf, Time } from './primitives.ts';

/** Schemas that requests and responses of both transports share. */

export const ExchangeTime: TSchema = { ...Time, description: 'Exchange time.' };

export const RateLimit = Closed({
  requestsCap: Type.Integer({ minimum: 1, description: 'Tokens of a full bucket.' }),
  remainingTokens: Type.Integer({ minimum: 0, description: 'Tokens left after this request.' }),
});

export const ErrorBody = Closed({
  code: ErrorCodeWord,
  message: NameText,
  details: Type.Optional(Type.Record(Type.String(), Type.String())),
  category: OneOf(['REQUEST', 'AUTH', 'RATE_LIMIT', 'TRADING', 'SYSTEM']),
  retryable: Type.Boolean(),
});

/** What every response of a POST surface says besides its result (wire 0.4). */
const RequestId = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description: 'Tracks the request; `requestId` repeats it.',
});
/** Returns the fields that end every response: ids, time, and the rate-limit snapshot where there is one. */
export const trailer = (hasRateLimit: boolean) => ({
  request_id: RequestId,
  requestId: RequestId,
  timestamp: ExchangeTime,
  ...(hasRateLimit && { rateLimit: Type.Optional(RateLimit) }),
});

/** The response to a request that was served. */
export const okResponse = (surface: StreamEndpoint, response: TSchema): TObject =>
  Closed({ status: Type.Literal('ok'), response, ...trailer(surface === 'trade') });

/** The response to one that was refused. */
export const ErrorResponse = Closed({ status: Type.Literal('error'), error: ErrorBody, ...trailer(true) });

/** Error bodies of the listing routes. */
export const PlainError = Closed({ error: NameText });

export const Signature = Type.Object({
  v: Type.Integer({ description: '27 or 28; 0 and 1 mean the same.' }),
  r: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
  s: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
});
export const Nonce = Type.Integer({ minimum: 1, description: 'Unsigned 64-bit; above the last one used.' });
export const ExpiresAfter = Type.Integer({
  minimum: 0,
  description: 'When the request expires: milliseconds from 10^11 on, seconds below, 0 for never.',
});

/** The action's own params with its name fixed, so that exactly one branch of a body fits. */
export function paramsSchema({ name, params }: Action): TObject {
  const { properties, ...rest } = params as TObject;
  return { ...rest, ...Type.Object({ ...properties, action: Type.Literal(name) }) };
}

/** The place of a named schema in a document. */
export const reference = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** A place in a schema that is filled by one of the components. */
export const referred = (name: string): TSchema => Type.Unsafe(reference(name));
