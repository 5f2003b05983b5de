import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transform } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { createExchange, type Exchange } from '../src/exchange/exchange.ts';
import { createControlPlane } from '../src/exchange/control/control-plane.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';
import { Client } from '../src/client/client.ts';
import { bodyOf, callOf, changed, everyText, objectOf, withBody } from '../scripts/selftest/bodies.ts';
import { envelopes, inWorld, limited, notifications, resigned, serves, unsigned } from '../scripts/selftest/make.ts';
import { patchedText, THREADS } from '../scripts/selftest/patched.ts';
import { Proxy } from '../scripts/selftest/proxy.ts';
import { STUB } from '../scripts/selftest/stub.ts';
import type { Body, Rewriting } from '../scripts/selftest/wrong.ts';
import { WRONGS } from '../scripts/selftest/wrongs/index.ts';

let exchange: Exchange;
let server: RestServer;
let proxy: Proxy;
let direct: string;
let through: string;

beforeAll(async () => {
  exchange = await createExchange({ world: 'quiet', seed: 7 });
  const writeRefusal = refusalWriter(exchange);
  const streams = new WsUpgradeHandler({ exchange, writeRefusal });
  const innerRoutes = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
  server = new RestServer({ exchange, writeRefusal, streams, innerRoutes: [innerRoutes] });
  ({ origin: direct } = await server.listen({ host: '127.0.0.1', port: 0 }));
  proxy = new Proxy(direct, 'PerpSim');
  through = await proxy.listen();
});
afterEach(() => proxy.become(undefined));
afterAll(async () => {
  await proxy.close();
  await server.close();
  await exchange.close();
});

const become = (rewriting: Rewriting): void => proxy.become({ make: () => rewriting });

async function info(origin: string, action: string, params: Body = {}): Promise<Body> {
  const reply = await post(`${origin}/v1/info`, JSON.stringify({ params: { action, ...params } }));
  return bodyOf(await reply.text());
}

const post = (url: string, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** Starts the exchange over through the proxy, which learns the wallets by it. */
async function reset(body: Body = {}): Promise<Body> {
  return bodyOf(await (await post(`${through}/sim/v1/reset`, JSON.stringify(body))).text());
}

function trader(number = 0): Client {
  const account = exchange.accounts[number];
  return new Client({ ...account!, serviceName: 'PerpSim', restUrl: `${through}/v1` });
}

/** A connection through the proxy that keeps the frames it receives. */
async function connected(): Promise<{ socket: WebSocket; next: () => Promise<string> }> {
  const socket = new WebSocket(`${through.replace('http', 'ws')}/v1/ws/info`);
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(data.toString()));
  await once(socket, 'open');
  const next = async (): Promise<string> => {
    while (received.length === 0) await once(socket, 'message');
    return received.shift() ?? '';
  };
  return { socket, next };
}

describe('a proxy that rewrites nothing', () => {
  test.each([
    ['GET', '/v1/info/contracts', undefined],
    ['GET', '/v1/info/orderbook?ticker_id=BTC-USDT', undefined],
    ['GET', '/v1/nowhere', undefined],
    ['PUT', '/v1/info', '{}'],
    ['POST', '/v1/info', '{"params":{"action":"getMarkets"}}'],
    ['POST', '/v1/info', '{"params":{"action":"getMarkets","action":"getMids"}}'],
    ['POST', '/v1/trade', 'no JSON'],
    ['GET', '/sim/v1/clock', undefined],
  ])('gives %s %s on as it is', async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body }) };
    const [plain, proxied] = await Promise.all([fetch(direct + path, init), fetch(through + path, init)]);
    const shown = async ({ status, headers: all }: Response, text: string): Promise<unknown> => ({
      status,
      type: all.get('content-type'),
      cache: all.get('cache-control'),
      text: text.replace(/"[0-9a-f]{16}"/g, '"<id>"'),
    });
    expect(await shown(proxied, await proxied.text())).toEqual(await shown(plain, await plain.text()));
  });

  test('gives bytes on that are no UTF-8', async () => {
    const reply = await fetch(`${through}/v1/info`, { method: 'POST', body: new Uint8Array([0x22, 0xff, 0x22]) });
    expect([reply.status, bodyOf(await reply.text()).error]).toMatchObject([400, { code: 'INVALID_FORMAT' }]);
  });

  test('gives frames on to the letter, in both directions, and the close code', async () => {
    const { socket, next } = await connected();
    socket.send('{"id":18446744073709551615,"method":"unsubscribe","params":{"type":"trades"}}');
    expect(await next()).toContain('"id":18446744073709551615,"requestId":18446744073709551615,"status":200');
    for (let count = 0; count < 10; count += 1) socket.send('hello');
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1007);
  });

  test('hangs up where the simulator hangs up, and reports its own failures', async () => {
    const rude = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const front = new Proxy(`http://127.0.0.1:${(rude.address() as AddressInfo).port}`, 'PerpSim');
    const origin = await front.listen();
    await expect(fetch(`${origin}/v1/info`)).rejects.toThrow('fetch failed');
    const broken = (): never => {
      throw new Error('no such rewriting');
    };
    front.become({ make: () => ({ asked: broken }) });
    const reply = await fetch(`${origin}/v1/info`);
    expect([reply.status, await reply.text()]).toEqual([599, 'proxy: Error: no such rewriting']);
    await front.close();
    rude.close();
  });

  test('refuses an upgrade that the exchange refuses', async () => {
    const socket = new WebSocket(`${through.replace('http', 'ws')}/v1/ws/nowhere`);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toBe('Unexpected server response: 404');
  });
});

describe('rewriting', () => {
  test('responses of the action are changed, others are not', async () => {
    become(envelopes(['getMids'], (body) => delete body.request_id));
    expect(Object.keys(await info(through, 'getMids'))).toEqual(['status', 'response', 'requestId', 'timestamp']);
    expect(Object.keys(await info(through, 'getAssets'))).toContain('request_id');
  });

  test('unsigned params are changed on the way', async () => {
    become(unsigned(['getOrderbook'], (params) => (params.limit = 5)));
    const { response } = await info(through, 'getOrderbook', { symbol: 'BTC-USDT', limit: 10 });
    expect(objectOf(response).bids).toHaveLength(5);
  });

  test('signed params are changed and signed anew by the owner', async () => {
    become(resigned(['updateLeverage'], (params) => (params.leverage = '7')));
    await reset();
    expect(await trader().updateLeverage('BTC-USDT', '5')).toMatchObject({ newLeverage: '7' });
  });

  test('what was refused is done for the owner, and later nonces make way', async () => {
    become(
      serves(['updateLeverage'], /not authorized/, (call, backstage) =>
        backstage.signedAnew(call, call.params, { nonce: backstage.nextNonce() }),
      ),
    );
    await reset();
    const [owner, stranger] = exchange.accounts;
    const thief = new Client({
      ...stranger!,
      subAccountId: owner!.subAccountId,
      serviceName: 'PerpSim',
      restUrl: `${through}/v1`,
    });
    expect(await thief.updateLeverage('BTC-USDT', '5')).toMatchObject({ newLeverage: '5' });
    expect(await trader().updateLeverage('BTC-USDT', '6')).toMatchObject({ newLeverage: '6' });
  });

  test('a response of its own never reaches the exchange', async () => {
    proxy.become(STUB);
    await reset();
    const inputs = exchange.control.state().inputs;
    expect(await trader().updateLeverage('BTC-USDT', '5')).toEqual({});
    expect(exchange.control.state().inputs).toBe(inputs);
  });

  test('a rewriting is made anew with each start of the exchange', async () => {
    let made = 0;
    proxy.become({ make: () => ((made += 1), {}) });
    await reset();
    await reset();
    expect(made).toBe(3);
  });

  test('switches change what the exchange begins with, and leave what the scenario sets itself', async () => {
    become(limited({ ipTokens: 250, windowMs: 1_000 }));
    await reset({ world: 'quiet', limits: { windowMs: 60_000 } });
    expect(await info(through, 'getOrderbook', { symbol: 'BTC-USDT' })).toMatchObject({ status: 'ok' });
    expect(await info(through, 'getOrderbook', { symbol: 'BTC-USDT' })).toMatchObject({ status: 'error' });
    become(inWorld({ collaterals: [{ asset: 'WETH', withdrawFee: '0.5' }] }));
    await reset({ world: 'quiet', limits: {} });
    expect(JSON.stringify(await info(through, 'getAssets'))).toContain('"0.5"');
  });

  test('frames that a wrong leaves alone pass to the letter', async () => {
    become(notifications((frame) => (frame.channel = 'other')));
    const { socket, next } = await connected();
    socket.send('{"id":18446744073709551615,"method":"unsubscribe","params":{"type":"trades"}}');
    expect(await next()).toContain('"id":18446744073709551615,');
    socket.close();
  });

  test('notifications are changed, replies are not', async () => {
    become(notifications((frame) => (frame.channel = 'other')));
    const { socket, next } = await connected();
    socket.send('{"id":"s","method":"subscribe","params":{"type":"orderbook","symbol":"BTC-USDT"}}');
    expect(JSON.parse(await next())).toMatchObject({ id: 's', status: 200 });
    expect(JSON.parse(await next())).toMatchObject({ channel: 'other', type: 'snapshot' });
    socket.close();
  });
});

describe('without a control plane', () => {
  test('a request for it receives the response of a deployment that has none', async () => {
    const front = new Proxy(direct, 'PerpSim', { hidesControl: true });
    const origin = await front.listen();
    const { status } = await fetch(`${origin}/sim/v1/state`);
    const reset = await post(`${origin}/sim/v1/reset`, '{}');
    expect([status, reset.status]).toEqual([404, 404]);
    expect(await info(origin, 'getExchangeStatus')).toMatchObject({ status: 'ok' });
    await front.close();
  });

  test('the exchange begins behind the suite, in the settings of the wrong, and its keys stay known', async () => {
    const front = new Proxy(direct, 'PerpSim', { hidesControl: true });
    const origin = await front.listen();
    let made = 0;
    front.become({
      make: () => {
        made += 1;
        return { ...resigned(['updateLeverage'], (params) => (params.leverage = '7')), ...limited({ ipTokens: 250 }) };
      },
    });
    await front.begin({ world: 'quiet', seed: '7' });
    front.renew();
    expect(made).toBe(3);
    const [account] = exchange.accounts;
    const client = new Client({ ...account!, serviceName: 'PerpSim', restUrl: `${origin}/v1` });
    expect(await client.updateLeverage('BTC-USDT', '5')).toMatchObject({ newLeverage: '7' });
    expect(await info(origin, 'getOrderbook', { symbol: 'BTC-USDT' })).toMatchObject({ status: 'ok' });
    expect(await info(origin, 'getOrderbook', { symbol: 'BTC-USDT' })).toMatchObject({ status: 'error' });
    await front.close();
    await reset({ world: 'quiet', limits: {} });
  });

  test('settings that no exchange begins with are an error', async () => {
    const front = new Proxy(direct, 'PerpSim', { hidesControl: true });
    await front.listen();
    await expect(front.begin({ world: 'nowhere' })).rejects.toThrow('the simulator does not begin with');
    await front.close();
  });
});

describe('bodies', () => {
  test('a request lies open', () => {
    const call = callOf('POST', '/v1/trade', {}, '{"params":{"action":"getMids","limit":5},"nonce":1}');
    expect([call.action, call.params, call.body.nonce]).toEqual(['getMids', { action: 'getMids', limit: 5 }, 1]);
    expect(callOf('POST', '/', {}, '[1]').body).toEqual({});
    expect(withBody(call, { params: {} }).text).toBe('{"params":{}}');
  });

  test('a response that is no object stays as it is', () => {
    const page = { status: 200, headers: {}, text: '[1]' };
    expect(changed(page, (body) => (body.more = true))).toBe(page);
    const spaced = { status: 200, headers: {}, text: '{ "a": 1 }' };
    expect(changed(spaced, (body) => delete body.b)).toBe(spaced);
    expect(changed(spaced, (body) => delete body.a).text).toBe('{}');
  });

  test('texts are changed wherever they are', () => {
    const value = { a: '1.5', b: [{ c: '2', d: 'x' }] };
    everyText(value, /^[0-9.]+$/, Number);
    expect(value).toEqual({ a: 1.5, b: [{ c: 2, d: 'x' }] });
  });
});

describe('the wrongs', () => {
  test('have names and sentences of their own', () => {
    expect(new Set(WRONGS.map(({ name }) => name)).size).toBe(WRONGS.length);
    expect(new Set(WRONGS.map(({ what }) => what)).size).toBe(WRONGS.length);
    expect(WRONGS.filter(({ name, what }) => !/^[a-zA-Z0-9-]+$/.test(name) || !/^[A-Za-z].*\.$/.test(what))).toEqual(
      [],
    );
  });

  test('are at least 150, over at least 140 clauses', () => {
    expect(WRONGS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(WRONGS.map(({ clause }) => clause)).size).toBeGreaterThanOrEqual(140);
  });

  test('break clauses that exist, and rewrite something', () => {
    const clauses = parse(readFileSync('docs/contract/clauses.yaml', 'utf8')) as { readonly id: string }[];
    const rulings = readdirSync('features', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.feature'))
      .flatMap((file) => readFileSync(`features/${file}`, 'utf8').match(/(?<=@)R-\d+/g) ?? []);
    const known = new Set([...clauses.map(({ id }) => id), ...rulings]);
    expect(WRONGS.filter(({ clause }) => !known.has(clause))).toEqual([]);
    expect(WRONGS.filter(({ make }) => Object.keys(make()).length === 0)).toEqual([]);
  });

  test('are built with every thread that the runtime starts', () => {
    const started = readdirSync('src/exchange', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap(
        (file) =>
          readFileSync(`src/exchange/${file}`, 'utf8').match(/(?<=threadModule\(import\.meta\.url, ')[^']+/g) ?? [],
      );
    expect(Object.keys(THREADS).sort()).toEqual(started.sort());
  });

  test('fit the source that they patch', async () => {
    for (const { make } of WRONGS) {
      for (const file of new Set(make().source?.map((patch) => patch.file))) {
        const text = patchedText(file, make().source ?? []);
        expect(text).not.toBe(readFileSync(file, 'utf8'));
        // Throws for a text that no longer compiles, such as one with a private name that is gone.
        await transform(text, { loader: 'ts' });
      }
    }
  });
});
