import { STATUS_CODES } from 'node:http';
import { errorEnvelope } from '../../contract/envelope.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { Exchange } from '../exchange.ts';
import { RequestIds } from '../http/http.ts';

/** Writes a refusal of the server itself in the envelope of the API (SEC-23). */
export type RefusalWriter = (refusal: Refusal) => string;

/** A writer with exchange time and request ids from a stream of its own, so that the exchange's ids stay as they were. */
export function refusalWriter({ seed, clock }: Pick<Exchange, 'seed' | 'clock'>): RefusalWriter {
  const ids = new RequestIds(`${seed}/http`);
  return (refusal) => JSON.stringify(errorEnvelope(refusal, { requestId: ids.next(), timestamp: clock.now() }));
}

export const MALFORMED = refuse('INVALID_FORMAT', 'Malformed HTTP request');
export const HEADERS_TOO_LARGE = refuse('INVALID_FORMAT', 'Request header fields too large', { http: 431 });
/** The peer was slow, not the exchange: 408 rather than the 503 of the code. */
export const TOO_SLOW = refuse('REQUEST_TIMEOUT', 'Request was not received in time', { http: 408 });
export const EXPECTATION_FAILED = refuse('INVALID_FORMAT', 'Expect header cannot be met', { http: 417 });
export const BODY_TOO_LARGE = refuse('INVALID_FORMAT');
export const BAD_CONTENT_TYPE = refuse('INVALID_FORMAT', 'Content-Type must be application/json');
export const HANDLER_TOO_SLOW = refuse('REQUEST_TIMEOUT');
export const BROKEN = refuse('INTERNAL_ERROR');

/** Returns the refusal for an error of Node's HTTP parser; `code` is that of the parser. */
export function refusalOfParserError(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return HEADERS_TOO_LARGE;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return TOO_SLOW;
    default:
      return MALFORMED;
  }
}

/** Returns the refusal for an error that fastify raised before or around the handler. */
export function refusalOfFrameworkError(error: { readonly code?: string; readonly statusCode?: number }): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return BODY_TOO_LARGE;
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return BAD_CONTENT_TYPE;
    default:
      return error.statusCode !== undefined && error.statusCode < 500 ? MALFORMED : BROKEN;
  }
}

/** Returns a whole HTTP/1.1 response for a socket without a response object; it always ends the connection. */
export function rawResponse(
  refusal: Refusal,
  write: RefusalWriter,
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = write(refusal);
  return [
    `HTTP/1.1 ${refusal.http} ${STATUS_CODES[refusal.http] ?? 'Error'}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
