import { beforeEach, describe, expect, test } from 'vitest';
import { stateDigest } from '../engine/canonical-state.ts';
import { replay } from './journal/replay.ts';
import { exchangeDigest } from './journal/ledger-record.ts';
import type { WallTime } from './clock/clock.ts';
import { BID, type Lab, requestOf, startLab } from './lab.test-helper.ts';
import { fieldsOf, Listener, nextTurn, place } from './stream/listener.test-helper.ts';
import { textLogin } from './stream/session/login.test-helper.ts';

let lab: Lab;
beforeEach(async () => {
  lab = await startLab({ seed: 7 });
});

const idOf = (who: number): string => lab.accounts[who]?.subAccountId ?? '';
const constant = (ms: number) => ({ kind: 'constant', ms }) as const;
const openOrders = (): number => clientIds().length;
const START = 1_767_571_200_000;

/** Sends a placement and does not wait for its response; `at` is filled in when that has come. */
async function send(who: number, clientOrderId: string): Promise<{ at: number | null; time: number | null }> {
  const body = await lab.signed(who, 'placeOrders', { orders: [{ ...BID, clientOrderId }], grouping: 'na' });
  const sent: { at: number | null; time: number | null } = { at: null, time: null };
  void Promise.resolve(lab.core.router.handle(requestOf('POST', '/v1/trade', body))).then((response) => {
    sent.at = lab.core.state.now - START;
    sent.time = (JSON.parse(response.body) as { timestamp: number }).timestamp - START;
  });
  await nextTurn();
  return sent;
}

/** Moves the clock to so many ms after the start, and lets everything that was held until then go on. */
async function until(ms: number): Promise<void> {
  lab.core.clock.advanceTo(START + ms);
  await nextTurn();
  await nextTurn();
}

const clientIds = (): string[] => [...lab.core.state.orders.values()].flatMap(({ clientId }) => clientId || []);

describe('entry', () => {
  test('holds a request back until its time, and it is processed with the clock of then', async () => {
    lab.core.steering.setLatency(idOf(0), { entry: constant(20) });
    const sent = await send(0, 'one');
    expect(lab.core.faults.room.next).toBe(START + 20);
    await until(19);
    expect([openOrders(), sent.at]).toEqual([0, null]);
    await until(20);
    expect([openOrders(), sent]).toEqual([1, { at: 20, time: 20 }]);
    expect(lab.core.faults.room.next).toBeNull();
  });

  test('and that of responses are measured together, in exchange time', async () => {
    lab.core.steering.setLatency(idOf(0), { entry: constant(20), response: constant(30) });
    await send(0, 'one');
    await until(20);
    await until(50);
    lab.core.steering.setLatency(idOf(0), { entry: constant(5) });
    await send(0, 'two');
    await until(55);
    expect(lab.core.faults.responseTimes.list()).toEqual([
      { subAccountId: idOf(0), count: 2, lastMs: 5, medianMs: 5, p99Ms: 50, mostMs: 50 },
    ]);
  });

  test('leaves the requests of other subaccounts alone', async () => {
    lab.core.steering.setLatency(idOf(0), { entry: constant(20) });
    expect(await send(1, 'other')).toEqual({ at: 0, time: 0 });
  });

  test('keeps the order of the requests of one subaccount, also when it becomes shorter', async () => {
    lab.core.steering.setLatency(idOf(0), { entry: constant(20) });
    await send(0, 'one');
    lab.core.steering.setLatency(idOf(0), { entry: constant(1) });
    await send(0, 'two');
    lab.core.steering.setLatency(idOf(0), null);
    await send(0, 'three');
    await until(19);
    expect(openOrders()).toBe(0);
    await until(20);
    expect(clientIds()).toEqual(['one', 'two', 'three']);
    expect(await send(0, 'four')).toEqual({ at: 20, time: 20 });
  });
});

/** A wall whose timers run at their periods. */
class PeriodicWall implements WallTime {
  at = START;
  readonly #timers = new Set<{ readonly periodMs: number; due: number; readonly run: () => void }>();

  now(): number {
    return this.at;
  }

  elapsed(): number {
    return this.at;
  }

  every(periodMs: number, run: () => void): () => void {
    const timer = { periodMs, due: this.at + periodMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  pass(ms: number): void {
    this.at += ms;
    for (const timer of [...this.#timers]) {
      if (timer.due > this.at) continue;
      timer.due = this.at + timer.periodMs;
      timer.run();
    }
  }
}

test('a live clock lets a request go on at its time, between two of its regular ticks', async () => {
  const wall = new PeriodicWall();
  lab = await startLab({ seed: 7, clock: 'live', wall });
  lab.core.steering.setLatency(idOf(0), { entry: constant(20) });
  const sent = await send(0, 'one');
  wall.pass(19);
  await nextTurn();
  expect([openOrders(), sent.at]).toEqual([0, null]);
  wall.pass(1);
  await nextTurn();
  expect([openOrders(), sent.time]).toEqual([1, 20]);
});

describe('response', () => {
  test('holds the response back: the request is done at once, and its response has the time of that', async () => {
    lab.core.steering.setLatency(idOf(0), { response: constant(30) });
    const sent = await send(0, 'one');
    expect([openOrders(), sent.at]).toEqual([1, null]);
    await until(29);
    expect(sent.at).toBeNull();
    await until(30);
    expect(sent).toEqual({ at: 30, time: 0 });
  });
});

describe('reads of public data over REST', () => {
  test.each([
    ['POST', '/v1/info', { action: 'getMids' }],
    ['GET', '/v1/info/contracts', {}],
  ])('%s %s takes the latency of the client that sends it, and none from a stranger', async (method, path, params) => {
    lab.core.steering.setLatency(idOf(0), { entry: constant(20), data: constant(8) });
    const arrived: string[] = [];
    const ask = (subAccountId?: string): void => {
      const request = requestOf(method, path, method === 'POST' ? JSON.stringify({ params }) : '');
      const own = { ...request, ...(subAccountId !== undefined && { subAccountId }) };
      void Promise.resolve(lab.core.router.handle(own)).then(({ status }) =>
        arrived.push(`${status} ${lab.core.state.now - START} ${subAccountId === undefined ? 'stranger' : 'client'}`),
      );
    };
    ask(idOf(0));
    ask();
    ask(idOf(1));
    await nextTurn();
    expect(arrived.sort()).toEqual(['200 0 client', '200 0 stranger']);
    await until(20);
    await until(27);
    expect(arrived).toHaveLength(2);
    await until(28);
    expect(arrived[2]).toBe('200 28 client');
  });
});

describe('data', () => {
  /** A connection of account 0 that follows the trades of a market. */
  async function follow(): Promise<Listener> {
    const listener = new Listener(lab.core, 'trade');
    const { privateKey = '' } = lab.accounts[0] ?? {};
    const login = await textLogin({ privateKey, subAccountId: idOf(0), timestamp: lab.core.state.now });
    expect(listener.ask('auth', login).status).toBe(200);
    listener.follow('trades', { symbol: 'BTC-USDT' });
    return listener;
  }
  const trade = async (quantity: string): Promise<void> => {
    place(lab, 1, 'sell', quantity, '95001');
    place(lab, 2, 'buy', quantity, '95001', { orderType: 'limitIoc' });
    await nextTurn();
  };
  const quantities = (listener: Listener): unknown[] =>
    fieldsOf(
      listener.pushes().map(({ data }) => data),
      'quantity',
    ).flat();

  test('holds pushes of public channels back on a connection that has logged in, and on no other', async () => {
    lab.core.steering.setLatency(idOf(0), { data: constant(8) });
    const [own, other] = [await follow(), new Listener(lab.core)];
    other.follow('trades', { symbol: 'BTC-USDT' });
    await trade('0.001');
    expect([quantities(own), quantities(other)]).toEqual([[], ['0.001']]);
    await until(7);
    expect(quantities(own)).toEqual([]);
    await until(8);
    expect(quantities(own)).toEqual(['0.001']);
  });

  test('keeps the order of pushes when draws differ, and lets equal times arrive together', async () => {
    lab.core.steering.setLatency(idOf(0), { data: { kind: 'uniform', fromMs: 1, toMs: 100 } });
    const listener = await follow();
    const sizes = ['0.001', '0.002', '0.003', '0.004', '0.005', '0.006'];
    for (const [index, size] of sizes.entries()) {
      await until(index);
      await trade(size);
    }
    await until(200);
    expect(quantities(listener)).toEqual(sizes);
  });

  test('leaves nothing to a connection that has stopped to follow', async () => {
    lab.core.steering.setLatency(idOf(0), { data: constant(8) });
    const listener = await follow();
    await trade('0.001');
    listener.ask('unsubscribe', { type: 'trades', symbol: 'BTC-USDT' });
    listener.follow('trades', { symbol: 'BTC-USDT' });
    await until(8);
    expect(quantities(listener)).toEqual([]);
  });
});

describe('a run with latency', () => {
  const model = {
    entry: { kind: 'normal', meanMs: 20, deviationMs: 6 },
    response: { kind: 'exponential', meanMs: 9, minMs: 2 },
  } as const;

  async function drive(seed: number): Promise<{ readonly arrivals: readonly (number | null)[]; readonly of: Lab }> {
    lab = await startLab({ seed });
    lab.core.steering.setLatency(idOf(0), model);
    lab.core.steering.setLatency(idOf(1), { entry: { kind: 'samples', ms: [3, 40] } });
    const sent: { time: number | null }[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      await until(turn * 10);
      sent.push(await send(turn % 2, `bid-${turn}`));
    }
    for (let held = lab.core.faults.room.next; held !== null; held = lab.core.faults.room.next)
      await until(held - START);
    return { arrivals: sent.map(({ time }) => time), of: lab };
  }

  test('draws the same for the same seed, and other durations for another', async () => {
    const first = await drive(7);
    expect((await drive(7)).arrivals).toEqual(first.arrivals);
    expect((await drive(8)).arrivals).not.toEqual(first.arrivals);
    expect(first.arrivals.every((time) => time !== null)).toBe(true);
  });

  test('replays from its journal to the same digest', async () => {
    const { core } = (await drive(7)).of;
    const again = replay(core.settings.config, core.journal.records());
    expect(again.digest).toBe(exchangeDigest(core.sequencer.chainValue(), core.state));
    expect([...again.state.latencies.keys()]).toEqual([...core.state.latencies.keys()]);
  });

  test('has the digest of a state without latency once that is taken away', () => {
    const digest = (): string => stateDigest({ ...lab.core.state, inputSeq: 0, eventSeq: 0 });
    const clean = digest();
    lab.core.steering.setLatency(idOf(0), model);
    expect(digest()).not.toBe(clean);
    lab.core.steering.setLatency(idOf(0), null);
    expect(digest()).toBe(clean);
  });
});
