import type { TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType } from '@sinclair/typebox/value';
import { ApiError, type Fetch, type Params, RestTransport, type Surface, type Transport } from '../../../client.ts';
import { INFO_ACTIONS } from '../../../contract/catalogue.ts';
import { invariant } from '../../../kernel/errors.ts';
import { messageOf } from '../../../kernel/thrown.ts';

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
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && cause.message !== '' ? cause.message : messageOf(error);
}

/** A member that the schema does not know does no harm, and a format without a check of its own is a text all the same. */
const HARMLESS: readonly ValueErrorType[] = [
  ValueErrorType.ObjectAdditionalProperties,
  ValueErrorType.StringFormatUnknown,
];
const SHOWN_MAX = 60;

/** Returns the first member of a value that does not fit its schema, in words, or null when all that the schema needs is there. */
export function misfitOf(schema: TSchema, value: unknown, name: string): string | null {
  for (const { type, path, value: found, schema: part } of Value.Errors(schema, value)) {
    if (HARMLESS.includes(type)) continue;
    const at = `${name}${path.split('/').slice(1).map(stepText).join('')}`;
    return found === undefined ? `${at} is missing` : `${at} must be ${takes(part)} (got ${shown(found)})`;
  }
  return null;
}

const stepText = (step: string): string => (/^[0-9]+$/.test(step) ? `[${step}]` : `.${step}`);

function takes({ type, pattern, const: word }: TSchema): string {
  if (word !== undefined) return JSON.stringify(word);
  switch (type) {
    case 'string':
      return typeof pattern === 'string' ? `a text of the form ${pattern}` : 'a text that is not empty';
    case 'integer':
      return 'a whole number in range';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    default:
      return 'what the API describes';
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}...`;
}
