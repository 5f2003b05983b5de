import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ApiError, Client, ControlError, createExchange, type ExchangeOptions, type WallTime } from '../index.ts';

const QUIET: ExchangeOptions = { world: 'quiet', seed: 7 };
/** The exchange makes the folder before it refuses the options. */
const REFUSED_DATA = join(tmpdir(), 'perpsim-refused-data');
const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const TAKE = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.01' } as const;

class HandWall implements WallTime {
  at = 1_800_000_000_000;
  run: () => void = () => undefined;
  ticking = false;
  now = (): number => this.at;
  elapsed = (): number => this.at;
  every(_periodMs: number, run: () => void): () => void {
    this.run = run;
    this.ticking = true;
    return () => {
      this.ticking = false;
    };
  }
}

describe('a client of this process', () => {
  test('signs, trades and reads its account back', async () => {
    const exchange = await createExchange(QUIET);
    const trader = exchange.client(0);
    const placed = await trader.placeOrders([{ ...BID, clientOrderId: 'first' }]);
    expect(placed.statuses[0]).toMatchObject({ resting: { order: { clientId: 'first' } } });
    const taken = await trader.placeOrders([TAKE]);
    expect(taken.statuses[0]).toMatchObject({ filled: { totalSize: '0.01', avgPrice: '95010.00' } });
    expect(await trader.getOpenOrders()).toMatchObject([{ symbol: 'BTC-USDT', price: '94000', quantity: '0.01' }]);
    expect(await trader.getPositions()).toMatchObject([{ symbol: 'BTC-USDT', side: 'long', quantity: '0.01' }]);
    expect(await trader.getTrades()).toMatchObject({ total: 1, trades: [{ price: '95010', direction: 'open long' }] });
    expect((await trader.getOrderHistory()).map(({ status }) => status)).toContain('filled');
    expect((await trader.getSubAccount()).subAccountId).toBe('1867542890123456789');
    expect((await trader.getSubAccounts()).subAccounts).toHaveLength(1);
    await exchange.close();
  });

  test('changes and cancels by both kinds of id', async () => {
    const exchange = await createExchange(QUIET);
    const trader = exchange.client(0);
    const { statuses } = await trader.placeOrders([
      { ...BID, clientOrderId: 'a' },
      { ...BID, clientOrderId: 'b' },
      { ...BID, clientOrderId: 'c' },
    ]);
    const [a, b] = statuses.map((status) => status.resting?.order.venueId ?? '');
    expect(await trader.modifyOrder({ orderId: a! }, { price: '93000' })).toMatchObject({
      status: 'modified',
      price: '93000',
    });
    expect(await trader.modifyOrder({ clientOrderId: 'c' }, { quantity: '0.02' })).toMatchObject({
      status: 'modified',
    });
    expect((await trader.cancelOrders({ orderIds: [b!] })).statuses[0]).toMatchObject({
      canceled: { order: { venueId: b } },
    });
    expect((await trader.cancelOrders({ clientOrderIds: ['c'] })).statuses[0]).toMatchObject({ canceled: {} });
    expect(await trader.cancelAllOrders(['*'])).toMatchObject([
      { order: { venueId: a }, message: '', symbol: 'BTC-USDT' },
    ]);
    expect(await trader.getOpenOrders()).toEqual([]);
    await exchange.close();
  });

  test('reads the market', async () => {
    const exchange = await createExchange(QUIET);
    const reader = exchange.client(0);
    await reader.placeOrders([TAKE]);
    expect(await reader.getMarkets()).toHaveLength(9);
    expect((await reader.getMids())['BTC-USDT']).toBe('95000');
    expect((await reader.getMarketPrices())['BTC-USDT']).toMatchObject({ bestBid: '94990', bestAsk: '95010' });
    expect((await reader.getOrderbook('BTC-USDT', 5)).asks).toHaveLength(5);
    expect((await reader.getLastTrades('BTC-USDT')).trades).toMatchObject([{ price: '95010', side: 'buy' }]);
    expect(await reader.getSubAccountIds(await reader.address())).toEqual(['1867542890123456789']);
    expect(await reader.getIsWhitelisted(await reader.address())).toBe(true);
    expect(await reader.getExchangeStatus()).toMatchObject({ accepting_orders: true, exchange_status: 'RUNNING' });
    expect((await reader.getTiers()).map(({ tierId }) => tierId)).toContain('tier_1');
    await exchange.close();
  });

  test('throws what the exchange refuses', async () => {
    const exchange = await createExchange(QUIET);
    const refused = exchange.client(0).raw('placeOrders', { orders: [{ ...BID, side: 'up' }] });
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      category: 'REQUEST',
      retryable: false,
      message: 'order 0: side must be one of: [buy sell]',
      details: {},
    });
    await exchange.close();
  });

  test('shares its nonces with the other clients of its wallet', async () => {
    const exchange = await createExchange(QUIET);
    const [one, two] = [exchange.client(0), exchange.client(0)];
    await one.placeOrders([BID]);
    await two.placeOrders([BID]);
    await one.placeOrders([BID]);
    expect(await one.getOpenOrders()).toHaveLength(3);
    await exchange.close();
  });
});

test('the same client works over a socket', async () => {
  const exchange = await createExchange(QUIET);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const headers = { 'content-type': request.headers['content-type'] };
      void exchange
        .handle({ method, path, headers, body: Buffer.concat(chunks), ip: '127.0.0.1' })
        .then(({ status, headers: sent, body }) => {
          response.writeHead(status, sent).end(body);
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  exchange.bound({ url: `http://127.0.0.1:${port}/v1`, wsUrl: `ws://127.0.0.1:${port}/v1/ws` });
  const { privateKey, subAccountId } = exchange.accounts[3]!;
  const trader = new Client({ restUrl: exchange.url, privateKey, subAccountId });
  expect((await trader.placeOrders([BID])).statuses[0]).toMatchObject({ resting: {} });
  expect(await trader.getOpenOrders()).toHaveLength(1);
  await exchange.close();
  await new Promise((resolve) => server.close(resolve));
});

describe('digests', () => {
  const drive = async (seed: number): Promise<string> => {
    const exchange = await createExchange({ seed });
    const trader = exchange.client(0);
    for (let step = 0; step < 5; step += 1) {
      await trader.placeOrders([BID, TAKE]);
      exchange.clock.advance(1_000);
    }
    return exchange.digest();
  };

  test('equal runs of equal seeds agree, another seed differs', async () => {
    const [seven, again, eight] = [await drive(7), await drive(7), await drive(8)];
    expect(again).toBe(seven);
    expect(eight).not.toBe(seven);
  });

  test('exchanges of one process do not touch each other', async () => {
    const [one, two] = [await createExchange(QUIET), await createExchange(QUIET)];
    const before = two.digest();
    await one.client(0).placeOrders([BID]);
    expect(two.digest()).toBe(before);
    expect(one.digest()).not.toBe(before);
  });
});

describe('what an exchange is made of', () => {
  test('by default: seed 1, the default world, a manual clock at the start of 2026-01-05', async () => {
    const exchange = await createExchange();
    expect(exchange).toMatchObject({ seed: '1', world: 'default', serviceName: 'PerpSim' });
    expect([exchange.clock.mode(), exchange.clock.now(), exchange.clock.speed()]).toEqual([
      'manual',
      1_767_571_200_000,
      1,
    ]);
    expect([exchange.url, exchange.wsUrl]).toEqual(['http://perpsim.internal/v1', 'ws://perpsim.internal/v1/ws']);
    expect(exchange.accounts).toHaveLength(10);
    expect(exchange.accounts[0]).toEqual({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      subAccountId: '1867542890123456789',
    });
    expect(exchange.markets[0]).toBe('BTC-USDT');
    expect(exchange.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('a start time in ms or ISO 8601, and nothing else', async () => {
    expect((await createExchange({ ...QUIET, startTime: '2027-03-01T00:00:00Z' })).clock.now()).toBe(1_803_859_200_000);
    expect((await createExchange({ ...QUIET, startTime: 5 })).clock.now()).toBe(5);
    await expect(createExchange({ ...QUIET, startTime: 'soon' })).rejects.toThrow(
      new ControlError(
        'INVALID_VALUE',
        'startTime',
        'startTime takes Unix milliseconds or an ISO 8601 time such as 2026-01-05T00:00:00Z',
      ),
    );
  });

  test('a signature for another service name opens nothing', async () => {
    const exchange = await createExchange({ ...QUIET, serviceName: 'Elsewhere' });
    await exchange.client(0).getOpenOrders();
    const { privateKey, subAccountId } = exchange.accounts[0]!;
    const foreign = new Client({
      restUrl: exchange.url,
      privateKey,
      subAccountId,
      serviceName: 'PerpSim',
      fetch: (url, init) => exchange.fetch(url, init),
    });
    await expect(foreign.getOpenOrders()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('a live exchange', () => {
  test('starts at the wall, follows it, and stops ticking when closed', async () => {
    const wall = new HandWall();
    const exchange = await createExchange({ clock: 'live', speed: 2, wall });
    expect(exchange.clock.now()).toBe(1_800_000_000_000);
    wall.at += 5_000;
    wall.run();
    expect(exchange.clock.now()).toBe(1_800_000_010_000);
    const { events, inputs } = exchange.control.state();
    expect(inputs).toBe(10);
    expect(events).toBeGreaterThan(1_000);
    await exchange.close();
    expect(wall.ticking).toBe(false);
  });

  test('stamps a request with the time it came', async () => {
    const wall = new HandWall();
    const exchange = await createExchange({ ...QUIET, clock: 'live', wall });
    const trader = exchange.client(0);
    wall.at += 1_234;
    await trader.placeOrders([BID]);
    expect(await trader.getOpenOrders()).toMatchObject([{ createdTime: 1_800_000_001_234 }]);
  });
});

describe('reset', () => {
  test('starts over with the same options and the same urls', async () => {
    const exchange = await createExchange(QUIET);
    const before = exchange.digest();
    exchange.bound({ url: 'http://127.0.0.1:1/v1', wsUrl: 'ws://127.0.0.1:1/v1/ws' });
    await exchange.client(0).placeOrders([BID]);
    exchange.clock.advance(60_000);
    await exchange.control.reset();
    expect(exchange.digest()).toBe(before);
    expect(exchange.clock.now()).toBe(1_767_571_200_000);
    expect(exchange.url).toBe('http://127.0.0.1:1/v1');
    await exchange.client(0).placeOrders([BID]);
  });

  test('takes changed options, and keeps them for the next one', async () => {
    const exchange = await createExchange(QUIET);
    await exchange.control.reset({ seed: 8, startTime: 1_000 });
    await exchange.control.reset();
    expect([exchange.seed, exchange.world, exchange.clock.now()]).toEqual(['8', 'quiet', 1_000]);
  });

  test('that fails leaves the old one running', async () => {
    const exchange = await createExchange(QUIET);
    await exchange.client(0).placeOrders([BID]);
    await expect(exchange.control.reset({ startTime: -1 })).rejects.toThrow(ControlError);
    expect(await exchange.client(0).getOpenOrders()).toHaveLength(1);
  });
});

describe('the end', () => {
  test('drain turns new requests away', async () => {
    const exchange = await createExchange(QUIET);
    await exchange.drain();
    await expect(exchange.client(0).placeOrders([BID])).rejects.toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'trading service is draining, not accepting new orders',
    });
    expect(exchange.control.state().status).toBe('draining');
  });

  // The first read of history waits for its database, and would fail if that were closed under it.
  test('a request under way when drain and close begin receives its response', async () => {
    const exchange = await createExchange(QUIET);
    const body = JSON.stringify(await exchange.client(0).signed('getTrades'));
    const underWay = exchange.handle({
      method: 'POST',
      path: '/v1/trade',
      headers: {},
      body: Buffer.from(body),
      ip: '::1',
    });
    const drained = exchange.drain();
    await exchange.close();
    await drained;
    expect((await underWay).status).toBe(200);
  });

  // They would try for ever to connect again, and no program would end that has not closed each of them.
  test('a closed exchange ends its stream clients', async () => {
    const exchange = await createExchange(QUIET);
    const client = exchange.streamClient(0);
    await client.getOpenOrders();
    await exchange.close();
    await expect(client.getOpenOrders()).rejects.toThrow('closed');
  });

  test('a closed exchange handles no request', async () => {
    const exchange = await createExchange(QUIET);
    await exchange.close();
    await expect(exchange.fetch(`${exchange.url}/exchange/status`)).rejects.toThrow(
      'a closed exchange handles no request',
    );
  });
});

describe('options that a program without types gets wrong', () => {
  afterAll(() => rmSync(REFUSED_DATA, { recursive: true, force: true }));

  test.each([
    ['clock', { clock: 'slow' }, 'clock must be "manual" or "live"'],
    ['nonceRule', { nonceRule: 'any' }, 'nonceRule must be "increasing" or "unique"'],
    ['seed', { seed: {} }, 'seed must be a text or a whole number'],
    ['seed', { seed: 0.5 }, 'seed must be a text or a whole number'],
    ['serviceName', { serviceName: ' ' }, 'serviceName must be a name'],
    ['journalWindow', { journalWindow: 0 }, 'journalWindow must be a whole number of inputs from 1 to 10000000'],
    [
      'journalWindow',
      { journalWindow: 5, data: REFUSED_DATA },
      'journalWindow bounds a journal in memory: with data, all of it is in the directory',
    ],
    ['historyRows', { historyRows: 1.5 }, 'historyRows must be a whole number of rows from 1 to 10000000'],
    ['signatureWorkers', { signatureWorkers: -1 }, 'signatureWorkers must be a whole number of threads from 0 to 64'],
    ['signatureWorkers', { signatureWorkers: 65 }, 'signatureWorkers must be a whole number of threads from 0 to 64'],
    [
      'startTime',
      { startTime: '2026-02-30' },
      'startTime takes Unix milliseconds or an ISO 8601 time such as 2026-01-05T00:00:00Z',
    ],
    // Without a zone it would be another moment on another machine.
    [
      'startTime',
      { startTime: '2026-01-05T00:00:00' },
      'startTime takes Unix milliseconds or an ISO 8601 time such as 2026-01-05T00:00:00Z',
    ],
  ])('%s in %j', async (field, options, message) => {
    await expect(createExchange({ ...QUIET, ...(options as ExchangeOptions) })).rejects.toThrow(
      expect.objectContaining({ name: 'ControlError', code: 'INVALID_VALUE', field, message }),
    );
  });

  test('an option that there is not', async () => {
    const options: object = { ...QUIET, sede: 1 };
    await expect(createExchange(options)).rejects.toThrow(
      expect.objectContaining({
        code: 'INVALID_FORMAT',
        field: 'sede',
        message:
          'unknown field "sede" (did you mean seed?); the fields here are seed, clock, nonceRule, serviceName, data, durability, snapshotEvery, snapshotsKept, state, journalWindow, historyRows, pastThread, provenance, signatureWorkers, onRequest, speed, startTime, world, limits, log, wall, storage',
      }),
    );
  });
});

describe('control', () => {
  test.each([
    ['by default', {}, true],
    ['with provenance', { provenance: true }, true],
    ['without provenance', { provenance: false }, false],
  ])('%s, public trades say where in the engine they came about: %j', async (_case, options, sent) => {
    const exchange = await createExchange({ ...QUIET, ...options });
    expect(exchange.control.provenance()).toBe(sent);
    const frames: Record<string, unknown>[] = [];
    const session = exchange.stream('info', {
      send: (texts) => void frames.push(...texts.map((text) => JSON.parse(text) as Record<string, unknown>)),
      close: () => undefined,
      buffered: () => 0,
    });
    session.receive(JSON.stringify({ id: 1, method: 'subscribe', params: { type: 'trades', symbol: 'BTC-USDT' } }));
    await exchange.client(0).placeOrders([TAKE]);
    await exchange.delivered();
    const trades = frames.filter(({ channel }) => channel === 'trade');
    expect(trades.map((frame) => ['meseq', 'met'].map((field) => field in frame))).toEqual([[sent, sent]]);
    session.gone();
    await exchange.close();
  });

  test('credits, prices, tiers, whitelists, markets and accounts change', async () => {
    const exchange = await createExchange(QUIET);
    const { control } = exchange;
    const { address, subAccountId } = exchange.accounts[0]!;
    control.deposit(subAccountId, 'USDT', '12.5');
    control.movePrice('BTC-USDT', '95100');
    control.setTier(address, 'market_maker');
    control.setWhitelisted(address, false);
    control.setMarketStatus('ETH-USDT', 'closed');
    const trader = exchange.client(0);
    expect((await trader.getSubAccount()).collaterals).toContainEqual(
      expect.objectContaining({ symbol: 'USDT', quantity: '1000012.5' }),
    );
    expect((await trader.getSubAccount()).feeRates.tierName).not.toBe('');
    expect(await trader.getIsWhitelisted(address)).toBe(false);
    const [btc, eth] = control.state().markets;
    expect([btc?.indexPrice, eth?.status]).toEqual(['95100', 'closed']);
    const opened = control.openAccount(address, 'second');
    expect(await trader.getSubAccountIds(address)).toEqual([subAccountId, opened]);
  });

  test.each([
    ['NOT_FOUND', 'subAccountId', (c: Steer) => c.deposit('7', 'USDT', '1')],
    ['ASSET_NOT_FOUND', 'asset', (c: Steer) => c.deposit('1867542890123456789', 'XYZ', '1')],
    ['INVALID_VALUE', 'amount', (c: Steer) => c.deposit('1867542890123456789', 'USDT', '1e3')],
    ['INVALID_VALUE', 'amount', (c: Steer) => c.deposit('1867542890123456789', 'USDT', '0')],
    ['MARKET_NOT_FOUND', 'symbol', (c: Steer) => c.movePrice('XYZ-USDT', '1')],
    ['MARKET_NOT_FOUND', 'symbol', (c: Steer) => c.stopFeed('XYZ-USDT')],
    ['INVALID_VALUE', 'price', (c: Steer) => c.movePrice('BTC-USDT', '0')],
    ['INVALID_VALUE', 'price', (c: Steer) => c.movePrice('BTC-USDT', '99999999999')],
    ['INVALID_VALUE', 'wallet', (c: Steer) => c.setWhitelisted('0x12', true)],
    ['INVALID_VALUE', 'tierId', (c: Steer) => c.setTier('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'tier_99')],
    [
      'INVALID_VALUE',
      'name',
      (c: Steer) => c.openAccount('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'n'.repeat(51)),
    ],
  ])('%s names %s', async (code, field, wish) => {
    const { control } = await createExchange(QUIET);
    const { events } = control.state();
    expect(() => wish(control)).toThrow(expect.objectContaining({ name: 'ControlError', code, field }));
    expect(control.state().events).toBe(events);
  });
});

type Steer = Awaited<ReturnType<typeof createExchange>>['control'];

test('a client of a place without an account is refused with what there is', async () => {
  const exchange = await createExchange(QUIET);
  const message = 'there is no account 12: the exchange has 10, numbered from 0';
  expect(() => exchange.client(12)).toThrow(new ControlError('INVALID_VALUE', 'account', message));
  expect(() => exchange.streamClient(-1)).toThrow('there is no account -1: the exchange has 10, numbered from 0');
  await exchange.close();
});
