import { INFO_ACTIONS, TRADE_ACTIONS } from '../../../contract/catalogue.ts';
import {
  type Beginning,
  type HttpCall,
  type Party,
  type PartyAccount,
  type PartyResponse,
  TargetLost,
} from './party.ts';
import { ReferenceParty } from './reference-party.ts';

/** The machine's clock and timer. */
export interface PlainWall {
  now(): number;
  wait(ms: number): Promise<void>;
}

export interface PlainOptions {
  /** Without path and trailing slash. */
  readonly origin: string;
  readonly serviceName: string;
  /** Tokens of the address that may be spent, cleaning up included. */
  readonly budget: number;
  readonly accounts: readonly PartyAccount[];
  readonly wall: PlainWall;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Tokens that stay for what is sent at the end. */
const RESERVE = 500;
/** Times that a request is sent again after a bucket has refused it, a second apart. */
const REFUSED_AT_MOST = 30;
const SECOND_MS = 1_000;
/** Tokens of a subaccount with which a request waits until some have come back. */
const LOW = 300;

/** A deployment without a control plane: it is never reset, its clock runs, and it limits requests. */
export class PlainParty implements Party {
  readonly serviceName: string;
  readonly #options: PlainOptions;
  #spent = 0;
  /** What a bucket was last said to hold. */
  #left = Number.POSITIVE_INFINITY;
  /** Exchange time less the machine's. */
  #ahead = 0;

  constructor(options: PlainOptions) {
    this.serviceName = options.serviceName;
    this.#options = options;
  }

  get spent(): number {
    return this.#spent;
  }

  /** True once only the tokens for cleaning up are left. */
  get isSpent(): boolean {
    return this.#spent + RESERVE >= this.#options.budget;
  }

  /** Looks at the target's clock; nothing is started over. */
  async begin(): Promise<readonly PartyAccount[]> {
    const body = '{"params":{"action":"getExchangeStatus"}}';
    await this.send({ method: 'POST', path: '/v1/info', contentType: 'application/json', body });
    return this.#options.accounts;
  }

  async send(call: HttpCall): Promise<PartyResponse> {
    // A write that the bucket of its subaccount refuses has spent its nonce, so it could not be sent again.
    if (this.#left < LOW) await this.#options.wall.wait(SECOND_MS);
    for (let time = 1; ; time += 1) {
      const received = await this.#sendOnce(call);
      if (received.status !== 429 || time >= REFUSED_AT_MOST) return received;
      await this.#options.wall.wait(SECOND_MS);
    }
  }

  now(): number {
    return Math.floor(this.#options.wall.now() + this.#ahead);
  }

  advance(ms: number): Promise<void> {
    return this.#options.wall.wait(ms);
  }

  steer(): Promise<string | null> {
    return Promise.resolve('there is no control plane');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #sendOnce({ method, path, contentType, body }: HttpCall): Promise<PartyResponse> {
    this.#spent += costOf(path, body);
    const { origin } = this.#options;
    const headers = body === null ? {} : { 'content-type': contentType };
    try {
      const response = await this.#options.fetch(`${origin}${path}`, {
        method,
        headers,
        ...(body !== null && { body }),
      });
      const text = await response.text();
      this.#look(text);
      return { status: response.status, contentType: response.headers.get('content-type') ?? '', text };
    } catch (error) {
      throw new TargetLost(`${origin}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #look(text: string): void {
    const left = /"remainingTokens":(\d+)/.exec(text)?.[1];
    if (left !== undefined) this.#left = Number(left);
    const time = /"timestamp":(\d{13})[,}]/.exec(text)?.[1];
    if (time !== undefined) this.#ahead = Number(time) - this.#options.wall.now();
  }
}

/** What a request costs at most: its own cost, or one token. */
function costOf(path: string, body: string | null): number {
  try {
    const { params } = JSON.parse(body ?? '{}') as { readonly params?: { readonly action?: unknown } };
    const name = typeof params?.action === 'string' ? params.action : '';
    const action = path === '/v1/info' ? INFO_ACTIONS.get(name) : TRADE_ACTIONS.get(name);
    return action?.cost(params as Parameters<NonNullable<typeof action>['cost']>[0]) ?? 1;
  } catch {
    return 1;
  }
}

const FUNDS = '1000000';

/** An exchange of this process for the wallets of a deployment in real time. Its clock follows that of the deployment. */
export class PlainReference extends ReferenceParty {
  readonly #wallets: readonly PartyAccount[];
  readonly #time: () => number;
  readonly #prices: () => ReadonlyMap<string, string>;

  /**
   * @param time exchange time of the deployment
   * @param prices index prices of the deployment by market, which the reference takes over
   */
  constructor(
    serviceName: string,
    wallets: readonly PartyAccount[],
    time: () => number,
    prices: () => ReadonlyMap<string, string>,
  ) {
    super(serviceName);
    this.#wallets = wallets;
    this.#time = time;
    this.#prices = prices;
  }

  override async begin(beginning: Beginning): Promise<readonly PartyAccount[]> {
    const own = await super.begin({ ...beginning, startTime: this.#time() });
    const { control } = this.exchange;
    for (const [symbol, price] of this.#prices()) control.movePrice(symbol, price);
    return this.#wallets.map(({ address, privateKey }) => {
      const known = own.find((account) => account.address.toLowerCase() === address.toLowerCase());
      if (known) return known;
      const subAccountId = control.openAccount(address);
      control.setWhitelisted(address, true);
      control.deposit(subAccountId, 'USDT', FUNDS);
      return { address, privateKey, subAccountId };
    });
  }

  override async send(call: HttpCall): Promise<PartyResponse> {
    const behind = this.#time() - this.now();
    if (behind > 0) await this.advance(behind);
    return super.send(call);
  }
}
