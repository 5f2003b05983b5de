import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Client } from '../client/client.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { QueueAge } from './queue-age.ts';
import { exchangeBytes } from './rest/raw-socket.test-helper.ts';
import { refusalWriter } from './rest/refusals.ts';
import { RestServer } from './rest/server.ts';
import { Metrics, serviceRoutes } from './service/service-routes.ts';
import { WsUpgradeHandler } from './ws/upgrade-handler.ts';

const MESSAGE = 'the exchange has more requests than it can handle, send the request again';

describe('the age of a queue', () => {
  let now = 0;
  let endTurn: () => void;
  const queueOf = (maxMs: number): QueueAge => {
    now = 0;
    return new QueueAge({ maxMs, now: () => now, whenServed: (run) => (endTurn = run) });
  };

  test('counts from the first request that was read in one go, and begins anew behind the last', () => {
    const queue = queueOf(100);
    expect(queue.refuses()).toBe(false);
    now = 99;
    expect(queue.refuses()).toBe(false);
    now = 100;
    expect([queue.refuses(), queue.refuses()]).toEqual([true, true]);
    endTurn();
    expect(queue.refuses()).toBe(false);
    now = 199;
    expect(queue.refuses()).toBe(false);
    expect(queue.refused).toBe(2);
    expect([queue.takeLongest(), queue.takeLongest()]).toEqual([100, 0]);
  });

  test('has no bound of 0', () => {
    const queue = queueOf(0);
    queue.refuses();
    now = 1_000_000;
    expect(queue.refuses()).toBe(false);
    expect(queue.refused).toBe(0);
  });
});

interface Rig {
  readonly exchange: Exchange;
  readonly server: RestServer;
  readonly queue: QueueAge;
  readonly origin: string;
  readonly port: number;
  /** What the next request takes on the clock of the queue. */
  workMs: number;
  now: number;
  /** Ends what was read in one go; null for the turn of the event loop. */
  endTurn: (() => void) | null;
}

const rigs: Rig[] = [];

/** A server whose queue has a clock of its own, on which carrying out a request takes `workMs`. */
async function start(turn: 'ends' | 'goes on'): Promise<Rig> {
  const exchange = await createExchange({ seed: 1, world: 'quiet' });
  const queue = new QueueAge({
    maxMs: 1_000,
    now: () => rig.now,
    ...(turn === 'goes on' && { whenServed: (run: () => void) => (rig.endTurn = run) }),
  });
  const writeRefusal = refusalWriter(exchange);
  const server = new RestServer({
    exchange: {
      handle: (request) => {
        rig.now += rig.workMs;
        return exchange.handle(request);
      },
      drain: () => exchange.drain(),
    },
    writeRefusal,
    queue,
    streams: new WsUpgradeHandler({ exchange, writeRefusal, queue }),
    innerRoutes: serviceRoutes(exchange, new Metrics(() => exchange, queue), { console: null, icon: () => null }),
  });
  const { origin, port } = await server.listen({ host: '127.0.0.1', port: 0 });
  const rig: Rig = { exchange, server, queue, origin, port, workMs: 600, now: 0, endTurn: null };
  rigs.push(rig);
  return rig;
}

afterEach(async () => {
  for (const { server, exchange } of rigs.splice(0)) {
    await server.close();
    await exchange.close();
  }
});

/** Bodies of signed orders, each with a nonce of its own. */
async function ordersOf({ exchange }: Rig, count: number): Promise<readonly string[]> {
  const [account] = exchange.accounts;
  if (!account) throw new Error('the world has an account');
  const bodies: string[] = [];
  const client = new Client({
    privateKey: account.privateKey,
    subAccountId: account.subAccountId,
    serviceName: exchange.serviceName,
    restUrl: exchange.url,
    fetch: (_url, { body }) => {
      bodies.push(body as string);
      return Promise.resolve(new Response('{"status":"ok","response":{"statuses":[]}}'));
    },
  });
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.001' } as const;
  for (let no = 0; no < count; no += 1) await client.placeOrders([order]);
  return bodies;
}

const post = (path: string, body: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

/** Sends requests in one packet. @returns status, headers and body of each response */
async function sent(port: number, requests: readonly string[]): Promise<readonly [number, string, string][]> {
  const bytes = await exchangeBytes(port, [requests.join('')]);
  return bytes
    .split(/(?=HTTP\/1\.1 \d)/)
    .map((text) => text.split('\r\n\r\n'))
    .map(([head = '', body = '']) => [Number(head.slice(9, 12)), head.toLowerCase(), body]);
}

const MIDS = '{"params":{"action":"getMids"}}';
const LAST = 'Connection: close\r\n';

describe('a server with more requests than it can handle', () => {
  test('refuses with 503 what has waited too long, and nothing of it is in the log or in what follows', async () => {
    const [rig, calm] = [await start('ends'), await start('ends')];
    const bodies = await ordersOf(rig, 4);
    const requests = bodies.map((body, place) => post('/v1/trade', body, place === 3 ? LAST : ''));
    const responses = await sent(rig.port, requests);
    expect(responses.map(([status]) => status)).toEqual([200, 200, 503, 503]);
    for (const [, head, body] of responses.slice(2)) {
      expect(head).toContain('\r\nretry-after: 1');
      expect(JSON.parse(body)).toMatchObject({
        status: 'error',
        error: { code: 'SERVICE_UNAVAILABLE', message: MESSAGE, category: 'SYSTEM', retryable: true },
        request_id: expect.any(String) as string,
        timestamp: rig.exchange.clock.now(),
      });
    }
    expect(rig.queue.refused).toBe(2);
    calm.workMs = 0;
    const [first = '', second = ''] = bodies;
    await sent(calm.port, [post('/v1/trade', first), post('/v1/trade', second, LAST)]);
    expect(rig.exchange.digest()).toBe(calm.exchange.digest());
    expect([...rig.exchange.control.journal()]).toEqual([...calm.exchange.control.journal()]);
    // Tokens, nonces and request ids are those of an exchange that never saw it, too.
    rig.workMs = 0;
    const again = requests[3] as string;
    const [[status, , served] = []] = await sent(rig.port, [again]);
    expect([status, served]).toEqual((await sent(calm.port, [again])).map(([ok, , body]) => [ok, body])[0]);
    expect(status).toBe(200);
  });

  test('serves the status, and whatever watches the server, at any time', async () => {
    const rig = await start('goes on');
    rig.workMs = 1_000;
    const ask = (path: string): Promise<Response> => fetch(rig.origin + path);
    const info = (): Promise<Response> =>
      fetch(`${rig.origin}/v1/info`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: MIDS });
    expect((await info()).status).toBe(200);
    expect((await info()).status).toBe(503);
    const listing = await ask('/v1/info/contracts');
    expect([listing.status, listing.headers.get('retry-after'), await listing.json()]).toEqual([
      503,
      '1',
      { error: 'service unavailable' },
    ]);
    for (const path of ['/v1/exchange/status', '/v1/ws/exchange/status', '/healthz', '/readyz', '/metrics']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    const metrics = await (await ask('/metrics')).text();
    expect(metrics).toContain('\nperpsim_requests_shed_total 2\n');
    expect(metrics).toContain('\nperpsim_queue_age_max_seconds 1\n');
    // Clients in the same process wait for nobody.
    expect(await rig.exchange.client(0).getMids()).toHaveProperty('BTC-USDT');
    rig.endTurn?.();
    expect((await info()).status).toBe(200);
  });
});

describe('a stream of a server with more requests than it can handle', () => {
  let rig: Rig;
  let socket: WebSocket;
  const frames: unknown[] = [];

  beforeEach(async () => {
    rig = await start('goes on');
    rig.queue.refuses();
    rig.now = 1_000;
    socket = new WebSocket(`${rig.origin.replace('http', 'ws')}/v1/ws/info`);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())));
  });
  afterEach(() => {
    socket.terminate();
    frames.length = 0;
  });

  async function replies(requests: readonly object[]): Promise<unknown[]> {
    for (const request of requests) socket.send(JSON.stringify(request));
    while (frames.length < requests.length) await new Promise(setImmediate);
    return frames.splice(0);
  }

  test('refuses posts alone, with the error of REST', async () => {
    const digest = rig.exchange.digest();
    const [refused] = await replies([{ id: 1, method: 'post', params: { action: 'getMids' } }]);
    expect(rig.exchange.digest()).toBe(digest);
    const [status, followed, pong] = await replies([
      { id: 2, method: 'post', params: { action: 'getExchangeStatus' } },
      { id: 3, method: 'subscribe', params: { type: 'trades', symbol: 'BTC-USDT' } },
      { id: 4, method: 'ping' },
    ]);
    const error = { code: 'SERVICE_UNAVAILABLE', message: MESSAGE, category: 'SYSTEM', retryable: true };
    expect(refused).toMatchObject({ id: 1, status: 503, error });
    expect(status).toMatchObject({ id: 2, status: 200 });
    expect(followed).toMatchObject({ id: 3, status: 200 });
    expect(pong).toMatchObject({ id: 4, status: 200 });
    rig.endTurn?.();
    expect(await replies([{ id: 5, method: 'post', params: { action: 'getMids' } }])).toMatchObject([
      { id: 5, status: 200 },
    ]);
  });
});
