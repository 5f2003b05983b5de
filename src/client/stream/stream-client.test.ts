import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { NonceSource } from '../nonce.ts';
import { ConnectionError } from './types.ts';
import { ID, settled, Stage } from './fake-server.test-helper.ts';

const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '50000', quantity: '0.01' } as const;
const REFUSED = { status: 403, error: { code: 'FORBIDDEN', message: 'not authorized', category: 'AUTH' } };
const SLOW_DOWN = {
  status: 429,
  error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded', retryable: true },
  rateLimit: { requestsCap: 1_000, remainingTokens: 3 },
};

/** What became of a promise, without waiting for it. */
function fateOf(promise: Promise<unknown>): { readonly now: () => unknown } {
  let fate: unknown = 'waiting';
  promise.then(
    (value) => {
      fate = value;
    },
    (error: unknown) => {
      fate = error;
    },
  );
  return { now: () => fate };
}

describe('requests', () => {
  test('nothing is opened before it is needed, and each endpoint once', async () => {
    const stage = new Stage();
    expect(stage.sockets).toHaveLength(0);
    await Promise.all([stage.client.getMids(), stage.client.getMarkets()]);
    await Promise.all([stage.client.getPositions(), stage.client.getOpenOrders()]);
    expect(stage.sockets.map(({ url }) => url)).toEqual(['ws://host/v1/ws/info', 'ws://host/v1/ws/trade']);
    expect(stage.events).toEqual(['connected info', 'connected trade']);
  });

  test('a write is logged in for and sent flat, signed as over REST', async () => {
    const stage = new Stage({ nonces: new NonceSource(() => 1_735_689_600_001) });
    expect(await stage.client.placeOrders([ORDER])).toBe('yes');
    expect(stage.socket.words).toEqual(['auth', 'post placeOrders']);
    // Vector V1 of fixtures/signing.
    expect(stage.socket.sent[1]?.params).toEqual({
      action: 'placeOrders',
      subAccountId: ID,
      orders: [ORDER],
      grouping: 'na',
      nonce: 1_735_689_600_001,
      signature: {
        v: 28,
        r: '0x184e49d8a265e035ad5c13da7b38a26ca64ccfb12dfb6c44315ae972890d172c',
        s: '0x187a3d81a5ac49ed156cff09ddbbba15104d6a44298869f1576614cc1cfa18c9',
      },
    });
  });

  test('the login holds the whole typed data as one text', async () => {
    const stage = new Stage();
    await stage.client.getPositions();
    const { message, signature } = stage.socket.sent[0]?.params as { message: string; signature: string };
    expect(JSON.parse(message)).toEqual({
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        AuthMessage: [
          { name: 'subAccountId', type: 'uint256' },
          { name: 'timestamp', type: 'uint256' },
          { name: 'action', type: 'string' },
        ],
      },
      primaryType: 'AuthMessage',
      domain: {
        name: 'PerpSim',
        version: '1',
        chainId: 1,
        verifyingContract: '0x0000000000000000000000000000000000000000',
      },
      message: { subAccountId: ID, timestamp: 1_735_689_600_000, action: 'websocket_auth' },
    });
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
  });

  test.each(['request too old', 'timestamp from future', 'timestamp already used'])(
    'a login that is refused with "%s" is signed again with the time of the exchange',
    async (message) => {
      const stage = new Stage();
      let refusals = 2;
      stage.response = ({ method }) => {
        if (method !== 'auth' || refusals === 0) return { status: 200, result: { response: 'yes' } };
        refusals -= 1;
        return { status: 401, error: { code: 'UNAUTHORIZED', message } };
      };
      await stage.client.getPositions();
      const times = stage.socket.sent
        .filter(({ method }) => method === 'auth')
        .map(({ params }) => (JSON.parse(params.message as string) as { message: unknown }).message);
      expect(times).toMatchObject([
        { timestamp: 1_735_689_600_000 },
        { timestamp: 1_000_000 },
        { timestamp: 1_000_000 },
      ]);
    },
  );

  test('a refused login fails all waiting requests, and the next request tries again', async () => {
    const stage = new Stage();
    stage.response = ({ method }) => (method === 'auth' ? REFUSED : null);
    const waiting = [stage.client.getPositions(), stage.client.placeOrders([ORDER])];
    for (const one of waiting) await expect(one).rejects.toMatchObject({ name: 'ApiError', status: 403 });
    expect([stage.sockets.length, stage.socket.closedWith, stage.timer.waits]).toEqual([1, 1000, []]);
    stage.response = () => ({ status: 200, result: { response: 'now' } });
    expect(await stage.client.getPositions()).toBe('now');
  });

  test('a refusal is an ApiError with all it says; a response is known by requestId alone too', async () => {
    const stage = new Stage();
    stage.response = () => null;
    const refused = stage.client.getMids();
    await settled();
    const { id } = stage.socket.sent[0] ?? {};
    stage.socket.gives('nonsense');
    stage.socket.gives({ id: 'another', status: 200, result: {} });
    stage.socket.gives({ requestId: id, timestamp: 1, ...SLOW_DOWN });
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      retryable: true,
      rateLimit: SLOW_DOWN.rateLimit,
    });
  });

  test('a request without a response in time may have been applied if it is a write; a late response is ignored', async () => {
    const stage = new Stage({ timeoutMs: 5_000 });
    await stage.client.getPositions();
    stage.response = () => null;
    const write = stage.client.placeOrders([ORDER]);
    const read = stage.client.getPositions();
    await settled();
    const fates = [fateOf(write), fateOf(read)];
    await stage.timer.pass(4_999);
    expect(fates.map(({ now }) => now())).toEqual(['waiting', 'waiting']);
    await stage.timer.pass(1);
    expect(fates.map(({ now }) => now())).toMatchObject([
      { reason: 'no response in time', mayHaveBeenApplied: true },
      { reason: 'no response in time', mayHaveBeenApplied: false },
    ]);
    stage.socket.gives({ id: stage.socket.sent.at(-1)?.id, status: 200, result: {} });
    stage.response = () => ({ status: 200, result: { response: 'still here' } });
    expect(await stage.client.getPositions()).toBe('still here');
    expect(stage.sockets).toHaveLength(1);
  });

  test('an unreachable server fails the request at once, and the next request tries again', async () => {
    const stage = new Stage();
    stage.reachable = false;
    await expect(stage.client.getMids()).rejects.toMatchObject({
      message: 'not connected (ws://host/v1/ws/info)',
      mayHaveBeenApplied: false,
    });
    stage.reachable = true;
    expect(await stage.client.getMids()).toBe('yes');
    expect(stage.sockets).toHaveLength(2);
  });
});

describe('pings', () => {
  test('go every 30 s; one without a response ends the connection', async () => {
    const stage = new Stage();
    await stage.client.getMids();
    expect(stage.timer.waits).toEqual([30_000]);
    await stage.timer.pass(30_000);
    expect(stage.socket.words).toEqual(['post getMids', 'ping']);
    stage.response = () => null;
    await stage.timer.pass(30_000);
    await stage.timer.pass(10_000);
    expect(stage.events).toEqual(['connected info', 'disconnected info 1006']);
    expect(stage.socket.closedWith).toBe(1000);
  });
});

describe('a connection that is lost', () => {
  test('what is under way is turned away, with what may have become of it, and never sent again', async () => {
    const stage = new Stage();
    await stage.client.getPositions();
    stage.response = () => null;
    const fates = [stage.client.placeOrders([ORDER]), stage.client.getPositions()].map(fateOf);
    await settled();
    stage.response = () => ({ status: 200, result: { response: 'yes' } });
    await stage.lose(1012);
    expect(fates.map(({ now }) => now())).toMatchObject([
      { name: 'ConnectionError', reason: 'connection lost', mayHaveBeenApplied: true },
      { name: 'ConnectionError', reason: 'connection lost', mayHaveBeenApplied: false },
    ]);
    await stage.timer.pass(125);
    expect(stage.events).toEqual(['connected trade', 'disconnected trade 1012', 'reconnected trade']);
    expect(stage.socket.words).toEqual(['auth']);
  });

  test('meanwhile a write is turned away unsent, and a read waits for the new connection', async () => {
    const stage = new Stage();
    await stage.client.getPositions();
    await stage.lose();
    await expect(stage.client.placeOrders([ORDER])).rejects.toEqual(new ConnectionError('not connected', false));
    const read = stage.client.getPositions();
    await stage.timer.pass(125);
    expect(await read).toBe('yes');
    expect(stage.socket.words).toEqual(['auth', 'post getPositions']);
  });

  test('so it is when the other side has begun to close: nothing is sent on a socket that takes nothing', async () => {
    const stage = new Stage();
    const { unsubscribe } = await stage.client.subscribe('subAccountUpdates', { sub_account_id: ID }, () => undefined);
    const { socket } = stage;
    const before = socket.words;
    socket.closes();
    await expect(stage.client.placeOrders([ORDER])).rejects.toEqual(new ConnectionError('not connected', false));
    await unsubscribe();
    // A ping is due.
    await stage.timer.pass(30_000);
    const read = stage.client.getPositions();
    await settled();
    expect(socket.words).toEqual(before);
    expect(stage.events).toEqual(['connected trade']);
    await stage.lose(1001);
    await stage.timer.pass(125);
    expect(await read).toBe('yes');
    expect(stage.events).toEqual(['connected trade', 'disconnected trade 1001', 'reconnected trade']);
  });

  test('attempts come ever later, from a half to a whole of 250 ms doubled each time, to 30 s', async () => {
    const stage = new Stage();
    await stage.client.getMids();
    stage.reachable = false;
    await stage.lose();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const [wait = 0] = stage.timer.waits;
      waits.push(wait);
      await stage.timer.pass(wait);
    }
    expect(waits).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(stage.events.filter((event) => event.startsWith('problem'))).toHaveLength(10);
    stage.reachable = true;
    await stage.timer.pass(15_000);
    expect(stage.events.at(-1)).toBe('reconnected info');
    await stage.timer.pass(10_000);
    await stage.lose();
    expect(stage.timer.waits).toEqual([125]);
  });

  test('one that is lost again at once does not start over from the shortest pause', async () => {
    const stage = new Stage({ random: () => 1 });
    await stage.client.getMids();
    for (const wait of [250, 500, 1_000]) {
      await stage.lose();
      expect(stage.timer.waits).toEqual([wait]);
      await stage.timer.pass(wait);
    }
  });

  test('everything is subscribed again before `reconnected`', async () => {
    const stage = new Stage();
    const received: unknown[] = [];
    await stage.client.subscribe('trades', { symbol: 'BTC-USDT' }, ({ data }) => received.push(data.tradeId));
    await stage.client.subscribe('candles', { symbol: 'BTC-USDT', timeframe: '1m' }, () => undefined);
    await stage.lose();
    stage.response = () => null;
    await stage.timer.pass(125);
    expect(stage.socket.sent.map(({ params }) => params)).toEqual([
      { type: 'trades', symbol: 'BTC-USDT' },
      { type: 'candles', symbol: 'BTC-USDT', timeframe: '1m' },
    ]);
    expect(stage.events.at(-1)).toBe('disconnected info 1006');
    for (const { id } of stage.socket.sent) stage.socket.gives({ id, status: 200, result: {} });
    await settled();
    expect(stage.events.at(-1)).toBe('reconnected info');
    stage.socket.gives({ channel: 'trade', data: { symbol: 'BTC-USDT', tradeId: '7' } });
    expect(received).toEqual(['7']);
  });

  test('a subscription that is not given again is over; one that is to wait is asked for on another connection', async () => {
    const stage = new Stage();
    await stage.client.subscribe('trades', {}, () => undefined);
    await stage.client.subscribe('liquidations', { symbol: 'BTC-USDT' }, () => undefined);
    await stage.lose();
    stage.response = ({ params }) => (params.type === 'trades' ? REFUSED : SLOW_DOWN);
    await stage.timer.pass(125);
    expect(stage.events.slice(2)).toEqual([
      'problem info not authorized',
      'problem info Rate limit exceeded',
      'disconnected info 1006',
    ]);
    stage.response = () => ({ status: 200, result: {} });
    await stage.timer.pass(250);
    expect(stage.socket.words).toEqual(['subscribe liquidations']);
    expect(stage.events.at(-1)).toBe('reconnected info');
  });
});

describe('subscriptions', () => {
  test('a push goes to those it concerns, until they unsubscribe', async () => {
    const stage = new Stage();
    const received: string[] = [];
    const btc = await stage.client.subscribe('candles', { symbol: 'btc-usdt', timeframe: '1m' }, () =>
      received.push('btc'),
    );
    await stage.client.subscribe('candles', { symbol: 'ETH-USDT', timeframe: '1m' }, () => received.push('eth'));
    await stage.client.subscribe('subAccountUpdates', { sub_account_id: ID }, ({ data }) =>
      received.push(data.eventType),
    );
    const [info, trade] = stage.sockets;
    const candle = (symbol: string, timeframe: string): object => ({
      channel: 'candleUpdate',
      data: { symbol, timeframe },
    });
    info?.gives(candle('BTC-USDT', '1m'));
    info?.gives(candle('BTC-USDT', '5m'));
    info?.gives(candle('ETH-USDT', '1m'));
    info?.gives({ channel: 'somethingNew', data: {} });
    trade?.gives({ channel: 'subAccountUpdate', data: { subAccountId: ID, eventType: 'marginUpdate' } });
    trade?.gives({ channel: 'subAccountUpdate', data: { subAccountId: '9', eventType: 'trade' } });
    expect(received).toEqual(['btc', 'eth', 'marginUpdate']);
    await btc.unsubscribe();
    await btc.unsubscribe();
    info?.gives(candle('BTC-USDT', '1m'));
    expect(received).toHaveLength(3);
    expect(info?.words).toEqual(['subscribe candles', 'subscribe candles', 'unsubscribe candles']);
    expect(trade?.words).toEqual(['auth', 'subscribe subAccountUpdates']);
  });

  test('equal ones share a stream, which ends with the last of them', async () => {
    const stage = new Stage();
    const received: string[] = [];
    const first = await stage.client.subscribe('trades', {}, () => received.push('first'));
    const second = await stage.client.subscribe('trades', { symbol: 'ALL' }, () => received.push('second'));
    await first.unsubscribe();
    stage.socket.gives({ channel: 'trade', data: { symbol: 'BTC-USDT' } });
    expect(received).toEqual(['second']);
    await second.unsubscribe();
    expect(stage.socket.words).toEqual(['subscribe trades', 'unsubscribe trades']);
  });

  test('a subscription is refused when its pushes could not be distinguished from those of another', async () => {
    const stage = new Stage();
    await stage.client.subscribe('trades', { symbol: 'BTC-USDT' }, () => undefined);
    await expect(stage.client.subscribe('trades', {}, () => undefined)).rejects.toThrow(
      'trades of ALL is followed already; another client can follow it too',
    );
    await stage.client.subscribe('orderbook', { symbol: 'BTC-USDT' }, () => undefined);
    await expect(stage.client.book('BTC-USDT', { depth: 10 })).rejects.toThrow(
      'orderbook of BTC-USDT is followed already',
    );
    expect(stage.socket.words).toEqual(['subscribe trades', 'subscribe orderbook']);
  });

  test('one that is refused is thrown, and not asked for again', async () => {
    const stage = new Stage();
    stage.response = () => REFUSED;
    await expect(stage.client.subscribe('trades', {}, () => undefined)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await stage.lose();
    await stage.timer.pass(125);
    expect(stage.socket.sent).toEqual([]);
  });
});

describe('close', () => {
  test('closes the socket, rejects all requests and opens no connection again', async () => {
    const stage = new Stage();
    await stage.client.getPositions();
    stage.response = () => null;
    const fates = [stage.client.placeOrders([ORDER]), stage.client.getPositions()].map(fateOf);
    await settled();
    await stage.client.close();
    expect(fates.map(({ now }) => now())).toMatchObject([
      { reason: 'closed', mayHaveBeenApplied: true },
      { reason: 'closed', mayHaveBeenApplied: false },
    ]);
    await expect(stage.client.getPositions()).rejects.toEqual(new ConnectionError('closed', false));
    await expect(stage.client.getMids()).rejects.toEqual(new ConnectionError('closed', false));
    expect([stage.socket.closedWith, stage.sockets.length, stage.timer.waits]).toEqual([1000, 1, []]);
    expect(stage.events).toEqual(['connected trade']);
  });

  test('while it is being opened again, it stays closed', async () => {
    const stage = new Stage();
    await stage.client.getPositions();
    await stage.lose();
    await stage.client.close();
    expect([stage.timer.waits, stage.sockets.length]).toEqual([[], 1]);
  });
});

describe('settled', () => {
  test('an attempt to connect again has been made, with its subscriptions, before it resolves', async () => {
    const stage = new Stage();
    await stage.client.subscribe('marketPrices', { symbol: 'BTC-USDT' }, () => undefined);
    await settled();
    await stage.lose();
    const passing = stage.timer.pass(1_000);
    await stage.client.settled();
    expect(stage.events).toEqual(['connected info', 'disconnected info 1006', 'reconnected info']);
    expect(stage.socket.words.filter((word) => word !== 'ping')).toEqual(['subscribe marketPrices']);
    await passing;
  });

  test('an attempt that fails is over, and the next one waits for its time', async () => {
    const stage = new Stage();
    await stage.client.subscribe('marketPrices', { symbol: 'BTC-USDT' }, () => undefined);
    await stage.lose();
    stage.reachable = false;
    const passing = stage.timer.pass(1_000);
    await stage.client.settled();
    expect(stage.events.at(-1)).toBe('problem info not connected');
    expect(stage.sockets).toHaveLength(2);
    expect(stage.timer.waits).toHaveLength(1);
    await passing;
  });

  test('a login that takes time does not hold it up', async () => {
    const stage = new Stage();
    stage.response = ({ method }) => (method === 'auth' ? null : { status: 200, result: {} });
    const fate = fateOf(stage.client.getPositions());
    await settled();
    await stage.client.settled();
    expect(stage.socket.words[0]).toBe('auth');
    expect([stage.events, fate.now()]).toEqual([[], 'waiting']);
  });

  test('a connection that is lost before it responds has nothing more to give', async () => {
    const stage = new Stage();
    await stage.client.subscribe('marketPrices', { symbol: 'BTC-USDT' }, () => undefined);
    stage.response = () => null;
    const fate = fateOf(stage.client.settled());
    await settled();
    expect(fate.now()).toBe('waiting');
    await stage.lose();
    expect([fate.now(), stage.events.at(-1)]).toEqual([undefined, 'disconnected info 1006']);
  });

  test('what a push makes the client ask for has its response too', async () => {
    const stage = new Stage();
    const asked: string[] = [];
    let isFirst = true;
    await stage.client.subscribe('marketPrices', { symbol: 'BTC-USDT' }, () => {
      if (isFirst) void stage.client.getMids().then(() => asked.push('answered'));
      isFirst = false;
    });
    const { response } = stage;
    stage.response = (sent) => {
      const { socket } = stage;
      if (sent.method === 'ping' && isFirst)
        socket.gives({ channel: 'marketPriceUpdate', timestamp: 1, data: { symbol: 'BTC-USDT' } });
      return response(sent);
    };
    await stage.client.settled();
    expect(asked).toEqual(['answered']);
  });
});
