import { Value } from '@sinclair/typebox/value';
import {
  CONTROL_CALLS,
  type ControlCallName,
  type ControlFields,
  controlRequest,
  type ControlResponse,
} from '../contract/control.ts';
import { isRecord } from '../kernel/entries.ts';
import { causeCodeOf, messageOf } from '../kernel/thrown.ts';
import { UsageError } from './usage-error.ts';
import type { Guard } from '../kernel/guards.ts';

/** There is no exchange, or none that gives what was asked of it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** Status and message of the control plane's response; null when none responded. */
  readonly response: { readonly status: number; readonly message: string } | null;
  /** The status of a response that is none of a control plane: 404 where the exchange has none. */
  readonly foreignStatus: number | null;

  constructor(message: string, response: Unreachable['response'] = null, foreignStatus: number | null = null) {
    super(message);
    this.response = response;
    this.foreignStatus = foreignStatus;
  }
}

/** The control plane of a running exchange, as the command line asks it. All throw Unreachable. */
export interface ControlSite {
  /** Without path and trailing slash. */
  readonly origin: string;
  json(path: string): Promise<unknown>;
  /** Sends a POST with these fields. */
  post(path: string, fields: object): Promise<unknown>;
  /** The bytes of a response as they come. */
  stream(path: string): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * The response of a route, once it is what the command reads; more members than it names do no harm. With fields it is a POST.
 *
 * @throws Unreachable also for a response of another form, such as one of another version
 */
export async function askFor<T>(site: ControlSite, path: string, is: Guard<T>, fields?: object): Promise<T> {
  const response = await (fields === undefined ? site.json(path) : site.post(path, fields));
  if (is(response)) return response;
  throw new Unreachable(
    `${site.origin} responded to ${path} with something that this version of perpsim does not know`,
  );
}

/**
 * Sends a call of the contract and returns its response, once it is what the contract says; more members do no harm.
 *
 * @throws Unreachable also for a response of another form, such as one of another version
 */
export async function callSite<N extends ControlCallName>(
  site: ControlSite,
  name: N,
  fields: ControlFields<N>,
): Promise<ControlResponse<N>> {
  const { method, path, body } = controlRequest(name, fields);
  return askFor(site, path, isResponseTo(name), method === 'POST' ? body : undefined);
}

/** Makes a guard of the response that the contract describes. */
export const isResponseTo =
  <N extends ControlCallName>(name: N): Guard<ControlResponse<N>> =>
  (value): value is ControlResponse<N> =>
    Value.Check(CONTROL_CALLS[name].response, value);

/**
 * The control plane under a URL, which may name the exchange, its API or the control plane itself.
 *
 * @param mostBytes - of a response that is kept in memory
 * @throws UsageError for what is no URL of an exchange
 */
export function controlSite(target: string, token?: string, mostBytes = WHOLE_BYTES): ControlSite {
  const origin = originOf(target);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const get = (path: string): Promise<Response> => ask(`${origin}/sim/v1${path}`, { headers });
  const jsonOf = async (path: string, respond: () => Promise<Response>): Promise<unknown> => {
    const text = await partOf(origin, async () => wholeText(await respond(), mostBytes));
    try {
      const parsed: unknown = JSON.parse(text);
      return parsed;
    } catch {
      throw new Unreachable(`${origin} responded to ${path} with something that is not JSON`);
    }
  };
  return {
    origin,
    json: (path) => jsonOf(path, () => get(path)),
    post: (path, fields) => {
      const sent = { ...headers, 'content-type': 'application/json' };
      const body = JSON.stringify(fields);
      return jsonOf(path, () => ask(`${origin}/sim/v1${path}`, { method: 'POST', headers: sent, body }));
    },
    stream: async (path) => bytesOf(origin, await get(path)),
  };
}

function originOf(target: string): string {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url && /^https?:$/.test(url.protocol) && /^\/(?:(?:sim\/)?v1\/?)?$/.test(url.pathname)) return url.origin;
  throw new UsageError(`--target must be the URL of an exchange, such as http://127.0.0.1:8700 (got "${target}")`);
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const { origin } = new URL(url);
  const response = await partOf(origin, () => fetch(url, { ...init, redirect: 'error' }));
  if (response.ok) return response;
  const message = messageIn(await partOf(origin, () => wholeText(response, ERROR_BYTES)));
  if (message !== null) {
    throw new Unreachable(`${url} responded ${response.status}: ${message}`, { status: response.status, message });
  }
  throw new Unreachable(
    response.status === 404
      ? `${origin} has no control plane: it is not perpsim serve, or was started with --no-control (${url} responded 404)`
      : `${url} responded ${response.status}, which is no response of a control plane`,
    null,
    response.status,
  );
}

/**
 * What a control plane says of a refusal, which names a field; null for anything else, such as a refusal of the exchange behind it,
 * which knows no such route.
 */
function messageIn(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = isRecord(parsed) && isRecord(parsed['error']) ? parsed['error'] : {};
    return typeof error['field'] === 'string' && typeof error['message'] === 'string' ? error['message'] : null;
  } catch {
    return null;
  }
}

/** A reader of bytes, without what its library leaves untyped. */
interface PieceReader {
  /** `value` is missing behind the last piece. */
  read(): Promise<{ readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

async function* bytesOf(origin: string, response: Response): AsyncIterable<Uint8Array> {
  const reader: PieceReader | undefined = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { value } = await partOf(origin, () => reader.read());
      if (value === undefined) return;
      yield value;
    }
  } finally {
    // Whoever stops reading ends the response; one that has failed already has nothing to end.
    await reader.cancel().catch(() => undefined);
  }
}

/** More than any route but those that stream responds with. */
const WHOLE_BYTES = 268_435_456;
/** More than any refusal of a control plane takes. */
const ERROR_BYTES = 1_048_576;

/** The text of a response that is kept in memory. */
async function wholeText(response: Response, mostBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytesOf(new URL(response.url).origin, response)) {
    length += piece.length;
    if (length > mostBytes) throw new Unreachable(`${response.url} responded with more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** One step of talking to an exchange; the network's own errors say why in their cause. */
async function partOf<T>(origin: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    const reason = causeCodeOf(error) ?? messageOf(error);
    throw new Unreachable(`cannot reach ${origin}: ${reason === 'ECONNREFUSED' ? 'nothing listens there' : reason}`);
  }
}
