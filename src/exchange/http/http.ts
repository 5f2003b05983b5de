import type { Fetched } from '../../client/transport.ts';
import { Draw, type RandomStream, streamOf } from '../../kernel/random.ts';

/** One HTTP request without its socket. Header names are lower case. */
export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** Address of the socket's peer. */
  readonly ip: string;
  /** The subaccount that sends it, as a client in this process is bound to one: its latency counts where the request names none. */
  readonly subAccountId?: string;
  /** A look from outside the world of the exchange: neither latency nor an injected fault meets it, and a read is free. */
  readonly isUnhindered?: true;
}

/** A response of the exchange before it meets a socket. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** An injected fault: the connection ends and nothing of this is sent. */
  readonly lost?: true;
}

/** A response too long to hold at once: `rest` follows `body`, piece by piece. */
export interface StreamedResponse extends HttpResponse {
  readonly rest: Iterable<string>;
}

type Handler = (request: HttpRequest) => Promise<HttpResponse>;

/** `fetch` for an exchange of this process: no socket, the same bytes. Host and port of the URL do not matter. */
export async function fetchInProcess(handle: Handler, url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { status, headers, body } = await sendInProcess(handle, url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body: await bytesOf(init.body),
  });
  return new Response(body, { status, headers });
}

/**
 * `fetchInProcess` for our own clients, which send text with plain headers and read a response whole: what Node needs for a
 * `Response` takes longer to load than a short run has requests.
 */
export async function fetchTextInProcess(handle: Handler, url: string, init: RequestInit): Promise<Fetched> {
  const { status, body } = await sendInProcess(handle, url, {
    method: init.method ?? 'GET',
    headers: init.headers as Readonly<Record<string, string>>,
    body: Buffer.from(init.body as string),
  });
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: '',
    text: () => Promise.resolve(body),
    json: () => Promise.resolve(JSON.parse(body)),
  };
}

async function sendInProcess(
  handle: Handler,
  url: string | URL,
  { method, headers, body }: Pick<HttpRequest, 'method' | 'headers' | 'body'>,
): Promise<HttpResponse> {
  const { pathname, search } = new URL(url);
  const response = await handle({
    method: method.toUpperCase(),
    path: pathname + search,
    headers,
    body,
    ip: '127.0.0.1',
  });
  // As fetch says it when the other side hangs up.
  if (response.lost) throw new TypeError('fetch failed', { cause: new Error('other side closed') });
  return response;
}

async function bytesOf(body: RequestInit['body']): Promise<Uint8Array> {
  if (body === undefined || body === null) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/**
 * Request ids: 16 lower-case hex digits (wire 0.4), drawn from a stream of the seed, so that two runs
 * of the same requests print the same ids. They stand outside the exchange: no rule reads one.
 */
export class RequestIds {
  readonly #draw: Draw;

  /**
   * @param restart - differs between the starts of one exchange, so that no id comes again; empty for the first
   * @param saved - where the ids of a saved exchange go on
   */
  constructor(seed: string, restart = '', saved?: RandomStream) {
    this.#draw = new Draw(saved ?? streamOf(seed, `request-id${restart}`));
  }

  /** Where the ids go on. */
  save(): RandomStream {
    return this.#draw.stream();
  }

  next(): string {
    return hex(this.#draw.uint32()) + hex(this.#draw.uint32());
  }
}

const hex = (word: number): string => word.toString(16).padStart(8, '0');

/** What Node's parser makes of a request, in words of our own: types that are published need none of Node's. */
interface ParsedRequest {
  readonly httpVersion: string;
  /** Names and values by turns. */
  readonly rawHeaders: readonly string[];
}

/**
 * Looks at what Node's parser lets through although two readers could take it differently (SEC-26).
 * Two lengths, length plus chunked, bare LF and folded headers never come this far: the parser refuses them.
 *
 * @returns what is wrong, or undefined for a request that can be read in one way only
 */
export function framingFault(request: ParsedRequest): string | undefined {
  if (request.httpVersion !== '1.1' && request.httpVersion !== '1.0') return 'neither HTTP/1.1 nor HTTP/1.0';
  const hosts = valuesOf(request.rawHeaders, 'host');
  if (hosts.length > 1) return 'more than one Host header';
  const host = hosts[0];
  if (host === undefined && request.httpVersion !== '1.0') return 'Host header is missing';
  if (host !== undefined && hostOf(host) === undefined) return 'Host header is not a host';
  const encodings = valuesOf(request.rawHeaders, 'transfer-encoding');
  if (encodings.length > 1 || (encodings[0] ?? 'chunked').toLowerCase() !== 'chunked') {
    return 'Transfer-Encoding other than chunked';
  }
  if (encodings.length === 1 && request.httpVersion === '1.0') return 'Transfer-Encoding in HTTP/1.0';
  if (valuesOf(request.rawHeaders, 'content-type').length > 1) return 'more than one Content-Type header';
  return undefined;
}

/**
 * The path and query of a request target, whichever form it came in (RFC 9112, 3.2).
 *
 * @returns undefined when the target is neither a path nor a URL, such as `*`
 */
export function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target;
  const absolute = /^https?:\/\/[^/?#]+(.*)$/i.exec(target);
  if (absolute === null) return undefined;
  const rest = absolute[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

/** True for an address of this machine: 127.0.0.0/8, ::1, and the former written as IPv6. */
export function isLoopbackAddress(ip: string): boolean {
  const plain = ip.toLowerCase().startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip;
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain);
}

/** True for a host a person would type to reach this machine: `localhost`, 127.x.x.x, `[::1]`. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** The host of a `Host` header or a URL authority, without its port; undefined when it is not one. */
export function hostOf(authority: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::(\d{1,5}))?$/i.exec(authority);
  if (match?.[1] === undefined) return undefined;
  return match[2] !== undefined && Number(match[2]) > 65_535 ? undefined : match[1];
}

/** Returns how an address is written inside a URL: IPv6 in brackets, "any" as the loopback that reaches it. */
export function urlHostOf(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}
