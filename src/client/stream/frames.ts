import { ApiError, type ErrorEnvelope, ProtocolError } from '../errors.ts';

export type Method = 'auth' | 'post' | 'subscribe' | 'unsubscribe' | 'ping';

/** A response to a request, as it came. */
export interface Reply {
  /** As HTTP would number it. */
  readonly status: number;
  /** Exchange time. */
  readonly timestamp: number;
  readonly result?: unknown;
  readonly error?: ErrorEnvelope['error'];
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

/** What a frame of the server is. Replies are known by `id` or, as older servers write it, by `requestId` alone. */
export function readFrame(text: string): Frame {
  const frame = objectOf(text);
  if (!frame) return OTHER;
  const id = frame.id ?? frame.requestId;
  if (typeof id === 'string' && typeof frame.status === 'number') {
    return { kind: 'reply', id, reply: frame as unknown as Reply };
  }
  const isPush = typeof frame.channel === 'string' && typeof frame.data === 'object' && frame.data !== null;
  return isPush ? { kind: 'push', push: frame as unknown as AnyPush } : OTHER;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Why a reply refuses; undefined when it serves. */
export function refusalIn({ status, error }: Reply): Error | undefined {
  if (status === 200) return undefined;
  return error ? new ApiError(status, { status: 'error', error }) : new ProtocolError(status, '');
}

/** The `result` of a reply. Throws ApiError. */
export function resultOf(reply: Reply): unknown {
  const refusal = refusalIn(reply);
  if (refusal) throw refusal;
  return reply.result;
}
