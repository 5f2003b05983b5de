/**
 * `fetch` for a deployment that is not trusted: what is read of it has an upper bound in bytes, in time and in redirects. The bytes
 * that count are those after decompression, so a small body that unpacks to a large one is bounded as well.
 */

/** What may be read of one response. */
export interface ResponseLimits {
  /** Bytes of the body after decompression. */
  readonly bodyBytes: number;
  /** From the request to the end of the headers. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** From the request to the end of the body. */
  readonly totalMs: number;
  /** Redirects that are followed, to the same origin alone. */
  readonly redirects: number;
}

export const RESPONSE_LIMITS: ResponseLimits = {
  bodyBytes: 16_777_216,
  headersMs: 30_000,
  idleMs: 30_000,
  totalMs: 60_000,
  redirects: 5,
};

/** A control plane may take minutes to move a clock, and responds with whole journals. */
export const CONTROL_LIMITS: ResponseLimits = {
  ...RESPONSE_LIMITS,
  bodyBytes: 268_435_456,
  headersMs: 600_000,
  totalMs: 900_000,
};

/** A deployment sent more, or took longer, than may be read of it. The message is one line that names the URL and the limit. */
export class ResponseLimitError extends Error {
  override readonly name = 'ResponseLimitError';
  readonly url: string;

  constructor(url: string, what: string) {
    super(`${url} ${what}`);
    this.url = url;
  }
}

/**
 * Returns a `fetch` with these limits, which gives back whole responses.
 *
 * @throws ResponseLimitError beyond a limit and for a redirect to another origin; what `fetch` throws when nothing can be reached
 */
export function boundedFetch(
  given: Partial<ResponseLimits> = {},
): (url: string, init?: RequestInit) => Promise<Response> {
  const limits = { ...RESPONSE_LIMITS, ...given };
  return async (url, init = {}) => {
    const reading = new Reading(url, limits, init.signal ?? null);
    try {
      return await reading.follow(url, init);
    } catch (error) {
      throw reading.excess ?? error;
    } finally {
      reading.end();
    }
  };
}

/** One request with its redirects, its response and its timers. */
class Reading {
  /** Set once a limit is passed: what `fetch` throws then says only that it was aborted. */
  excess: ResponseLimitError | null = null;
  readonly #url: string;
  readonly #limits: ResponseLimits;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  readonly #total: NodeJS.Timeout;
  #step: NodeJS.Timeout | undefined;

  constructor(url: string, limits: ResponseLimits, outer: AbortSignal | null) {
    this.#url = url;
    this.#limits = limits;
    this.#signal = outer ? AbortSignal.any([outer, this.#abort.signal]) : this.#abort.signal;
    this.#total = setTimeout(() => this.#pass(`took longer than ${seconds(limits.totalMs)} in all`), limits.totalMs);
  }

  /** Follows redirects to the same origin, then reads the whole body. */
  async follow(url: string, init: RequestInit): Promise<Response> {
    let [at, sent] = [url, init];
    for (let redirects = 0; ; redirects += 1) {
      const { headersMs } = this.#limits;
      this.#await(headersMs, `sent no headers within ${seconds(headersMs)}`);
      const response = await fetch(at, { ...sent, redirect: 'manual', signal: this.#signal });
      const to = locationOf(response, at);
      if (to === null) return await this.#whole(response);
      await response.body?.cancel();
      if (to.origin !== new URL(at).origin)
        throw this.#pass(`redirects to another origin (${to.origin}), which is not followed`);
      if (redirects === this.#limits.redirects) throw this.#pass(`redirects more than ${this.#limits.redirects} times`);
      at = to.href;
      // As the Fetch standard has it: these make a GET of a POST.
      if (response.status === 303 || (response.status < 303 && sent.method === 'POST')) {
        const { body: _body, headers: _headers, ...rest } = sent;
        sent = { ...rest, method: 'GET' };
      }
    }
  }

  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#step);
    this.#abort.abort();
  }

  async #whole(response: Response): Promise<Response> {
    const { bodyBytes, idleMs } = this.#limits;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    const reader: Pieces | undefined = response.body?.getReader();
    while (reader) {
      this.#await(idleMs, `sent nothing for ${seconds(idleMs)} in the middle of a body`);
      const { value } = await reader.read();
      if (value === undefined) break;
      length += value.length;
      if (length > bodyBytes) throw this.#pass(`responded with more than ${bodyBytes} bytes`);
      pieces.push(value);
    }
    const { status, headers } = response;
    if (status > 599) throw this.#pass(`responded with the status ${status}, which HTTP does not have`);
    return new Response(length === 0 ? null : new Blob(pieces), { status, headers });
  }

  #await(ms: number, what: string): void {
    clearTimeout(this.#step);
    this.#step = setTimeout(() => this.#pass(what), ms);
  }

  #pass(what: string): ResponseLimitError {
    this.excess ??= new ResponseLimitError(this.#url, what);
    this.#abort.abort();
    return this.excess;
  }
}

/** A reader of bytes, without what its library leaves untyped. */
interface Pieces {
  /** `value` is missing behind the last piece. */
  read(): Promise<{ readonly value?: Uint8Array<ArrayBuffer> | undefined }>;
}

/** Where a redirect leads; null for any other response, and for one that names no place. */
function locationOf({ status, headers }: Response, from: string): URL | null {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  return URL.canParse(location, from) ? new URL(location, from) : null;
}

const seconds = (ms: number): string => `${ms / 1_000} s`;
