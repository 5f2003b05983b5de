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

/** `fetch` for an exchange of this process: no socket, the same bytes. Host and port of the URL do not matter. */
export async function fetchInProcess(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const { pathname, search } = new URL(url);
  const { status, headers, body, lost } = await handle({
    method: (init.method ?? 'GET').toUpperCase(),
    path: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: await bytesOf(init.body),
    ip: '127.0.0.1',
  });
  // As fetch says it when the other side hangs up.
  if (lost) throw new TypeError('fetch failed', { cause: new Error('other side closed') });
  return new Response(body, { status, headers });
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
