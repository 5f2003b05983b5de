import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ApiError, StreamClient } from '../src/client.ts';
import { createExchange } from '../src/exchange/exchange.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';
import { Child } from './child.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUY = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitIoc', price: '95010', quantity: '0.001' } as const;
const POSTS = 500;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Account {
  readonly privateKey: string;
  readonly subAccountId: string;
}

/** What became of the posts of a client: how many were accepted, refused by the exchange, or left without a response. */
interface Counts {
  accepted: number;
  refused: number;
  lost: number;
}

/** A client over a real socket whose posts are held back, once asked for, until all of them can go in one burst. */
class Burst {
  readonly counts: Counts = { accepted: 0, refused: 0, lost: 0 };
  trades = 0;
  readonly #client: StreamClient;
  readonly #releases: (() => void)[] = [];
  #held = 0;
  #isHolding = false;
  #onChange: () => void = () => undefined;

  constructor(wsUrl: string, { privateKey, subAccountId }: Account, serviceName: string) {
    const openSocket = (url: string): WebSocket => {
      const socket = new WebSocket(url);
      const send = socket.send.bind(socket);
      socket.send = (data: string): void => {
        if (!this.#isHolding) return send(data);
        this.#releases.push(() => send(data));
        this.#held += 1;
        this.#onChange();
      };
      return socket;
    };
    this.#client = new StreamClient({ wsUrl, privateKey, subAccountId, serviceName, openSocket });
    ends.push(() => this.#client.close());
  }

  /** Sends all posts at once; resolves with `done`, which resolves when every post has come to something. */
  async send(): Promise<{ readonly done: Promise<unknown> }> {
    await this.#client.subscribe('trades', { symbol: BUY.symbol }, () => {
      this.trades += 1;
    });
    await this.#client.placeOrders([BUY]);
    this.counts.accepted = 1;
    this.#isHolding = true;
    const posts = Array.from({ length: POSTS }, () =>
      this.#client.placeOrders([BUY]).then(this.#accepted, this.#failed),
    );
    await this.#until(() => this.#held === POSTS);
    this.#isHolding = false;
    for (const release of this.#releases) release();
    return { done: Promise.all(posts) };
  }

  /** Resolves once `count` posts have been accepted. */
  accepted(count: number): Promise<void> {
    return this.#until(() => this.counts.accepted >= count);
  }

  readonly #accepted = (): void => {
    this.counts.accepted += 1;
    this.#onChange();
  };

  readonly #failed = (error: unknown): void => {
    if (error instanceof ApiError) this.counts.refused += 1;
    else this.counts.lost += 1;
  };

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }
}

test('a drain completes every post that has arrived, and the exchange has executed those that it accepted', async () => {
  const exchange = await createExchange({ seed: 7, world: 'quiet', limits: { enabled: false } });
  const writeRefusal = refusalWriter(exchange);
  const server = new RestServer({ exchange, writeRefusal, streams: new WsUpgradeHandler({ exchange, writeRefusal }) });
  ends.push(() => exchange.close());
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const account = exchange.accounts[8]!;
  const burst = new Burst(`${origin.replace('http', 'ws')}/v1/ws`, account, exchange.serviceName);
  const { done } = await burst.send();
  await burst.accepted(50);
  const drained = server.drain();
  await done;
  await drained;
  const { accepted, refused, lost } = burst.counts;
  expect({ all: accepted + refused + lost, lost }).toEqual({ all: POSTS + 1, lost: 0 });
  expect(refused).toBeGreaterThan(0);
  // Each order that was accepted has bought 0.001 BTC, and no other has.
  const { subAccounts } = exchange.control.ledger();
  const [position] = subAccounts.find(({ subAccountId }) => subAccountId === account.subAccountId)?.positions ?? [];
  expect(Number(position?.size) * 1000).toBeCloseTo(accepted, 6);
});

test('perpsim serve completes every post that has arrived before SIGTERM, and pushes the trades of those it accepted', async () => {
  const args = ['bin/perpsim.js', 'serve', '--json', '--port', '0', '--world', 'quiet', '--no-rate-limits'];
  const child = new Child(args.map((arg, index) => (index === 0 ? `${ROOT}${arg}` : arg)));
  ends.push(() => Promise.resolve(child.kill('SIGKILL')));
  const [line = ''] = await child.lines(1);
  const { wsUrl, serviceName, accounts } = JSON.parse(line) as {
    readonly wsUrl: string;
    readonly serviceName: string;
    readonly accounts: readonly Account[];
  };
  const burst = new Burst(wsUrl, accounts[8]!, serviceName);
  const { done } = await burst.send();
  await burst.accepted(50);
  child.kill('SIGTERM');
  await done;
  expect(await child.exit()).toBe(0);
  const { accepted, refused, lost } = burst.counts;
  expect({ all: accepted + refused + lost, lost }).toEqual({ all: POSTS + 1, lost: 0 });
  expect(refused).toBeGreaterThan(0);
  expect(burst.trades).toBe(accepted);
});
