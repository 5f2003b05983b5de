import type { Params } from '../../src/client/index.ts';
import type { ErrorCode } from '../../src/kernel/errors.ts';
import type { Stage } from './stage.ts';

/** The examples of one error code: real requests, and the responses they must get. */
export interface ErrorExamples {
  readonly code: ErrorCode;
  /** When the code is given, in a sentence for the page. */
  readonly meaning: string;
  readonly cases: readonly ErrorCase[];
}

export interface ErrorCase {
  /** What is wrong, and what was there before, for the page. */
  readonly cause: string;
  /** What happens first, on an exchange that has just started; all of it is accepted. */
  readonly given?: readonly Step[];
  readonly request: Request;
  readonly reply: ExpectedResponse;
}

export interface ExpectedResponse {
  readonly http: number;
  readonly message: string;
  /** Below `response`, where the refusal stands inside a result: `statuses[0]`, `[0]`, or `.` for the result itself. */
  readonly place?: string;
}

export type Step = (stage: Stage) => Promise<unknown>;
export type Request = SignedRequest | PublicRequest | RawRequest;

/** `owner` acts on its own subaccount; the others are on it what a step made them, and strangers to it otherwise. */
export const PRINCIPALS = ['owner', 'delegate', 'session', 'manager', 'stranger'] as const;
export type Principal = (typeof PRINCIPALS)[number];

export interface SignedRequest {
  readonly kind: 'signed';
  readonly action: string;
  readonly params: Params;
  readonly how: How;
}

/** How a signed request departs from one of the owner for its own subaccount. */
export interface How {
  readonly by?: Principal;
  /** Whose subaccount it names; `unknown` for an id that no subaccount has. */
  readonly of?: Principal | 'unknown';
  /** Null sends none. */
  readonly nonce?: number | null;
  /** Unix ms, or seconds when small. */
  readonly expiresAfter?: number;
  /** Signed for a deployment of this name. */
  readonly service?: string;
  /** Members of the body that are put in place of others after signing; null takes one out. */
  readonly altered?: Params;
}

export interface PublicRequest {
  readonly kind: 'public';
  readonly action: string;
  readonly params: Params;
}

/** Bytes as they are. */
export interface RawRequest {
  readonly kind: 'raw';
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const signed = (action: string, params: Params = {}, how: How = {}): SignedRequest => ({
  kind: 'signed',
  action,
  params,
  how,
});
export const open = (action: string, params: Params = {}): PublicRequest => ({ kind: 'public', action, params });
export const post = (path: string, body: string, headers?: Readonly<Record<string, string>>): RawRequest => ({
  kind: 'raw',
  method: 'POST',
  path,
  body,
  ...(headers && { headers }),
});
export const get = (path: string): RawRequest => ({ kind: 'raw', method: 'GET', path });

/** The response of the request itself. */
export const refused = (http: number, message: string): ExpectedResponse => ({ http, message });
/** A refusal inside an accepted response. */
export const within = (place: string, message: string): ExpectedResponse => ({ http: 200, message, place });
