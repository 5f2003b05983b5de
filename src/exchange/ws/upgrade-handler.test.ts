import { afterEach, describe, expect, test } from 'vitest';
import { parseResponse } from '../rest/raw-socket.test-helper.ts';
import { type UpgradeSettings, left, type OpenServer, openServer } from './upgrade-handler.test-helper.ts';
import { frameBytes, RawPeer, upgradeRequest } from './raw-peer.test-helper.ts';

const servers: OpenServer[] = [];
afterEach(async () => {
  for (const upgradeHandler of servers.splice(0)) {
    await upgradeHandler.close();
    expect(upgradeHandler.errors).toEqual([]);
  }
});

async function start(settings?: UpgradeSettings): Promise<OpenServer> {
  const upgradeHandler = await openServer(settings);
  servers.push(upgradeHandler);
  return upgradeHandler;
}

const openMany = (port: number, count: number): Promise<RawPeer[]> =>
  Promise.all(Array.from({ length: count }, () => RawPeer.open(port)));

describe('connections of one address (R-43)', () => {
  test('100 are taken, the 101st is refused over HTTP, and one that leaves makes room', async () => {
    const { port, upgradeHandler } = await start();
    const peers = await openMany(port, 100);
    expect(upgradeHandler.size).toBe(100);
    const refused = RawPeer.dial(port);
    refused.send(upgradeRequest('/v1/ws/trade'));
    await refused.closed;
    expect(parseResponse(refused.received)).toMatchObject({
      status: 429,
      body: {
        status: 'error',
        error: {
          code: 'RATE_LIMIT_EXCEEDED',
          message: 'too many connections',
          category: 'RATE_LIMIT',
          retryable: true,
        },
      },
    });
    expect(upgradeHandler.size).toBe(100);
    peers[0]?.destroy();
    await left(upgradeHandler, 99);
    const again = await RawPeer.open(port, '/v1/ws/trade');
    expect(again.head).toMatch(/^HTTP\/1\.1 101 /);
    expect(upgradeHandler.size).toBe(100);
    for (const peer of [...peers, again]) peer.destroy();
    await left(upgradeHandler, 0);
  });
});

describe('subscriptions of one address (R-43)', () => {
  // Ten different streams of each market.
  const wanted = (symbols: readonly string[]): object[] =>
    symbols.flatMap((symbol) => [
      ...['trades', 'marketPrices', 'liquidations', 'orderbook'].map((type) => ({ type, symbol })),
      ...['1m', '5m', '15m', '30m', '1h', '4h'].map((timeframe) => ({ type: 'candles', symbol, timeframe })),
    ]);

  test('1,000 over all its connections; one more is refused, and one that ends makes room', async () => {
    const { port, exchange } = await start({ exchange: { limits: { enabled: false } } });
    const each = wanted(exchange.markets.slice(0, 4));
    expect(each).toHaveLength(40);
    const peers = await openMany(port, 25);
    for (const peer of peers)
      each.forEach((params, index) => peer.sendJson({ id: `s${index}`, method: 'subscribe', params }));
    const acknowledged = await Promise.all(peers.flatMap((peer) => each.map((_, index) => peer.reply(`s${index}`))));
    expect(acknowledged.map(({ status }) => status)).toEqual(Array(1_000).fill(200));

    const late = await RawPeer.open(port);
    const params = { type: 'trades', symbol: exchange.markets[0] };
    late.sendJson({ id: 'late', method: 'subscribe', params });
    const error = {
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'too many subscriptions',
      category: 'RATE_LIMIT',
      retryable: true,
    };
    expect(await late.reply('late')).toMatchObject({ status: 429, error });
    // What a connection has already is no second one.
    peers[0]?.sendJson({ id: 'again', method: 'subscribe', params });
    expect(await peers[0]?.reply('again')).toMatchObject({ status: 200, result: { status: 'subscribed' } });

    peers[0]?.sendJson({ id: 'off', method: 'unsubscribe', params });
    expect(await peers[0]?.reply('off')).toMatchObject({ status: 200, result: { status: 'unsubscribed' } });
    late.sendJson({ id: 'now', method: 'subscribe', params });
    expect(await late.reply('now')).toMatchObject({ status: 200 });
    late.sendJson({ id: 'more', method: 'subscribe', params: { type: 'trades' } });
    expect(await late.reply('more')).toMatchObject({ status: 429, error });
    for (const peer of [...peers, late]) peer.destroy();
  });
});

describe('times', () => {
  test('a trade connection without a login is closed with 1008 after 30 s, one of info is not', async () => {
    const { port, clock } = await start();
    const trade = await RawPeer.open(port, '/v1/ws/trade');
    const info = await RawPeer.open(port);
    clock.advance(29_999);
    trade.sendJson({ id: 'a', method: 'ping' });
    expect(await trade.reply('a')).toMatchObject({ status: 200 });
    clock.advance(1);
    await trade.until(() => trade.closeCode !== null);
    expect(trade.closeCode).toBe(1008);
    info.sendJson({ id: 'a', method: 'ping' });
    expect(await info.reply('a')).toMatchObject({ status: 200 });
    trade.destroy();
    info.destroy();
  });

  test('a silent peer is asked after 45 s and let go with 1001 after 90 s', async () => {
    const { port, clock } = await start();
    const silent = await RawPeer.open(port);
    clock.advance(44_999);
    clock.advance(1);
    await silent.until(() => silent.frames.length === 1);
    expect(silent.frames.map(({ opcode }) => opcode)).toEqual([9]);
    clock.advance(44_999);
    clock.advance(1);
    await silent.until(() => silent.closeCode !== null);
    expect(silent.frames.map(({ opcode }) => opcode)).toEqual([9, 8]);
    expect(silent.closeCode).toBe(1001);
    silent.destroy();
  });

  test.each([
    ['a pong', frameBytes({ opcode: 10 })],
    ['a ping', frameBytes({ opcode: 9 })],
    ['a request', frameBytes({ payload: '{"id":"x","method":"ping"}' })],
  ])('%s is a sign of life', async (_, frame) => {
    const { port, clock } = await start();
    const peer = await RawPeer.open(port);
    for (let round = 1; round <= 3; round += 1) {
      clock.advance(60_000);
      peer.send(frame, frameBytes({ payload: `{"id":"r${round}","method":"ping"}` }));
      await peer.reply(`r${round}`);
    }
    expect(peer.closeCode).toBeNull();
    expect(peer.frames.filter(({ opcode }) => opcode === 9)).toHaveLength(3);
    peer.destroy();
  });

  test('half a message is none', async () => {
    const { port, clock, upgradeHandler } = await start();
    const peer = await RawPeer.open(port);
    clock.advance(60_000);
    peer.send(frameBytes({ payload: '{"method":', fin: false }));
    const other = await RawPeer.open(port);
    other.sendJson({ id: 'a', method: 'ping' });
    await other.reply('a');
    clock.advance(30_000);
    await peer.until(() => peer.closeCode !== null);
    expect(peer.closeCode).toBe(1001);
    expect(upgradeHandler.size).toBe(2);
    peer.destroy();
    other.destroy();
  });

  test('a process that does nothing for an hour lets no peer go for it', async () => {
    const { port, clock } = await start();
    const trade = await RawPeer.open(port, '/v1/ws/trade');
    const info = await RawPeer.open(port);
    clock.block(3_600_000);
    for (const peer of [trade, info]) {
      peer.sendJson({ id: 'a', method: 'ping' });
      expect(await peer.reply('a')).toMatchObject({ status: 200 });
    }
    // One second of the hour has counted.
    clock.advance(28_999);
    trade.sendJson({ id: 'b', method: 'ping' });
    expect(await trade.reply('b')).toMatchObject({ status: 200 });
    clock.advance(1);
    await trade.until(() => trade.closeCode !== null);
    expect(trade.closeCode).toBe(1008);
    trade.destroy();
    info.destroy();
  });

  test('the time for a login stands still while the clock is being advanced', async () => {
    const { port, clock, exchange } = await start({ exchange: { world: 'calm' } });
    const trade = await RawPeer.open(port, '/v1/ws/trade');
    const done = exchange.clock.advanceAsync(31_622_400_000);
    clock.advance(60_000);
    trade.sendJson({ id: 'a', method: 'ping' });
    expect(await trade.reply('a')).toMatchObject({ status: 200 });
    await exchange.clock.cancelAdvance();
    expect(await done).toMatchObject({ cancelled: true });
    clock.advance(29_999);
    trade.sendJson({ id: 'b', method: 'ping' });
    expect(await trade.reply('b')).toMatchObject({ status: 200 });
    clock.advance(1);
    await trade.until(() => trade.closeCode !== null);
    expect(trade.closeCode).toBe(1008);
    trade.destroy();
  });

  test('a connection ends with 1001 after 24 h, however lively', async () => {
    const { port, clock } = await start();
    const peer = await RawPeer.open(port);
    for (let hour = 1; hour < 1_440; hour += 1) {
      clock.advance(60_000);
      peer.send(frameBytes({ payload: `{"id":"${hour}","method":"ping"}` }));
      if (hour % 360 === 0) await peer.reply(String(hour));
      else await peer.until(() => peer.frames.filter(({ opcode }) => opcode === 1).length >= hour);
    }
    expect(peer.closeCode).toBeNull();
    clock.advance(60_000);
    await peer.until(() => peer.closeCode !== null);
    expect(peer.closeCode).toBe(1001);
    peer.destroy();
  });

  test('a peer that does not respond to a close is dropped after 5 s, and then no timer is set', async () => {
    const { port, clock, upgradeHandler } = await start();
    const peer = await RawPeer.open(port);
    peer.send(frameBytes({ opcode: 2 }));
    await peer.until(() => peer.closeCode === 1003);
    clock.advance(4_999);
    expect(upgradeHandler.size).toBe(1);
    clock.advance(1);
    await left(upgradeHandler, 0);
    expect(clock.watched).toBe(false);
    await peer.closed;
  });
});

describe('the end of the service', () => {
  test('a drain closes streams with 1001 and takes no new one', async () => {
    const { port, server, upgradeHandler } = await start();
    const peer = await RawPeer.open(port);
    const drained = server.drain();
    const late = RawPeer.dial(port);
    late.send(upgradeRequest('/v1/ws/info'));
    await late.closed;
    if (late.received !== '') {
      expect(parseResponse(late.received)).toMatchObject({
        status: 503,
        body: { error: { code: 'SERVICE_UNAVAILABLE' } },
      });
    }
    await peer.until(() => peer.closeCode !== null);
    expect(peer.closeCode).toBe(1001);
    peer.send(frameBytes({ opcode: 8, payload: Buffer.from([3, 233]) }));
    await drained;
    expect(upgradeHandler.size).toBe(0);
  });

  test('a request of a stream that is under way receives its response before', async () => {
    const { port, server } = await start();
    const peer = await RawPeer.open(port);
    const params = { action: 'getCandles', symbol: 'BTC-USDT', interval: '1m' };
    peer.sendJson({ id: 'mids', method: 'post', params: { action: 'getMids' } });
    peer.sendJson({ id: 'slow', method: 'post', params });
    await peer.reply('mids');
    const drained = server.drain();
    await peer.until(() => peer.closeCode !== null);
    expect(peer.replies.map(({ id }) => id)).toEqual(['mids', 'slow']);
    expect(peer.closeCode).toBe(1001);
    peer.end();
    await drained;
  });

  test('a peer that does not go does not hold the drain up for long', async () => {
    const { port, server } = await start({ http: { drainMs: 50 } });
    const peer = await RawPeer.open(port);
    await server.drain();
    await peer.closed;
    expect(peer.closeCode).toBe(1001);
  });

  test('a reset closes streams with 1012, and the new exchange takes new ones', async () => {
    const { port, exchange, upgradeHandler } = await start();
    const peer = await RawPeer.open(port);
    peer.sendJson({ id: 'a', method: 'subscribe', params: { type: 'trades' } });
    await peer.reply('a');
    await exchange.control.reset();
    await peer.until(() => peer.closeCode !== null);
    expect(peer.closeCode).toBe(1012);
    peer.end();
    await left(upgradeHandler, 0);
    const next = await RawPeer.open(port);
    next.sendJson({ id: 'b', method: 'post', params: { action: 'getMids' } });
    expect(await next.reply('b')).toMatchObject({ status: 200 });
    next.destroy();
  });

  test('an exchange that can open no stream costs that connection alone', async () => {
    const open = await openServer();
    await open.exchange.close();
    const peer = await RawPeer.open(open.port);
    await peer.until(() => peer.closeCode !== null);
    expect(peer.closeCode).toBe(1011);
    expect(open.errors).toHaveLength(1);
    expect(open.upgradeHandler.size).toBe(0);
    peer.destroy();
    await open.server.close();
  });
});
