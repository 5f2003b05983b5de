import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange, type HttpRequest } from '../exchange.ts';
import { exchangeBytes, parseResponse, untilClosed } from './raw-socket.test-helper.ts';
import { refusalWriter } from './refusals.ts';
import { RestServer, type RestServerOptions } from './server.ts';

const open: { server: RestServer; exchange: Exchange }[] = [];

afterEach(async () => {
  for (const { server, exchange } of open.splice(0)) {
    await server.close();
    await exchange.close();
  }
});

async function start(
  options: Partial<RestServerOptions> = {},
): Promise<{ origin: string; port: number; server: RestServer; exchange: Exchange }> {
  const exchange = await createExchange({ seed: 1, world: 'quiet' });
  const server = new RestServer({ exchange, writeRefusal: refusalWriter(exchange), ...options });
  open.push({ server, exchange });
  return { ...(await server.listen({ host: '127.0.0.1', port: 0 })), server, exchange };
}

const POST_MIDS = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"params":{"action":"getMids"}}',
};

describe('requests', () => {
  test('the exchange gets the bytes, the path with its query, and the address of the peer', async () => {
    const seen: HttpRequest[] = [];
    const innerRoutes = {
      prefix: '/probe',
      handle: (request: HttpRequest) => {
        seen.push(request);
        return Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
      },
    };
    const { origin } = await start({ innerRoutes: [innerRoutes] });
    const body = Buffer.from([0x7b, 0xff, 0x7d]);
    await fetch(`${origin}/probe/a%20b?x=1`, {
      method: 'POST',
      body,
      headers: { 'x-forwarded-for': '9.9.9.9', 'content-type': 'application/json' },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/probe/a%20b?x=1', ip: '127.0.0.1' });
    expect(Buffer.from(seen[0]!.body)).toEqual(body);
  });

  test('a URL as target is read as its path', async () => {
    const { port } = await start();
    const bytes = await exchangeBytes(port, [
      `GET http://127.0.0.1:${port}/v1/exchange/status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    ]);
    expect(parseResponse(bytes)).toMatchObject({ status: 200, body: { exchange_status: 'RUNNING' } });
  });

  test('two requests in one packet get two responses in order', async () => {
    const { port } = await start();
    const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;
    const bytes = await exchangeBytes(port, [get('/v1/nowhere') + get('/v1/exchange/status', 'Connection: close\r\n')]);
    expect([...bytes.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])).toEqual(['404', '200']);
  });

  test.each([
    ['GET', '/v1/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/v1/trade', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/v1/info', 405, 'METHOD_NOT_ALLOWED'],
    ['PROPFIND', '/v1/info', 405, 'METHOD_NOT_ALLOWED'],
    ['PROPFIND', '/v1/nowhere', 404, 'NOT_FOUND'],
  ])('%s %s responds %i in the envelope of the API', async (method, path, status, code) => {
    const { origin } = await start();
    const response = await fetch(origin + path, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status: 'error', error: { code } });
  });

  test.each([
    ['a response', '/v1/info', POST_MIDS, 200],
    ['a refusal of the exchange', '/v1/nowhere', {}, 404],
    ['a refusal of the server', '/v1/info', { ...POST_MIDS, body: 'x'.repeat(20_481) }, 400],
  ])('%s has the content type that the exchange gave it, and nothing beside', async (_, path, init, status) => {
    const { origin } = await start();
    const response = await fetch(origin + path, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  test('an exception in a handler is a generic 500 and is logged', async () => {
    const logged: unknown[] = [];
    const broken = new Error('secret path /etc/passwd');
    const innerRoutes = { prefix: '/v1', handle: () => Promise.reject(broken) };
    const { origin } = await start({ innerRoutes: [innerRoutes], onError: (error) => logged.push(error) });
    const response = await fetch(`${origin}/v1/info`, POST_MIDS);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { code: 'INTERNAL_ERROR', message: 'Internal server error' },
    });
    expect(logged).toEqual([broken]);
  });

  test('a busy port is an error of listen', async () => {
    const { port } = await start();
    const second = await start();
    const third = new RestServer({ exchange: second.exchange, writeRefusal: () => '' });
    await expect(third.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('drain', () => {
  test('an open request receives its response, a new one gets 503 and an orderly close, then the port is free', async () => {
    const { port, origin, server } = await start();
    const body = POST_MIDS.body;
    const socket = connect(port, '127.0.0.1');
    const received = untilClosed(socket);
    // The server says 100 when it has read the headers, so the request is open before the drain begins.
    const isOpen = new Promise<void>((resolve) => socket.once('data', () => resolve()));
    socket.write(
      `POST /v1/info HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await isOpen;

    const drained = server.drain();
    const late = await fetch(`${origin}/v1/info`, POST_MIDS);
    expect(late.status).toBe(503);
    expect(late.headers.get('connection')).toBe('close');
    expect(await late.json()).toMatchObject({
      status: 'error',
      error: { code: 'SERVICE_UNAVAILABLE', retryable: true },
    });
    const status = await fetch(`${origin}/v1/exchange/status`);
    expect(await status.json()).toMatchObject({
      accepting_orders: false,
      exchange_status: 'MAINTENANCE',
      code: 'SERVICE_DRAINING',
    });

    socket.write(body);
    const response = parseResponse((await received).replace('HTTP/1.1 100 Continue\r\n\r\n', ''));
    expect(response.status).toBe(503);
    expect(response.body).toMatchObject({ status: 'error', error: { code: 'SERVICE_UNAVAILABLE' } });
    await drained;
    await expect(fetch(`${origin}/v1/exchange/status`)).rejects.toThrow('fetch failed');
  });

  test('a request that never ends does not hold the drain up', async () => {
    const { port, server } = await start({ limits: { drainMs: 50 } });
    const socket = connect(port, '127.0.0.1');
    const closed = untilClosed(socket);
    const isOpen = new Promise<void>((resolve) => socket.once('data', () => resolve()));
    socket.write('POST /v1/info HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n');
    await isOpen;
    await server.drain();
    expect(await closed).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });
});

test('a handler that hangs is ended with a 503', async () => {
  const exchange = await createExchange({ seed: 1, world: 'quiet' });
  const hanging = { handle: () => new Promise<never>(() => undefined), drain: () => Promise.resolve() };
  const server = new RestServer({
    exchange: hanging,
    writeRefusal: refusalWriter(exchange),
    limits: { handlerMs: 20, checkEveryMs: 10 },
  });
  open.push({ server, exchange });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${origin}/v1/info`, POST_MIDS);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    error: { code: 'REQUEST_TIMEOUT', category: 'SYSTEM', retryable: true },
  });
});
