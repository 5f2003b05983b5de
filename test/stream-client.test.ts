import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  ApiError,
  type ConnectionError,
  type ManagedBook,
  type StreamClient as Streams,
  StreamClient,
  type StreamClientOptions,
} from '../src/client.ts';
import { createExchange, type Exchange } from '../src/exchange/exchange.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';

/** The client over real sockets, against a server on a port of its own. Exchange time moves when a test says so. */

const BTC = 'BTC-USDT';
const BID = { symbol: BTC, side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;

let exchange: Exchange;
let server: RestServer;
let wsUrl: string;
const clients: Streams[] = [];

beforeEach(async () => {
  exchange = await createExchange({ seed: 7, world: 'quiet', limits: { enabled: false } });
  await listen(0);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
  await exchange.close();
});

async function listen(port: number): Promise<number> {
  const writeRefusal = refusalWriter(exchange);
  server = new RestServer({ exchange, writeRefusal, streams: new WsUpgradeHandler({ exchange, writeRefusal }) });
  const bound = await server.listen({ host: '127.0.0.1', port });
  wsUrl = `${bound.origin.replace('http', 'ws')}/v1/ws`;
  return bound.port;
}

/** A client of a dev account that waits hardly at all before it connects again. */
function clientOf(account: number, options: Partial<StreamClientOptions> = {}): Streams {
  const { privateKey, subAccountId } = exchange.accounts[account]!;
  const client = new StreamClient({ wsUrl, privateKey, subAccountId, serviceName: exchange.serviceName, ...options });
  clients.push(client);
  return client;
}

/** Resolves once this has happened to both connections of a client. */
const happens = (client: Streams, event: 'disconnected' | 'reconnected'): Promise<void> =>
  new Promise((resolve) => {
    const endpoints = new Set<string>();
    const stop = client.on(event, ({ endpoint }) => {
      if (endpoints.add(endpoint).size < 2) return;
      stop();
      resolve();
    });
  });

/** Resolves once the book is as wanted. */
async function reaches(book: ManagedBook, wanted: (book: ManagedBook) => boolean): Promise<void> {
  for await (const now of book) if (wanted(now)) return;
}

const sidesOf = ({ bids, asks }: ManagedBook): string =>
  JSON.stringify([bids, asks].map((side) => side.map(({ price, quantity }) => [price, quantity])));

describe('requests', () => {
  test('the clock of the exchange stands in another year, and the login works all the same', async () => {
    const client = clientOf(0);
    const { statuses } = await client.placeOrders([BID]);
    const [order] = await client.getOpenOrders();
    expect(order?.order.venueId).toBe(statuses[0]?.resting?.order.venueId);
    expect(order).toMatchObject({ price: '94000', quantity: '0.01' });
  });

  test('many at once: each has its own response', async () => {
    const client = clientOf(0);
    const prices = Array.from({ length: 12 }, (_, index) => String(90_000 + index * 10));
    const placed = await Promise.all(
      prices.map((price) => client.placeOrders([{ ...BID, price, clientOrderId: price }])),
    );
    expect(placed.map(({ statuses }) => statuses[0]?.resting?.order.clientId)).toEqual(prices);
    expect(await client.getOpenOrders()).toHaveLength(12);
  });

  test('refusals, a stranger and a service of another name', async () => {
    await expect(clientOf(0).cancelAllOrders(['NO-SUCH'])).rejects.toBeInstanceOf(ApiError);
    await expect(
      clientOf(0, { subAccountId: exchange.accounts[1]!.subAccountId }).getPositions(),
    ).rejects.toMatchObject({
      status: 401,
      message: `wallet ${exchange.accounts[0]!.address.toLowerCase()} is not authorized to act on this subaccount`,
    });
    await expect(clientOf(0, { serviceName: 'Another' }).getPositions()).rejects.toMatchObject({
      status: 401,
      message: 'invalid domain name: expected PerpSim, got Another',
    });
  });

  test('any WebSocket of the caller will do', async () => {
    const opened: string[] = [];
    const client = clientOf(0, {
      openSocket: (url) => {
        opened.push(url);
        return new WebSocket(url);
      },
    });
    expect(await client.getMids()).toMatchObject({ [BTC]: '95000' });
    expect(opened).toEqual([`${wsUrl}/info`]);
  });
});

describe('streams', () => {
  test('a subaccount receives its events in order', async () => {
    const client = clientOf(0);
    const events: string[] = [];
    const done = new Promise<void>((resolve) => {
      void client.subscribe('subAccountUpdates', { sub_account_id: client.subAccountId }, ({ data }) => {
        events.push(
          data.eventType === 'trade' ? `trade ${data.side} ${data.quantity} at ${data.price}` : data.eventType,
        );
        if (data.eventType === 'marginUpdate') resolve();
      });
    });
    // Sent on the same connection, so it arrives after the subscription.
    await client.placeOrders([{ symbol: BTC, side: 'buy', orderType: 'market', quantity: '0.1' }]);
    await done;
    expect(events).toEqual(['orderPlaced', 'trade buy 0.1 at 95010', 'orderFilled', 'marginUpdate']);
  });

  test('a managed book is what getOrderbook says, at every depth, after every change', async () => {
    for (const depth of [10, 50, 100] as const) {
      const client = clientOf(0);
      const book = await client.book(BTC, { depth });
      const first = book.meseq;
      for (let step = 0; step < 15; step += 1) {
        const price = String(94_900 + ((step * 37) % 90));
        await client.placeOrders([{ ...BID, price, clientOrderId: `${depth}-${step}` }]);
        if (step % 3 === 2) await client.cancelOrders({ clientOrderIds: [`${depth}-${step - 1}`] });
        exchange.clock.advance(250);
        const { bids, asks } = await client.getOrderbook(BTC, depth);
        await reaches(book, (now) => sidesOf(now) === JSON.stringify([bids, asks]));
      }
      expect(book.meseq).toBeGreaterThan(first);
      expect([book.state, book.heals]).toEqual(['live', 0]);
      await client.cancelAllOrders(['*']);
      await book.close();
    }
  });
});

describe('a server that goes and comes back', () => {
  test('login, subscriptions and books are taken up again; nothing is sent twice', async () => {
    const client = clientOf(0);
    const events: string[] = [];
    await client.subscribe('subAccountUpdates', { sub_account_id: client.subAccountId }, ({ data }) => {
      events.push(data.eventType);
    });
    const book = await client.book(BTC, { depth: 10, updateFrequencyMs: 50 });
    const gone = happens(client, 'disconnected');
    const port = Number(new URL(wsUrl).port);
    await server.close();
    await gone;
    await expect(client.placeOrders([BID])).rejects.toMatchObject({
      reason: 'not connected',
      mayHaveBeenApplied: false,
    } satisfies Partial<ConnectionError>);
    expect(book.state).toBe('healing');

    const back = happens(client, 'reconnected');
    await listen(port);
    await back;
    await book.ready();
    expect(book.lastHeal).toBe('connection lost');

    await client.placeOrders([{ ...BID, price: '95000' }]);
    exchange.clock.advance(50);
    await reaches(book, ({ best }) => best.bid?.price === '95000');
    expect(book.best.bid).toEqual({ price: '95000', quantity: '0.01' });
    expect(events).toEqual(['orderPlaced', 'marginUpdate']);
    expect(await client.getOpenOrders()).toHaveLength(1);
  });

  test('an exchange that starts over is logged in to anew', async () => {
    const client = clientOf(0);
    const book = await client.book(BTC);
    await client.placeOrders([BID]);
    const back = happens(client, 'reconnected');
    await exchange.control.reset();
    await back;
    await book.ready();
    expect(await client.getOpenOrders()).toEqual([]);
  });

  test('goodbye ends the sockets on both sides', async () => {
    const sockets: WebSocket[] = [];
    const client = clientOf(0, {
      openSocket: (url) => {
        const socket = new WebSocket(url);
        sockets.push(socket);
        return socket;
      },
    });
    await Promise.all([client.getMids(), client.getPositions()]);
    const codes = Promise.all(sockets.map((socket) => once(socket, 'close').then(([code]) => code as number)));
    await client.close();
    expect(await codes).toEqual([1000, 1000]);
  });
});
