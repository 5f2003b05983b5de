import { describe, expect, test } from 'vitest';
import { subAccountIdOf } from '../../kernel/ids.ts';
import { ControlError } from '../control-error.ts';
import { createExchange } from '../exchange.ts';
import { replay } from '../journal/replay.ts';
import { BID, type Lab, requestOf, startLab } from '../lab.test-helper.ts';
import type { LimitOptions } from '../options.ts';
import { stateDigest } from '../../engine/canonical-state.ts';
import { exchangeDigest } from '../journal/ledger-record.ts';

const STATUS = { action: 'getExchangeStatus' };
const WHITELISTED = { action: 'getIsWhitelisted', walletAddress: `0x${'1'.repeat(40)}` };

interface Received {
  readonly http: number;
  readonly code?: string;
  readonly left?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function send(lab: Lab, path: string, body: unknown, ip = '127.0.0.1', headers = {}): Promise<Received> {
  const method = body === undefined ? 'GET' : 'POST';
  const request = requestOf(method, path, body, { 'content-type': 'application/json', ...headers });
  const response = await lab.core.router.handle({ ...request, ip });
  const parsed = JSON.parse(response.body) as { error?: { code?: string }; rateLimit?: { remainingTokens: number } };
  const { code } = parsed.error ?? {};
  const left = parsed.rateLimit?.remainingTokens;
  return {
    http: response.status,
    ...(code !== undefined && { code }),
    ...(left !== undefined && { left }),
    headers: response.headers,
    text: response.body,
  };
}

const info = async (lab: Lab, ip?: string): Promise<number> => (await send(lab, '/v1/info', STATUS, ip)).http;

/** How many tokens of an address are left, found out by spending them one at a time. */
async function drain(lab: Lab, ip?: string): Promise<number> {
  for (let tokens = 0; ; tokens += 1) if ((await info(lab, ip)) === 429) return tokens;
}

const tight = (limits: LimitOptions): Promise<Lab> => startLab({ limits });

describe('the bucket of an address', () => {
  test('is that of the socket, whatever the headers say', async () => {
    const lab = await tight({ ipTokens: 3 });
    for (const claimed of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
      const headers = { 'x-forwarded-for': claimed, forwarded: `for=${claimed}`, 'x-real-ip': claimed };
      expect((await send(lab, '/v1/info', STATUS, '192.0.2.1', headers)).http).toBe(200);
    }
    const headers = { 'x-forwarded-for': '10.0.0.4' };
    expect((await send(lab, '/v1/info', STATUS, '192.0.2.1', headers)).code).toBe('RATE_LIMIT_EXCEEDED');
    expect(await info(lab, '10.0.0.1')).toBe(200);
    expect(await info(lab, '::ffff:192.0.2.1')).toBe(429);
    expect(await info(lab, '2001:db8::1')).toBe(200);
  });

  test('is checked before anything is read, and refuses unreadable requests too', async () => {
    const lab = await tight({ ipTokens: 1 });
    expect((await send(lab, '/v1/trade', '{"params":')).code).toBe('INVALID_FORMAT');
    for (const body of ['{"params":', '{"params":{"action":"nothing"}}', JSON.stringify(STATUS)]) {
      for (const path of ['/v1/trade', '/v1/info']) {
        expect(await send(lab, path, body)).toMatchObject({ http: 429, code: 'RATE_LIMIT_EXCEEDED' });
      }
    }
    lab.core.steering.setExchangeStatus('draining');
    expect((await send(lab, '/v1/trade', '{')).http).toBe(429);
  });

  test('is not charged for what is not a request at all', async () => {
    const lab = await tight({ ipTokens: 2 });
    expect((await send(lab, '/v1/trade', ' '.repeat(20_481))).code).toBe('INVALID_FORMAT');
    expect((await send(lab, '/v1/nothing', undefined)).code).toBe('NOT_FOUND');
    expect((await send(lab, '/v1/trade', undefined)).code).toBe('METHOD_NOT_ALLOWED');
    expect((await send(lab, '/v1/info', STATUS, '127.0.0.1', { 'content-type': 'text/plain' })).http).toBe(400);
    expect(await drain(lab)).toBe(2);
  });

  test('is not charged for what it refuses, and has room for a cheaper request', async () => {
    const lab = await tight({ ipTokens: 251 });
    expect((await send(lab, '/v1/info', WHITELISTED)).http).toBe(200);
    expect((await send(lab, '/v1/info', WHITELISTED)).http).toBe(429);
    expect(await drain(lab)).toBe(1);
  });

  test('pays for a signed request that is refused, but the subaccount does not', async () => {
    const lab = await tight({ ipTokens: 1_000 });
    const order = { orders: [BID, BID], grouping: 'na' };
    const body = await lab.signed(0, 'placeOrders', order, { nonce: 5 });
    const stranger = await lab.signed(1, 'placeOrders', order, {}, 0);
    const refused = [
      stranger,
      { ...body, signature: { r: `0x${'0'.repeat(64)}`, s: `0x${'1'.repeat(64)}`, v: 27 } },
      { ...body, signature: 'none' },
      await lab.signed(0, 'placeOrders', order, { expiresAfter: 1 }),
      await lab.signed(0, 'placeOrders', order, { nonce: 0 }),
    ];
    for (const request of refused) {
      const received = await send(lab, '/v1/trade', request);
      expect(received.http).not.toBe(200);
      expect(received.left).toBeUndefined();
    }
    expect((await send(lab, '/v1/trade', body)).left).toBe(1_190);
    expect((await send(lab, '/v1/trade', body)).left).toBeUndefined();
    expect(await drain(lab)).toBe(1_000 - 7 * 10);
  });

  test('pays five times for a cancel that comes too late, if it can', async () => {
    const lab = await tight({ ipTokens: 25 });
    const late = await lab.signed(0, 'cancelAllOrders', { symbols: ['*'] }, { expiresAfter: 1 });
    expect(await send(lab, '/v1/trade', late)).toMatchObject({ http: 401, code: 'UNAUTHORIZED' });
    expect(await send(lab, '/v1/trade', late)).toMatchObject({ http: 401 });
    expect(await send(lab, '/v1/trade', late)).toMatchObject({ http: 429 });
    expect(await drain(lab)).toBe(5);
    const { state } = lab.core;
    expect([...state.limits.accounts.young.keys()]).toEqual([]);
  });
});

describe('figures per minute and per second', () => {
  test('are off unless they are set', async () => {
    const lab = await startLab();
    const responses = await Promise.all(Array.from({ length: 700 }, () => info(lab)));
    expect(new Set(responses)).toEqual(new Set([200]));
    expect(lab.core.state.limits.minutes.young.size).toBe(0);
  });

  test('count requests of a surface, whatever they cost', async () => {
    const lab = await tight({ infoPerMinute: 6, tradePerMinute: 2 });
    expect((await Promise.all(Array.from({ length: 7 }, () => info(lab)))).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 429,
    ]);
    const trade = await Promise.all([1, 2, 3].map(() => send(lab, '/v1/trade', '{}')));
    expect(trade.map(({ http }) => http)).toEqual([400, 400, 429]);
    lab.core.clock.advance(9_999);
    expect(await info(lab)).toBe(429);
    lab.core.clock.advance(1);
    expect([await info(lab), await info(lab)]).toEqual([200, 429]);
  });

  test('bound a burst', async () => {
    const lab = await tight({ infoPerSecond: 2 });
    expect([await info(lab), await info(lab), await info(lab)]).toEqual([200, 200, 429]);
    lab.core.clock.advance(500);
    expect([await info(lab), await info(lab)]).toEqual([200, 429]);
  });
});

describe('the bucket of a subaccount', () => {
  const orders = { orders: [BID], grouping: 'na' };

  test('refuses with the nonce spent and nothing charged', async () => {
    const lab = await tight({ ipTokens: 100, tierTokens: { tier_1: 9 } });
    expect((await send(lab, '/v1/trade', await lab.signed(0, 'placeOrders', orders))).left).toBe(4);
    const body = await lab.signed(0, 'placeOrders', orders);
    const { size } = lab.core.state.orders;
    expect(await send(lab, '/v1/trade', body)).toMatchObject({ http: 429, code: 'RATE_LIMIT_EXCEEDED', left: 4 });
    expect(lab.core.state.orders.size).toBe(size);
    lab.core.clock.advance(10_000);
    expect((await send(lab, '/v1/trade', body)).code).toBe('UNAUTHORIZED');
    lab.core.clock.advance(10_000);
    expect(await drain(lab)).toBe(100);
  });

  test('refills at the old pace until its tier changes', async () => {
    const lab = await tight({ tierTokens: { tier_0: 100, tier_1: 1_000 } });
    const read = async (): Promise<Received> => send(lab, '/v1/trade', await lab.signed(0, 'getSubAccount', {}));
    for (let request = 0; request < 50; request += 1) await read();
    lab.core.clock.advance(5_000);
    lab.core.steering.setTier(lab.accounts[0]!.address, 'tier_0');
    // At the old pace 500 came back; the 500 still missing are more than a bucket of 100 holds: it is empty.
    expect((await read()).left).toBe(0);
    lab.core.clock.advance(2_000);
    expect((await read()).left).toBe(0);
    lab.core.clock.advance(5_000);
    lab.core.steering.setTier(lab.accounts[0]!.address, 'tier_1');
    // 50 of 100 are missing, and so they are of 1,000.
    expect((await read()).left).toBe(930);
  });

  test('counts orders within any second', async () => {
    const lab = await tight({ ordersPerSecond: 3 });
    const place = async (count: number): Promise<number> =>
      (
        await send(
          lab,
          '/v1/trade',
          await lab.signed(0, 'placeOrders', { orders: Array.from({ length: count }, () => BID), grouping: 'na' }),
        )
      ).http;
    expect([await place(2), await place(2), await place(1), await place(1)]).toEqual([200, 429, 200, 429]);
    lab.core.clock.advance(999);
    expect(await place(1)).toBe(429);
    lab.core.clock.advance(1);
    expect([await place(2), await place(2), await place(1), await place(1)]).toEqual([200, 429, 200, 429]);
  });
});

describe('limits that are off', () => {
  test('charge nothing and show nothing', async () => {
    const lab = await tight({ enabled: false, ipTokens: 1, ordersPerSecond: 1, infoPerMinute: 1, tradePerMinute: 1 });
    for (let round = 0; round < 3; round += 1) {
      expect(await info(lab)).toBe(200);
      const body = await lab.signed(0, 'placeOrders', { orders: [BID, BID], grouping: 'na' });
      const { http, left } = await send(lab, '/v1/trade', body);
      expect([http, left]).toEqual([200, undefined]);
      expect((await send(lab, '/v1/info/contracts', undefined)).http).toBe(200);
    }
    expect(lab.core.journal.length).toBe(3);
  });
});

describe('routes of listing sites', () => {
  test.each([
    ['/v1/info/contracts', 50],
    ['/v1/info/contract_specs', 50],
    ['/v1/info/orderbook?ticker_id=BTC-USDT', 200],
    ['/v1/info/orderbook?ticker_id=none', 200],
    ['/v1/exchange/status', 1],
  ])('%s costs %i', async (path, cost) => {
    const lab = await tight({ ipTokens: 400 });
    await send(lab, path, undefined);
    expect(await drain(lab)).toBe(400 - cost);
    const { http, headers, text } = await send(lab, path, undefined);
    expect([http, headers['retry-after'], text]).toEqual([429, '5', '{"error":"rate limit exceeded"}']);
  });
});

describe('charges', () => {
  test('of reads and rejected requests write nothing, and the next input carries what they came to', async () => {
    const lab = await tight({ ipTokens: 1_000 });
    const { core } = lab;
    const { now: at, eventSeq } = core.state;
    const { subAccountId } = lab.accounts[0]!;
    const [account] = [...core.state.accounts.values()].filter(({ no }) => subAccountIdOf(no) === subAccountId);
    for (let round = 0; round < 100; round += 1) {
      expect(await info(lab, '192.0.2.1')).toBe(200);
      await send(lab, '/v1/trade', '{"params":', '192.0.2.2');
      await send(lab, '/v1/exchange/status', undefined, '192.0.2.3');
    }
    const read = await lab.signed(0, 'getSubAccount', {});
    expect((await send(lab, '/v1/trade', read, '192.0.2.4')).left).toBe(1_180);
    expect((await send(lab, '/v1/trade', read, '192.0.2.4')).left).toBe(1_160);
    expect(core.journal.length).toBe(0);
    expect(core.state.eventSeq).toBe(eventSeq);

    core.clock.advance(50);
    expect(await info(lab, '192.0.2.1')).toBe(200);
    core.steering.stopFeed('BTC-USDT');
    expect([...core.journal.records()].map(({ input }) => input)).toEqual([
      {
        kind: 'clock',
        at: at + 50,
        levels: {
          ip: [
            ['192.0.2.1', { parts: 1_000_000, at }],
            ['192.0.2.2', { parts: 1_000_000, at }],
            ['192.0.2.3', { parts: 1_000_000, at }],
            ['192.0.2.4', { parts: 400_000, at }],
          ],
          accounts: [[account!.no, { parts: 400_000, at }]],
        },
      },
      {
        kind: 'control',
        at: at + 50,
        commands: [{ type: 'SetFeed', symbol: 'BTC-USDT', frozen: true }],
        levels: { ip: [['192.0.2.1', { parts: 960_000, at: at + 50 }]] },
      },
    ]);
    // Of 1,000 tokens of 10,000 parts, 101 are gone and 5 are back.
    expect(await drain(lab, '192.0.2.1')).toBe(904);
  });

  test('are part of a digest that is asked for, with one input for all of them', async () => {
    const exchange = await createExchange({ world: 'quiet', startTime: 1_767_571_200_000 });
    const before = exchange.digest();
    const { events } = exchange.control.state();
    for (let round = 0; round < 50; round += 1) await exchange.client(0).getSubAccount();
    expect(exchange.control.state()).toMatchObject({ inputs: 0, events });
    expect(exchange.digest()).not.toBe(before);
    expect(exchange.control.state()).toMatchObject({ inputs: 1, events: events + 1 });
    expect(exchange.digest()).toBe(exchange.control.ledger().digest);
    expect([...exchange.control.journal()]).toHaveLength(3);
    await exchange.close();
  });

  test('are inputs of the log: a replay comes to the same buckets', async () => {
    const lab = await startLab();
    for (let round = 0; round < 5; round += 1) {
      await send(lab, '/v1/trade', await lab.signed(round % 3, 'placeOrders', { orders: [BID], grouping: 'na' }));
      await send(lab, '/v1/trade', await lab.signed(0, 'getOrderHistory', {}));
      await send(lab, '/v1/info', WHITELISTED, `192.0.2.${round}`);
      lab.core.clock.advance(3_337);
    }
    const { state, sequencer, journal, settings } = lab.core;
    expect(journal.length).toBe(10);
    const again = replay(settings.config, journal.records());
    expect(again.digest).toBe(exchangeDigest(sequencer.chainValue(), state));
    expect(again.state.limits).toEqual(state.limits);
    expect(again.state.limits.ip.young.size + again.state.limits.ip.old.size).toBeGreaterThan(1);
  });

  // DET-09: whatever decides a later refusal is part of the digest.
  test.each<[string, (lab: Lab) => void]>([
    ['a bucket of an address', ({ core }) => core.state.limits.ip.young.set('127.0.0.1', { parts: 1, at: 0 })],
    ['a bucket of a subaccount', ({ core }) => core.state.limits.accounts.young.set(0, { parts: 1, at: 0 })],
    ['a placement', ({ core }) => core.state.limits.placements.old.set(0, [{ at: 1, orders: 1 }])],
    ['when a page was turned', ({ core }) => (core.state.limits.ip.turnedAt += 1)],
  ])('%s shows in the digest', async (_what, change) => {
    const lab = await startLab();
    const before = stateDigest(lab.core.state);
    change(lab);
    expect(stateDigest(lab.core.state)).not.toBe(before);
  });
});

describe('limits that are none', () => {
  test.each<[unknown, string]>([
    [{ ipTokens: 0 }, 'limits.ipTokens'],
    [{ windowMs: 0.5 }, 'limits.windowMs'],
    [{ ordersPerSecond: -1 }, 'limits.ordersPerSecond'],
    [{ infoPerMinute: '600' }, 'limits.infoPerMinute'],
    [{ tierTokens: { tier_1: 0 } }, 'limits.tierTokens.tier_1'],
    [{ tierTokens: { tier_9: 5 } }, 'limits.tierTokens.tier_9'],
    [{ enabled: 'no' }, 'limits.enabled'],
    [{ tokens: 5 }, 'limits.tokens'],
    [[], 'limits'],
  ])('%j are refused', async (limits, field) => {
    const refused = startLab({ limits: limits as LimitOptions });
    await expect(refused).rejects.toBeInstanceOf(ControlError);
    await expect(refused).rejects.toMatchObject({ field });
  });
});
