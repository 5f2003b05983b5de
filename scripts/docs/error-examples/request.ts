import type { Params } from '../../../src/client.ts';

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
