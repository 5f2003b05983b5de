import { Client, NonceSource } from '../../src/client/index.ts';
import { createExchange, type DevAccount, type Exchange } from '../../src/index.ts';
import { type ErrorCase, type How, PRINCIPALS, type Request, type SignedRequest } from './case.ts';

/** The parts of a response that the page shows. */
export interface Reply {
  readonly http: number;
  readonly code: string;
  readonly message: string;
}

/** An exchange of this process for one example: quiet books, a clock that stands still, one seed. */
export class Stage {
  readonly exchange: Exchange;
  readonly #nonces: NonceSource;

  private constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.#nonces = new NonceSource(() => exchange.clock.now());
  }

  static async open(): Promise<Stage> {
    return new Stage(await createExchange({ seed: 7, world: 'quiet', clock: 'manual' }));
  }

  account(name: string): DevAccount {
    const account = this.exchange.accounts[PRINCIPALS.findIndex((principal) => principal === name)];
    if (!account) throw new Error(`no account plays ${name}`);
    return account;
  }

  async send(request: Request): Promise<{ readonly http: number; readonly body: unknown }> {
    const reply = await this.#reply(request);
    return { http: reply.status, body: await reply.json() };
  }

  /** Sends what must succeed, in every part. */
  async accept(request: Request): Promise<void> {
    const { http, body } = await this.send(request);
    const text = JSON.stringify(body);
    if (http !== 200 || text.includes('"errorCode"')) throw new Error(`${JSON.stringify(request)} got ${text}`);
  }

  async #reply(request: Request): Promise<Response> {
    if (request.kind === 'raw') {
      const { method, path, body, headers } = request;
      return this.#fetch(path, method, body, headers);
    }
    if (request.kind === 'signed') return this.#fetch('/trade', 'POST', JSON.stringify(await this.#signed(request)));
    const { action, params } = request;
    return this.#fetch('/info', 'POST', JSON.stringify({ params: { action, ...params } }));
  }

  async #signed({ action, params, how }: SignedRequest): Promise<object> {
    const { by = 'owner', of = by === 'stranger' ? 'stranger' : 'owner', service, altered = {} } = how;
    const { url: restUrl, serviceName } = this.exchange;
    const { privateKey } = this.account(by);
    const subAccountId = of === 'unknown' ? UNKNOWN : this.account(of).subAccountId;
    const nonces = this.#nonces;
    const client = new Client({ restUrl, privateKey, subAccountId, serviceName: service ?? serviceName, nonces });
    const body = await client.signed(action, params, overridesOf(how));
    const whole = Object.entries({ ...body, ...altered }).filter(([, value]) => value !== null);
    return Object.fromEntries(whole);
  }

  #fetch(path: string, method: string, body = '', headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    return this.exchange.fetch(`${this.exchange.url}${path}`, body === '' ? init : { ...init, body });
  }
}

/** An id that no subaccount has. */
const UNKNOWN = '99';

const overridesOf = ({ nonce, expiresAfter }: How) => ({
  ...(nonce !== undefined && { nonce }),
  ...(expiresAfter !== undefined && { expiresAfter }),
});

/** Plays one example on an exchange of its own and reads the refusal. */
export async function play({ given = [], request, reply }: ErrorCase): Promise<Reply> {
  const stage = await Stage.open();
  try {
    for (const step of given) await step(stage);
    const { http, body } = await stage.send(request);
    return { http, ...refusalIn(body, reply.place) };
  } finally {
    await stage.exchange.close();
  }
}

/** The code and text of an envelope, or of one entry of its response. */
function refusalIn(body: unknown, place: string | undefined): { readonly code: string; readonly message: string } {
  const envelope = body as { readonly error?: Said; readonly response?: unknown };
  const said = place === undefined ? envelope.error : (entryAt(envelope.response, place) as Said | undefined);
  if (!said) return { code: '', message: JSON.stringify(body) };
  return { code: String(said.code ?? said.errorCode), message: String(said.message ?? said.error) };
}

type Said = Readonly<Partial<Record<'code' | 'message' | 'errorCode' | 'error', string>>>;

const entryAt = (value: unknown, place: string): unknown =>
  (place.match(/\w+/g) ?? []).reduce<unknown>(
    (below, key) => (below as Readonly<Record<string, unknown>> | undefined)?.[key],
    value,
  );
