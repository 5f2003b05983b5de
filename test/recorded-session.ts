import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Client } from '../src/client/client.ts';
import { NonceSource } from '../src/client/nonce.ts';
import { Signer } from '../src/client/signer.ts';
import { logIn } from '../src/client/stream/frames.ts';
import type { Reply } from '../src/client/stream/frames.ts';

/** What `perpsim serve --json` prints, as far as tests need it. */
export interface ServedFacts {
  readonly restUrl: string;
  readonly serviceName: string;
  readonly accounts: readonly SessionAccount[];
}

export interface SessionAccount {
  readonly address: string;
  readonly privateKey: string;
  readonly subAccountId: string;
}

/** The facts of a server that is ready, and its origin. */
export async function factsOf(server: {
  lines(count: number): Promise<string[]>;
}): Promise<ServedFacts & { readonly origin: string }> {
  const [line = ''] = await server.lines(1);
  const facts = JSON.parse(line) as ServedFacts;
  return { ...facts, origin: new URL(facts.restUrl).origin };
}

const START = 1_767_571_200_000;
const ORDER = { symbol: 'BTC-USDT', orderType: 'limitGtc', quantity: '0.1' } as const;

export interface Session {
  readonly origin: string;
  readonly facts: Pick<ServedFacts, 'serviceName' | 'accounts'>;
  /** Sent with requests to the control plane. */
  readonly token: string;
}

/**
 * Orders over REST and over a stream, a fill, a public and a private channel, a refusal, and a clock that moves in between, on
 * an exchange of the world `quiet` whose clock stands still.
 */
export async function playSession({ origin, facts, token }: Session): Promise<void> {
  const [first, second] = facts.accounts;
  if (!first || !second) throw new Error('the session takes two accounts');
  const clientOf = ({ privateKey, subAccountId }: SessionAccount): Client =>
    new Client({
      restUrl: `${origin}/v1`,
      privateKey,
      subAccountId,
      serviceName: facts.serviceName,
      nonces: new NonceSource(() => START),
    });
  const advance = async (ms: number): Promise<void> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ ms });
    const response = await fetch(`${origin}/sim/v1/clock/advance`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`the clock was not advanced: ${await response.text()}`);
    await response.text();
  };
  const publicStream = await Stream.open(`${origin}/v1/ws/info`);
  await publicStream.ask({
    id: '1',
    method: 'subscribe',
    params: { type: 'orderbook', symbol: 'BTC-USDT', depth: 10 },
  });
  await publicStream.ask({ id: '2', method: 'subscribe', params: { type: 'trades', symbol: 'BTC-USDT' } });
  const privateStream = await Stream.open(`${origin}/v1/ws/trade`);
  const { subAccountId, privateKey } = first;
  const login = { subAccountId, serviceName: facts.serviceName, signer: new Signer(privateKey, facts.serviceName) };
  await logIn(async (params) => JSON.parse(await privateStream.ask({ id: 'login', method: 'auth', params })) as Reply, {
    ...login,
    nonces: new NonceSource(() => START),
    random: () => 0,
  });
  await privateStream.ask({ id: '3', method: 'subscribe', params: { type: 'subAccountUpdates', subAccountId } });
  const [buyer, seller] = [clientOf(first), clientOf(second)];
  await buyer.placeOrders([{ ...ORDER, side: 'buy', price: '95000' }]);
  await seller.placeOrders([{ ...ORDER, side: 'sell', price: '95000', quantity: '0.04' }]);
  await advance(1_500);
  await buyer.cancelAllOrders(['BTC-USDT']);
  await seller.placeOrders([{ ...ORDER, side: 'sell', price: '1' }]).catch(() => undefined);
  await advance(60_000);
  await buyer.getPositions();
  await publicStream.ask({ id: '4', method: 'post', params: { action: 'getLastTrades', symbol: 'BTC-USDT' } });
  await advance(3_600_000);
  await buyer.getFundingPayments({});
  await Promise.all([publicStream.close(), privateStream.close()]);
}

/** A WebSocket whose requests are sent one by one. */
class Stream {
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(url: string): Promise<Stream> {
    const socket = new WebSocket(url.replace(/^http/, 'ws'));
    await once(socket, 'open');
    return new Stream(socket);
  }

  /** Sends a request and waits for its reply. */
  ask(request: { readonly id: string; readonly [field: string]: unknown }): Promise<string> {
    return new Promise((resolve) => {
      const listener = (data: Buffer): void => {
        const text = data.toString('utf8');
        if ((JSON.parse(text) as { readonly id?: string }).id !== request.id) return;
        this.#socket.off('message', listener);
        resolve(text);
      };
      this.#socket.on('message', listener);
      this.#socket.send(JSON.stringify(request));
    });
  }

  async close(): Promise<void> {
    this.#socket.close(1000);
    await once(this.#socket, 'close');
  }
}
