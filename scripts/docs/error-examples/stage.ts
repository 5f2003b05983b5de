import { Client, NonceSource } from '../../../src/client.ts';
import { createExchange, type DevAccount, type Exchange } from '../../../src/index.ts';
import { type How, PRINCIPALS, type Request, type SignedRequest } from './request.ts';

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
