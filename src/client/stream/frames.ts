import { signingDomain } from '../../contract/signing.ts';
import { isRecord } from '../../kernel/entries.ts';
import { ApiError, type ErrorEnvelope, ProtocolError, type RateLimit } from '../errors.ts';
import type { NonceSource } from '../nonce.ts';
import type { MessageSigner } from '../signer.ts';
import { type Params, typesOf } from '../typed-data.ts';

export type Method = 'auth' | 'post' | 'subscribe' | 'unsubscribe' | 'ping';

/** A response to a request, as it came. */
export interface Reply {
  /** As HTTP would number it. */
  readonly status: number;
  /** Exchange time. */
  readonly timestamp: number;
  readonly result?: unknown;
  readonly error?: ErrorEnvelope['error'];
  readonly rateLimit?: RateLimit;
}

/** A push whose channel is not looked at yet. */
export interface AnyPush {
  readonly channel: string;
  readonly timestamp: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Frame =
  | { readonly kind: 'reply'; readonly id: string; readonly reply: Reply }
  | { readonly kind: 'push'; readonly push: AnyPush }
  /** A frame that no caller waits for. */
  | { readonly kind: 'other' };

const OTHER: Frame = { kind: 'other' };

/** Reads what a frame of the server is. Replies are known by `id` or, as older servers write it, by `requestId` alone. */
export function readFrame(text: string): Frame {
  const frame = objectOf(text);
  if (!frame) return OTHER;
  const id = frame.id ?? frame.requestId;
  if (typeof id === 'string' && typeof frame.status === 'number') {
    return { kind: 'reply', id, reply: frame as Readonly<Record<string, unknown>> & Reply };
  }
  const isPush = typeof frame.channel === 'string' && typeof frame.data === 'object' && frame.data !== null;
  return isPush ? { kind: 'push', push: frame as Readonly<Record<string, unknown>> & AnyPush } : OTHER;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns why a reply refuses; undefined when it serves. */
export function refusalIn({ status, error, rateLimit }: Reply): Error | undefined {
  if (status === 200) return undefined;
  if (!error) return new ProtocolError(status, '');
  return new ApiError(status, { status: 'error', error, ...(rateLimit && { rateLimit }) });
}

/** The `result` of a reply. Throws ApiError. */
export function resultOf(reply: Reply): unknown {
  const refusal = refusalIn(reply);
  if (refusal) throw refusal;
  return reply.result;
}

export interface LoginParts {
  readonly signer: MessageSigner;
  readonly subAccountId: string;
  readonly serviceName: string;
  /** Signed times serve once for each wallet, as nonces do, so they come from the same source. */
  readonly nonces: NonceSource;
  readonly random: () => number;
}

/** So often a signed time may be wrong before a login has failed. */
const ATTEMPTS = 10;
/** How far behind the exchange a time is chosen when several connections may want the same one. */
const SPREAD_MS = 10_000;

/**
 * Logs a connection in with the message as one text (wire 1.7). Where the clock of this machine is not that of the
 * exchange, which may stand still, the time of its refusal is signed instead.
 *
 * @throws ApiError when the exchange will not have this wallet
 */
export async function logIn(ask: (params: Params) => Promise<Reply>, parts: LoginParts): Promise<void> {
  let signedAt = parts.nonces.next();
  for (let attempt = 1; ; attempt += 1) {
    const reply = await ask(await loginParams(parts, signedAt));
    if (reply.status === 200) return;
    if (attempt === ATTEMPTS || !isAboutTime(reply)) {
      resultOf(reply);
      return;
    }
    signedAt = reply.timestamp - Math.floor(parts.random() * SPREAD_MS);
  }
}

const isAboutTime = ({ error }: Reply): boolean =>
  error?.message === 'request too old' ||
  error?.message === 'timestamp from future' ||
  error?.message === 'timestamp already used';

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const ACTION = 'websocket_auth';

/** The params of an `auth` frame. `signedAt` in Unix milliseconds. */
async function loginParams({ signer, subAccountId, serviceName }: LoginParts, signedAt: number): Promise<Params> {
  const { r, s, v } = await signer.sign({
    type: 'AuthMessage',
    values: { subAccountId: BigInt(subAccountId), timestamp: BigInt(signedAt), action: ACTION },
  });
  const message = JSON.stringify({
    types: { EIP712Domain: DOMAIN_TYPE, ...typesOf('AuthMessage') },
    primaryType: 'AuthMessage',
    domain: signingDomain(serviceName),
    message: { subAccountId, timestamp: signedAt, action: ACTION },
  });
  return { message, signature: `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}` };
}
