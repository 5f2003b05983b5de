import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { isRecord } from '../records.ts';
import { parsed } from '../transports/transport.ts';
import type { RateLimitCharge } from './pacer.ts';

/** A request as it is about to leave, as far as the suite must understand it to be a good guest. */
export interface Outgoing {
  readonly charge: RateLimitCharge;
  /** A signed action that may change something, by the name it is known by; undefined for anything else. */
  readonly write: Write | undefined;
}

export interface Write {
  readonly action: string;
  readonly subAccountId: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** As sent; undefined when it is no whole number. */
  readonly nonce: bigint | undefined;
  /** As sent; undefined when it is no whole number. */
  readonly expiresAfter?: bigint | undefined;
  /** As sent, whatever it is. */
  readonly signature?: unknown;
}

/** What is no request of the catalogue costs one token. */
const OTHER: Outgoing = { charge: { tokens: 1 }, write: undefined };

/** A request by HTTP. */
export function outgoingByHttp(method: string, url: string, body: unknown): Outgoing {
  const path = new URL(url).pathname.replace(/^.*\/v1(?=\/)/, '');
  if (method !== 'POST') {
    const route = AGGREGATOR_ROUTES.find((one) => one.path.endsWith(path));
    return route ? { charge: { tokens: route.cost }, write: undefined } : OTHER;
  }
  const sent = typeof body === 'string' ? parsed(body) : undefined;
  if (!isRecord(sent)) return OTHER;
  // On the info surface the fields may also stand at top level, and `type` for `action`.
  const isTrade = path.endsWith('/trade');
  const params = sent.params ?? (isTrade ? undefined : sent);
  return isRecord(params) ? outgoing(isTrade, sent, params) : OTHER;
}

/** A frame. */
export function outgoingByFrame(endpoint: string, text: string): Outgoing {
  const frame = parsed(text);
  if (!isRecord(frame) || frame.method !== 'post' || !isRecord(frame.params)) return OTHER;
  return outgoing(endpoint === 'trade', frame.params, frame.params);
}

type Fields = Readonly<Record<string, unknown>>;

function outgoing(isTrade: boolean, beside: Fields, params: Fields): Outgoing {
  const named = params.action ?? (isTrade ? undefined : params.type);
  const name = typeof named === 'string' ? named : '';
  const action = isTrade ? TRADE_ACTIONS.get(name) : INFO_ACTIONS.get(name);
  if (!action || !isObject(params as JsonObject)) return OTHER;
  const tokens = action.cost(params as JsonObject);
  if (action.surface === 'info') return { charge: { tokens }, write: undefined };
  const subAccountId = idIn(params) ?? idIn(beside) ?? '';
  if (action.kind === 'read') return { charge: { tokens, subAccountId }, write: undefined };
  const orders = action.orders?.(params as JsonObject) ?? 0;
  return {
    charge: { tokens, subAccountId, orders },
    write: {
      action: action.name,
      subAccountId,
      params,
      nonce: wholeOf(beside.nonce),
      ...(beside.expiresAfter !== undefined && { expiresAfter: wholeOf(beside.expiresAfter) }),
      ...(beside.signature !== undefined && { signature: beside.signature }),
    },
  };
}

function idIn({ subAccountId, subaccountId }: Fields): string | undefined {
  const id = subAccountId ?? subaccountId;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function wholeOf(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}
