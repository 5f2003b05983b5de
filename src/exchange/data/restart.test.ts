import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange, type ExchangeOptions } from '../exchange.ts';

const START = 1_767_571_200_000;
const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const BUY = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' } as const;

let data: string;
let notices: string[];
const running: Exchange[] = [];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'perpsim-data-'));
  notices = [];
});
afterEach(async () => {
  for (const exchange of running.splice(0)) await exchange.close();
  rmSync(data, { recursive: true });
});

const log = {
  error: (_facts: object, message: string) => expect.fail(message),
  notice: (text: string) => void notices.push(text),
};

async function start(options: ExchangeOptions = {}): Promise<Exchange> {
  const exchange = await createExchange({ world: 'quiet', startTime: START, log, data, ...options });
  running.push(exchange);
  return exchange;
}

async function stop(exchange: Exchange): Promise<void> {
  running.splice(running.indexOf(exchange), 1);
  await exchange.close();
}

describe('an exchange that was closed and started again', () => {
  test('goes on where it was: digest, orders, history, nonces and numbers', async () => {
    const first = await start({ seed: 7 });
    await first.client(0).placeOrders([BUY]);
    await first.client(0).placeOrders([BID]);
    first.clock.advance(3_700_000);
    const trades = await first.client(0).getTrades({});
    const digest = first.digest();
    await stop(first);

    const again = await start();
    expect(again.digest()).toBe(digest);
    expect(again.seed).toBe('7');
    expect(again.clock.now()).toBe(START + 3_700_000);
    expect(await again.client(0).getTrades({})).toEqual(trades);
    expect(await again.client(0).getOpenOrders({})).toHaveLength(1);
    expect(notices).toEqual([expect.stringMatching(/^recovered \d+ inputs from \S+ in \d+\.\d s$/)]);
    expect(readdirSync(data).sort()).toEqual(['journal-000001.jsonl', 'lock']);
  });

  test('spends no nonce twice and repeats no number and no request id', async () => {
    const first = await start({ seed: 7 });
    const signed = await first.client(0).signed('placeOrders', { orders: [BID] });
    const send = async (exchange: Exchange) => {
      const response = await exchange.fetch(`${exchange.url}/trade`, { method: 'POST', body: JSON.stringify(signed) });
      return { http: response.status, ...((await response.json()) as { request_id: string; error?: object }) };
    };
    const accepted = await send(first);
    const opened = first.control.openAccount(first.accounts[5]?.address ?? '');
    await stop(first);
    const again = await start();
    const refused = await send(again);
    expect(accepted.http).toBe(200);
    expect(refused).toMatchObject({ http: 401, error: { code: 'UNAUTHORIZED', message: 'nonce already used' } });
    expect(refused.request_id).not.toBe(accepted.request_id);
    expect(BigInt(again.control.openAccount(again.accounts[5]?.address ?? ''))).toBeGreaterThan(BigInt(opened));
  });

  test('comes out the same after three starts as one that never stopped', async () => {
    const unbroken = await createExchange({ world: 'default', seed: 3, startTime: START, log });
    running.push(unbroken);
    const life = async (exchange: Exchange, part: number): Promise<void> => {
      await exchange.client(part).placeOrders([BUY]);
      exchange.clock.advance(20_000);
    };
    for (const part of [0, 1, 2]) {
      await life(unbroken, part);
      const broken = await start({ world: 'default', seed: 3 });
      await life(broken, part);
      if (part === 2) expect(broken.digest()).toBe(unbroken.digest());
      await stop(broken);
    }
  });

  test('is running again when it was drained before it stopped', async () => {
    const first = await start();
    await first.drain();
    await stop(first);
    expect((await start()).control.state().status).toBe('running');
  });

  test('after a reset goes on with what the reset began', async () => {
    const first = await start({ seed: 7 });
    await first.client(0).placeOrders([BID]);
    await first.control.reset({ seed: 8 });
    await first.client(1).placeOrders([BID]);
    const digest = first.digest();
    await stop(first);
    const again = await start();
    expect([again.seed, again.digest()]).toEqual(['8', digest]);
    expect(readdirSync(data).sort()).toEqual(['journal-000001.jsonl', 'journal-000002.jsonl', 'lock']);
    await again.control.reset();
    expect([again.seed, again.world, again.clock.now()]).toEqual(['8', 'quiet', START]);
  });

  test('catches up with the wall when its live clock followed it, and only then', async () => {
    const wall = { now: () => START, elapsed: () => 0, every: () => () => undefined };
    const live = { clock: 'live', world: 'quiet', log, data } as const;
    const first = await createExchange({ ...live, wall });
    running.push(first);
    await first.client(0).placeOrders([BID]);
    await stop(first);
    const later = { ...wall, now: () => START + 5_000 };
    const again = await createExchange({ ...live, wall: later });
    running.push(again);
    expect(again.clock.now()).toBe(START + 5_000);
    await again.client(1).placeOrders([BID]);
    await stop(again);
    const earlier = await createExchange({ ...live, wall });
    running.push(earlier);
    expect(earlier.clock.now()).toBe(START + 5_000);
  });
});

describe('a directory and options that contradict it', () => {
  beforeEach(async () => stop(await start({ seed: 7, serviceName: 'Venue', limits: { ipTokens: 20_000 } })));

  const WAYS_OUT = 'leave the option out to go on with what is there, or choose another directory';

  test.each<[string, ExchangeOptions, string, string]>([
    ['seed', { seed: 8 }, 'seed', 'seed "8" was asked for, but the exchange in DATA has "7"'],
    [
      'service name',
      { serviceName: 'Other' },
      'serviceName',
      'serviceName Other was asked for, but the exchange in DATA has Venue',
    ],
    [
      'nonce rule',
      { nonceRule: 'unique' },
      'nonceRule',
      'nonceRule "unique" was asked for, but the exchange in DATA has "increasing"',
    ],
    [
      'start time',
      { startTime: START + 1 },
      'startTime',
      `startTime ${START + 1} was asked for, but the exchange in DATA has ${START}`,
    ],
    [
      'limits',
      { limits: { ipTokens: 5 } },
      'limits',
      'limits.ipTokens 5 was asked for, but the exchange in DATA has 20000',
    ],
    ['world', { world: 'default' }, 'world', 'world default was asked for, but the exchange in DATA has quiet'],
  ])('%s: both values and the ways out are named', async (_what, options, field, message) => {
    const wanted = { name: 'ControlError', field, message: `${message.replace('DATA', data)}: ${WAYS_OUT}` };
    await expect(start(options)).rejects.toMatchObject(wanted);
    expect(readdirSync(data)).toEqual(['journal-000001.jsonl']);
  });

  test('equal options are no contradiction', async () => {
    const again = await start({ seed: 7, serviceName: 'Venue', limits: { ipTokens: 20_000 }, nonceRule: 'increasing' });
    expect(again.seed).toBe('7');
  });
});

describe('a directory in use', () => {
  test('is refused to a second starter with process and ways out, and stays usable for the first', async () => {
    const first = await start();
    await expect(start()).rejects.toMatchObject({
      name: 'ControlError',
      field: 'data',
      message: `${data} is in use by process ${process.pid}: stop it first, or choose another directory`,
    });
    await first.client(0).placeOrders([BID]);
    await stop(first);
    expect((await start()).control.state().inputs).toBe(1);
  });

  test.each([
    ['of a process that is gone', { pid: 2 ** 22 + 5, started: 'x', host: hostname() }],
    ['of a process id that another process has now', { pid: process.pid, started: 'boot/1', host: hostname() }],
    ['that is no JSON', 'broken'],
  ])('by a lock %s is taken over', async (_what, holder) => {
    writeFileSync(join(data, 'lock'), JSON.stringify(holder));
    const exchange = await start();
    expect(JSON.parse(readFileSync(join(data, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await stop(exchange);
    expect(readdirSync(data)).toEqual(['journal-000001.jsonl']);
  });

  test('by a process of another machine is refused, and the lock is named', async () => {
    writeFileSync(join(data, 'lock'), JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere' }));
    await expect(start()).rejects.toThrow(
      `${data} is in use by process 1 on elsewhere: stop it first, or choose another directory; if it is gone, remove ${join(data, 'lock')}`,
    );
    rmSync(join(data, 'lock'));
  });
});

test('a directory that cannot be made is refused', async () => {
  writeFileSync(join(data, 'file'), '');
  const message = /^the data directory \S+file\/below cannot be used: ENOTDIR/;
  await expect(start({ data: join(data, 'file', 'below') })).rejects.toThrow(message);
});

test('durability without data is refused', async () => {
  await expect(createExchange({ durability: 'sync' })).rejects.toMatchObject({
    field: 'durability',
    message: 'durability says how data is kept: name a directory with data, or leave it out',
  });
});
