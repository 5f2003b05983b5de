import { INFO_ACTIONS } from '../../../contract/catalogue.ts';
import { ApiError, type Fetch, type Params, RestTransport, type Surface, type Transport } from '../../../client.ts';
import { invariant } from '../../../kernel/assert.ts';
import { misfitOf } from './check-response.ts';

/** The machine's clock and timer. */
export interface Wall {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** A deployment that cannot be reached, or does not respond as the API does. */
export class SourceLost extends Error {
  override readonly name = 'SourceLost';

  /** `url` ends in `/v1`; `what` says which request failed, and how. */
  constructor(url: string, what: string) {
    super(`${url}: ${what}; check that this is the URL of a running deployment of this API`);
  }
}

/** What the specification gives an address in ten seconds, less a fifth for others behind it. */
const TOKENS = 8_000;
const WINDOW_MS = 10_000;
/** Times that a request is sent again after the deployment has limited it, a second apart. */
const LIMITED_AT_MOST = 30;
const SECOND_MS = 1_000;

/**
 * Sends public reads no faster than the rate limit of an address allows, and again when one was limited all the same. A response
 * without what the API describes is an error, so that what reads it finds every member.
 */
export class PacedTransport implements Transport {
  readonly #rest: RestTransport;
  readonly #url: string;
  readonly #wall: Wall;
  #left = TOKENS;
  #at: number;

  /** `url` ends in `/v1`. */
  constructor(url: string, fetch: Fetch, wall: Wall) {
    this.#rest = new RestTransport(url, fetch);
    this.#url = url;
    this.#wall = wall;
    this.#at = wall.now();
  }

  async send(surface: Surface, body: Params): Promise<unknown> {
    const { action: name } = body.params as { readonly action: string };
    const action = INFO_ACTIONS.get(name);
    invariant(action, () => `${name} is a public read`);
    await this.#afford(action.cost(body.params as never));
    const response = await this.#response(surface, body, name);
    const misfit = misfitOf(action.result, response, 'response');
    if (misfit !== null) throw new SourceLost(this.#url, `${name}: ${misfit}`);
    return response;
  }

  async #response(surface: Surface, body: Params, name: string): Promise<unknown> {
    for (let time = 1; ; time += 1) {
      try {
        return await this.#rest.send(surface, body);
      } catch (error) {
        const isLimited = error instanceof ApiError && error.status === 429;
        if (!isLimited || time >= LIMITED_AT_MOST) throw new SourceLost(this.#url, `${name}: ${reasonOf(error)}`);
      }
      await this.#wall.wait(SECOND_MS);
    }
  }

  async #afford(tokens: number): Promise<void> {
    for (;;) {
      const now = this.#wall.now();
      this.#left = Math.min(TOKENS, this.#left + ((now - this.#at) * TOKENS) / WINDOW_MS);
      this.#at = now;
      if (this.#left >= tokens) break;
      await this.#wall.wait(Math.ceil(((tokens - this.#left) * WINDOW_MS) / TOKENS));
    }
    this.#left -= tokens;
  }
}

/** The reason in words. `fetch` throws a TypeError, and the error of the connection is its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { readonly cause?: unknown };
  return error instanceof TypeError && cause instanceof Error && cause.message !== '' ? cause.message : message;
}
