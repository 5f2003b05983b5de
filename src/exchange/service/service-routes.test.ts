import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid, FIRST_FILE, startOn } from '../data/kept-exchange.test-helper.ts';
import { MemoryStorage } from '../data/memory-storage.test-helper.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import { RestServer } from '../rest/server.ts';
import { refusalWriter } from '../rest/refusals.ts';
import { Metrics, serviceRoutes } from './service-routes.ts';

let exchange: Exchange;
let server: RestServer;
let origin: string;

beforeAll(async () => {
  const metrics = new Metrics(() => exchange);
  exchange = await createExchange({ seed: 1, world: 'quiet', onRequest: (facts) => metrics.count(facts) });
  server = new RestServer({
    exchange,
    writeRefusal: refusalWriter(exchange),
    cors: ['http://localhost:5173'],
    innerRoutes: serviceRoutes(exchange, metrics, { console: '/console', icon: () => '<svg/>' }),
  });
  ({ origin } = await server.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  await server.close();
  await exchange.close();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, { headers, redirect: 'manual' });

const info = (headers: Record<string, string> = {}, action = 'getMids'): Promise<Response> =>
  fetch(`${origin}/v1/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ params: { action } }),
  });

test('a browser at / goes to the console, a program gets the refusal of the API', async () => {
  const browser = await get('/', { accept: 'text/html,application/xhtml+xml' });
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/console']);
  expect((await get('/')).status).toBe(404);
});

test('the icon is there', async () => {
  const icon = await get('/favicon.ico');
  expect([icon.status, icon.headers.get('content-type'), await icon.text()]).toEqual([200, 'image/svg+xml', '<svg/>']);
});

test('/healthz and /readyz respond, and a longer path is none of theirs', async () => {
  expect([(await get('/healthz')).status, await (await get('/healthz?verbose=1')).json()]).toEqual([
    200,
    { status: 'alive' },
  ]);
  expect([(await get('/readyz')).status, await (await get('/readyz')).json()]).toEqual([200, { status: 'ready' }]);
  expect((await get('/readyz/more')).status).toBe(404);
});

test('/readyz is 503 while a full disk refuses writes, and 200 again when there is room', async () => {
  const storage = new MemoryStorage();
  const kept = await startOn(storage);
  const routes = serviceRoutes(kept, new Metrics(() => kept), { console: null, icon: () => null });
  const ready = async (): Promise<unknown> => {
    const request = { method: 'GET', path: '/readyz', headers: {}, body: new Uint8Array(0), ip: '127.0.0.1' };
    const response = await routes.find(({ prefix }) => prefix === '/readyz')?.handle(request);
    return [response?.status, JSON.parse(String(response?.body))];
  };
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  storage.faults = { write: () => 'ENOSPC' };
  await expect(kept.client(0).placeOrders([bid('refused')])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await ready()).toEqual([503, { status: 'full', reason: 'no space is left to record requests' }]);
  storage.faults = {};
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  storage.faults = { write: () => 'EIO' };
  await expect(kept.client(0).placeOrders([bid('lost')])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await ready()).toEqual([503, { status: 'failed', reason: `${FIRST_FILE} cannot be written (EIO)` }]);
  await kept.close();
});

test('/readyz says that the exchange drains', async () => {
  exchange.control.setExchangeStatus('draining');
  expect([(await get('/readyz')).status, await (await get('/readyz')).json()]).toEqual([503, { status: 'draining' }]);
  expect((await get('/healthz')).status).toBe(200);
  exchange.control.setExchangeStatus('running');
  expect((await get('/readyz')).status).toBe(200);
});

test('/metrics counts requests by action and result', async () => {
  await info();
  await info();
  await info({}, 'getNothing');
  const text = await (await get('/metrics')).text();
  expect(text).toContain('perpsim_requests_total{transport="rest",action="getMids",code="OK"} 2');
  expect(text).toMatch(/perpsim_requests_total\{transport="rest",action="none",code="[A-Z_]+"\} 1/);
  expect(text).toMatch(/perpsim_request_duration_seconds_count\{transport="rest"\} \d+/);
  expect(text).toContain(`perpsim_exchange_time_seconds ${exchange.clock.now() / 1_000}`);
  expect(text).toContain('process_cpu_user_seconds_total');
});

test('a page of an origin that is allowed may read the API, another may not', async () => {
  const allowed = await info({ origin: 'http://localhost:5173' });
  expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  const other = await info({ origin: 'http://example.test' });
  expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  const asked = await fetch(`${origin}/v1/trade`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
  });
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST']);
  const control = await fetch(`${origin}/sim/v1/clock`, { headers: { origin: 'http://localhost:5173' } });
  expect(control.headers.get('access-control-allow-origin')).toBeNull();
});
