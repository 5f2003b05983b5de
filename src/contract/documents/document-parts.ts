import { type ErrorCode, ERRORS } from '../../kernel/errors.ts';
import type { StreamEndpoint } from '../channel.ts';

/** What both documents share: OpenAPI of REST, AsyncAPI of the streams. */

export interface JsonDocument {
  readonly [key: string]: unknown;
}

/** Codes that any request may meet before its action is asked, and those that signatures add. */
const SHARED_CODES: readonly ErrorCode[] = [
  'INVALID_FORMAT',
  'MISSING_REQUIRED_FIELD',
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'METHOD_NOT_ALLOWED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
const SIGNED_CODES: readonly ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN'];

/** Returns the codes that any request on a surface may be refused with, whatever its action. */
export const sharedCodes = (surface: StreamEndpoint): readonly ErrorCode[] =>
  surface === 'trade' ? [...SHARED_CODES, ...SIGNED_CODES] : SHARED_CODES;
/** Returns the shared codes with their HTTP statuses. */
export const sharedRefusals = (surface: StreamEndpoint): { code: ErrorCode; http: number }[] =>
  sharedCodes(surface).map((code) => ({ code, http: ERRORS[code].http }));

/** Plain JSON: TypeBox marks its schemas with symbols, which a document must not carry. */
export const plain = (value: unknown): JsonDocument => JSON.parse(JSON.stringify(value)) as JsonDocument;
