import { type ErrorCategory, type ErrorCode, ERRORS, type Refusal } from '../kernel/errors.ts';
import type { TimeMs } from '../kernel/units.ts';
import { JsonText } from './json.ts';

/** The one shape of responses on both POST surfaces (R-20, wire 0.4). */

/** What a response says besides its result. */
export interface ResponseMeta {
  readonly requestId: string;
  /** Exchange time. */
  readonly timestamp: TimeMs;
  /** The subaccount's bucket after this request; trade surface only. */
  readonly rateLimit?: RateLimit;
}

export interface RateLimit {
  /** Tokens of a full bucket. */
  readonly requestsCap: number;
  readonly remainingTokens: number;
}

interface Trailer {
  readonly request_id: string;
  /** Always the same value as `request_id`. */
  readonly requestId: string;
  readonly timestamp: TimeMs;
  readonly rateLimit?: RateLimit;
}

export interface OkEnvelope<R = unknown> extends Trailer {
  readonly status: 'ok';
  readonly response: R;
}

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly category: ErrorCategory;
  readonly retryable: boolean;
}

export interface ErrorEnvelope extends Trailer {
  readonly status: 'error';
  readonly error: ErrorBody;
}

/** The response to a request that was served. */
export const okEnvelope = <R>(response: R, meta: ResponseMeta): OkEnvelope<R> => ({
  status: 'ok',
  response,
  ...trailerOf(meta),
});

/** The JSON of an envelope. */
export function envelopeText(envelope: OkEnvelope | ErrorEnvelope): string {
  if (envelope.status === 'error' || !(envelope.response instanceof JsonText)) return JSON.stringify(envelope);
  const { status, response, ...trailer } = envelope;
  return `{"status":"${status}","response":${response.text},${JSON.stringify(trailer).slice(1)}`;
}

/** The response to a request that was refused; its HTTP status is `refusal.http`. */
export const errorEnvelope = (refusal: Refusal, meta: ResponseMeta): ErrorEnvelope => ({
  status: 'error',
  error: errorBodyOf(refusal),
  ...trailerOf(meta),
});

/** The `error` object of a response. */
export function errorBodyOf({ code, message, details, http }: Refusal): ErrorBody {
  const { category, retryable } = ERRORS[code];
  // An internal error shows nothing of the implementation (SEC-24).
  const shown = http === 500 ? undefined : details;
  return { code, message, ...(shown && { details: shown }), category, retryable };
}

const trailerOf = ({ requestId, timestamp, rateLimit }: ResponseMeta): Trailer => ({
  request_id: requestId,
  requestId,
  timestamp,
  ...(rateLimit && { rateLimit }),
});
