import { INFO_ACTIONS } from '../../api/catalogue.ts';
import { ApiError, type Fetch, type Params, RestTransport, type Surface, type Transport } from '../../client/index.ts';

/** The machine's clock and timer. */
export interface Wall {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** A deployment that cannot be reached, or does not respond as the API does. */
export class SourceLost extends Error {
  override readonly name = 'SourceLost';
}

/** What the specification gives an address in ten seconds, less a fifth for others behind it. */
const TOKENS = 8_000;
const WINDOW_MS = 10_000;
/** Times that a request is sent again after the deployment has limited it, a second apart. */
const LIMITED_AT_MOST = 30;
const SECOND_MS = 1_000;

/** Sends requests no faster than the rate limit of an address allows, and again when one was limited all the same. */
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
    await this.#afford(costOf(body));
    for (let time = 1; ; time += 1) {
      try {
        return await this.#rest.send(surface, body);
      } catch (error) {
        const isLimited = error instanceof ApiError && error.status === 429;
        if (!isLimited || time >= LIMITED_AT_MOST) throw this.#lost(error);
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

  #lost(error: unknown): SourceLost {
    const { message, cause } = error as Error & { readonly cause?: unknown };
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return new SourceLost(`${this.#url}: ${reason}`);
  }
}

function costOf({ params }: Params): number {
  const { action } = params as { readonly action: string };
  return INFO_ACTIONS.get(action)?.cost(params as never) ?? 1;
}
