import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { createControlPlane } from '../control/control-plane.ts';
import type { WallTime } from '../clock/clock.ts';
import type { Exchange } from '../exchange.ts';
import { bid, FIRST_FILE, openIds, silent, START, startOn, type Told } from './kept-exchange.test-helper.ts';
import { MemoryStorage } from './memory-storage.test-helper.ts';

/** A wall that the test moves; a live clock ticks with it. */
class HandWall implements WallTime {
  #now: number;
  #tick: () => void = () => undefined;

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  every(_periodMs: number, run: () => void): () => void {
    this.#tick = run;
    return () => (this.#tick = () => undefined);
  }

  passes(ms: number): void {
    this.#now += ms;
    this.#tick();
  }
}

let storage: MemoryStorage;
let exchange: Exchange;
let told: Told;

beforeEach(async () => {
  storage = new MemoryStorage();
  told = silent();
  exchange = await startOn(storage, {}, told);
  await exchange.client(0).placeOrders([bid('before')]);
});
afterEach(async () => {
  storage.faults = {};
  await exchange.close();
});

const placed = (id: string): Promise<unknown> => exchange.client(0).placeOrders([bid(id)]);
const statusOf = async (): Promise<object> => {
  const response = await exchange.fetch(`${exchange.url}/exchange/status`);
  return { http: response.status, ...((await response.json()) as object) };
};

describe('a full disk', () => {
  const NO_SPACE = 'the exchange has no space to record requests, not accepting any that change it';

  beforeEach(() => {
    storage.faults = { write: () => 'ENOSPC' };
  });

  test('refuses a write with 503 and Retry-After, and nothing changes', async () => {
    const before = storage.content(FIRST_FILE);
    const { journal: _, ...state } = exchange.control.state();
    const body = JSON.stringify(await exchange.client(0).signed('placeOrders', { orders: [bid('refused')] }));
    const response = await exchange.fetch(`${exchange.url}/trade`, { method: 'POST', body });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      status: 'error',
      error: { code: 'SERVICE_UNAVAILABLE', message: NO_SPACE, retryable: true },
    });
    expect(exchange.control.state()).toMatchObject(state);
    expect(storage.content(FIRST_FILE).equals(before)).toBe(true);
    expect(told.errors).toEqual([]);
  });

  test('serves reads, and the status says that no orders are accepted', async () => {
    await expect(placed('refused')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await openIds(exchange)).toEqual(['before']);
    expect(await statusOf()).toMatchObject({
      http: 200,
      accepting_orders: false,
      exchange_status: 'MAINTENANCE',
      message: 'Service has no space to record requests',
    });
    expect(exchange.control.state().journal).toMatchObject({ kept: 'file', file: FIRST_FILE, trouble: 'full' });
  });

  test('refuses what the control plane would change, with 503', async () => {
    const plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
    const body = Buffer.from(JSON.stringify({ ms: 1_000 }));
    const request = { method: 'POST', path: '/sim/v1/clock/advance', headers: {}, body, ip: '127.0.0.1' };
    const response = await plane.handle({ ...request, headers: { 'content-type': 'application/json' } });
    expect(response?.status).toBe(503);
    expect(JSON.parse(response?.body ?? '')).toEqual({
      error: {
        code: 'SERVICE_UNAVAILABLE',
        field: 'data',
        message: `${FIRST_FILE} cannot grow: no space is left on the device`,
      },
    });
  });

  test('refuses a snapshot with 503 and keeps no part of it', async () => {
    const plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
    const headers = { 'content-type': 'application/json' };
    const asked = { method: 'POST', path: '/sim/v1/snapshots', headers, body: Buffer.from('{"name":"late"}') };
    const response = await plane.handle({ ...asked, ip: '127.0.0.1' });
    expect(response?.status).toBe(503);
    expect(JSON.parse(response?.body ?? '')).toEqual({
      error: {
        code: 'SERVICE_UNAVAILABLE',
        field: 'data',
        message: 'the snapshot late cannot be written (ENOSPC): nothing of it is kept',
      },
    });
    expect(storage.names('/data/snapshots')).toEqual([]);
    storage.faults = {};
    expect(exchange.snapshot('late')).toBe('late');
    expect(storage.names('/data/snapshots')).toEqual(['late.json']);
  });

  test('leaves no part of an automatic snapshot, and the log says which one is missing', async () => {
    const disk = new MemoryStorage();
    const own = await startOn(disk, { snapshotEvery: 4 }, told);
    for (let no = 0; no < 3; no += 1) own.clock.advance(500);
    let writes = 0;
    // The input fits, the snapshot does not.
    disk.faults = { write: () => ((writes += 1) > 1 ? 'ENOSPC' : null) };
    own.clock.advance(500);
    await own.close();
    expect(told.errors).toContain('the snapshot auto-000001-000000000004 could not be written');
    expect(disk.names('/data/snapshots')).toEqual([]);
  });

  test('that has space again accepts writes, at once and without a start', async () => {
    await expect(placed('refused')).rejects.toThrow(NO_SPACE);
    storage.faults = {};
    expect(await statusOf()).toMatchObject({ accepting_orders: true, exchange_status: 'RUNNING', message: 'OK' });
    await placed('after');
    const digest = exchange.digest();
    await exchange.close();
    exchange = await startOn(storage);
    expect(exchange.digest()).toBe(digest);
    expect(await openIds(exchange)).toEqual(['after', 'before']);
  });

  test('holds a live clock where it is, and lets it go on when there is space', async () => {
    const wall = new HandWall(START);
    const disk = new MemoryStorage();
    const live = await startOn(disk, { clock: 'live', wall, startTime: START, world: 'default' });
    wall.passes(2_000);
    const { inputs } = live.control.state();
    disk.faults = { write: () => 'ENOSPC' };
    wall.passes(3_000);
    expect(live.control.state()).toMatchObject({ inputs, now: START + 2_000 });
    disk.faults = {};
    wall.passes(1_000);
    expect(live.control.state().inputs).toBeGreaterThan(inputs);
    await live.close();
  });
});

test.each(['write', 'sync'] as const)(
  'after a failed %s nothing is acknowledged, and it is not tried again',
  async (kind) => {
    let failures = 0;
    storage.faults = {
      [kind]: () => {
        failures += 1;
        return failures === 1 ? 'EIO' : null;
      },
    };
    await expect(placed('unknown')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(placed('late')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(openIds(exchange)).rejects.toThrow('the exchange can record nothing any more and is stopping');
    expect(failures).toBe(1);
    expect(await exchange.failure()).toMatchObject({
      kind: 'failed',
      message: `${FIRST_FILE} cannot be written (EIO)`,
    });
    await exchange.close();
    storage.losePower(new RandomInputs(kind, 'power'));
    exchange = await startOn(storage);
    const ids = await openIds(exchange);
    expect(ids).toContain('before');
    expect(ids).not.toContain('late');
  },
);

test.each([
  ['sync', 'an input is synced before it is applied', 3],
  ['batch', 'one sync covers all orders of a turn', 1],
  ['none', 'nothing is synced', 0],
] as const)('with durability %s %s', async (durability, _what, syncs) => {
  const disk = new MemoryStorage();
  const own = await startOn(disk, { durability });
  const before = disk.syncs;
  await Promise.all([0, 1, 2].map((account) => own.client(account).placeOrders([bid(`own-${account}`)])));
  expect(disk.syncs - before).toBe(syncs);
  await own.close();
});

test('no frame and no response leaves before its input is durable', async () => {
  const seen: string[] = [];
  const sink = {
    send: (frames: readonly string[]) => void seen.push(...frames),
    close: () => undefined,
    buffered: () => 0,
  };
  const session = exchange.stream('info', sink);
  session.receive('{"method":"subscribe","params":{"type":"orderbook","symbol":"BTC-USDT"}}');
  await exchange.delivered();
  const acknowledged = seen.length;
  storage.faults = { sync: () => 'EIO' };
  await expect(placed('unknown')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await exchange.failure();
  await new Promise((resolve) => setImmediate(resolve));
  expect(acknowledged).toBeGreaterThan(0);
  expect(seen).toHaveLength(acknowledged);
});
