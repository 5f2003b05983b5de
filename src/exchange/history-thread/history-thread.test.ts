import { Worker } from 'node:worker_threads';
import initSqlJs from 'sql.js';
import { afterEach, expect, test } from 'vitest';
import type { EngineEvent } from '../../engine/event.ts';
import { cancelled, fill, newHistory, placed, T0, type TestHistory, traded } from '../history/history.test-helper.ts';
import type { StoreStart } from '../history/rows.ts';
import { HistoryThread, startThread } from './history-thread.ts';
import type { ThreadStart } from './messages.ts';
import { HistoryThreads } from './open-thread.ts';

const open: HistoryThread[] = [];
const workers: Worker[] = [];
/** The end of each of them, which may come before a test waits for it. */
const ends: Promise<unknown>[] = [];
const failures: string[] = [];

afterEach(() => {
  for (const thread of open.splice(0)) thread.close();
  workers.length = 0;
  ends.length = 0;
  failures.length = 0;
});

const openStore = (start: StoreStart): Promise<HistoryThread> => openWith(start, startThread);

async function openWith(start: StoreStart, startWorker: (given: ThreadStart) => Worker): Promise<HistoryThread> {
  const thread = await HistoryThread.open(start, {
    onFailure: ({ message }) => failures.push(message),
    startWorker: (given) => {
      const worker = startWorker(given);
      workers.push(worker);
      ends.push(new Promise((resolve) => worker.once('exit', resolve)));
      return worker;
    },
  });
  open.push(thread);
  return thread;
}

/** A thread that opens, and does this with its first message. */
const threadThat = (act: string) => (): Worker =>
  new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', () => { ${act} });
     parentPort.postMessage('done');`,
    { eval: true },
  );

const LOST = 'the thread of the history is lost, and with it the history: ';

/** Each order is placed, and filled or cancelled. */
const eventsOf = (from: number, to: number): EngineEvent[] =>
  Array.from({ length: to - from }, (_, index) => from + index).flatMap((no) => [
    placed(T0 + no, { no, account: 1 + (no % 2), clientId: `c${no}` }),
    no % 3 === 0
      ? cancelled(T0 + no, no, 'user')
      : traded(T0 + no, { trade: no, taker: fill({ order: no, account: 1 + (no % 2) }) }),
  ]);

const START: StoreStart = { markets: new Map(), kept: 10, rows: {}, projector: undefined };
const WINDOW = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** The rows of the exported file. */
async function tablesOf(history: TestHistory): Promise<unknown> {
  const { Database } = await initSqlJs();
  const database = new Database(history.exportSqlite());
  const tables = ['progress', 'markets', 'accounts', 'orders', 'order_states', 'fills', 'closed_positions'];
  const rows = tables.map((table) => database.exec(`SELECT * FROM ${table} ORDER BY rowid`));
  database.close();
  return rows;
}

function readsOf(history: TestHistory): unknown {
  return [1, 2].map((account) => [
    history.orderRecords({ account, ...WINDOW }).text,
    history.tradeRecords({ account, ...WINDOW, limit: 50, offset: 3 }),
    history.closedPositions({ account, ...WINDOW }),
    history.performance({ account, ...WINDOW }),
    history.balanceUpdates({ account, ...WINDOW, limit: 9, offset: 0, actions: ['DEPOSIT'] } as never),
    history.transfers({ account, ...WINDOW, limit: 9, offset: 0 }),
    history.fundingPayments({ account, ...WINDOW, limit: 9 }),
    history.fundingRates({ symbol: 'ETH-USDT', ...WINDOW, limit: 9 }),
    [...history.select('SELECT row, status FROM order_states', {})],
  ]);
}

test('reads, what is saved and the exported file are those of a history on this thread', async () => {
  const events = eventsOf(1, 300);
  const [here, there] = [newHistory({ rows: 40 }), newHistory({ rows: 40, openStore })];
  for (const history of [here, there]) {
    history.record(events.slice(0, 100));
    await history.ready();
    history.record(events.slice(100));
  }
  expect(readsOf(there)).toEqual(readsOf(here));
  expect(there.save()).toEqual(here.save());
  expect(await tablesOf(there)).toEqual(await tablesOf(here));
  const again = newHistory({ rows: 40, openStore, from: there.save() });
  await again.ready();
  expect(readsOf(again)).toEqual(readsOf(here));
});

test('a read sees every event before it and none after it, however many batches are under way', async () => {
  const history = newHistory({ openStore });
  await history.ready();
  const events = eventsOf(1, 2_000);
  for (let at = 0; at < events.length; at += 10) {
    history.record(events.slice(at, at + 10));
    history.feed();
    if (at % 500 !== 0) continue;
    const orders = history.tradeRecords({ account: 1, ...WINDOW, limit: 1, offset: 0 });
    const fills = events.slice(0, at + 10).filter((event) => event.type === 'Traded' && event.taker.account === 1);
    expect(orders.total).toBe(fills.length);
  }
});

test('reads that wait hold up nothing else, and a history with nothing to write is ready as well', async () => {
  const history = newHistory({ openStore });
  history.record(eventsOf(1, 3_000));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await history.ready();
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
  await history.ready();
  expect(history.tradeRecords({ account: 1, ...WINDOW, limit: 1, offset: 0 }).total).toBe(1_000);
});

test('events beyond those that may be under way wait for the thread, and none is lost', async () => {
  const history = newHistory({ openStore, rows: 100_000 });
  await history.ready();
  const events = eventsOf(1, 15_000);
  history.record(events);
  history.feed();
  const fills = events.filter((event) => event.type === 'Traded' && event.taker.account === 1);
  expect(history.tradeRecords({ account: 1, ...WINDOW, limit: 1, offset: 0 }).total).toBe(fills.length);
});

test('after a thread has ended, reads throw what happened, and later events are dropped', async () => {
  const history = newHistory({ openStore });
  await history.ready();
  history.record(eventsOf(1, 5));
  await workers[0]?.terminate();
  const ended = `${LOST}it exited with code 1`;
  expect(failures).toEqual([ended]);
  expect(() => history.orderRecords({ account: 1, ...WINDOW })).toThrow(ended);
  expect(() => history.save()).toThrow(ended);
  history.record(eventsOf(5, 9));
  expect(() => history.feed()).not.toThrow();
  await expect(history.ready()).rejects.toThrow(ended);
});

test.each([
  ['exits', 'process.exit(3)'],
  ['fails', "throw new Error('no memory')"],
])('a read whose thread %s in the middle of it throws', async (_, act) => {
  const thread = await openWith(START, threadThat(act));
  expect(() => thread.orderRecords({ account: 1, ...WINDOW })).toThrow(`${LOST}it has ended`);
  expect(ends).toHaveLength(1);
  await ends[0];
});

test('a thread that fails says why', async () => {
  const thread = await openWith(START, threadThat("throw new Error('no memory')"));
  await expect(thread.catchUp({ size: 0, take: () => [] })).rejects.toThrow(`${LOST}no memory`);
  expect(failures).toEqual([`${LOST}no memory`]);
});

test('a thread that cannot start is one that did not open', async () => {
  const gone = (): Worker => new Worker("throw new Error('no module')", { eval: true });
  await expect(openWith(START, gone)).rejects.toThrow(`${LOST}no module`);
});

test('a history closed while its thread writes is closed at once, and waits end with that', async () => {
  const history = newHistory({ openStore });
  await history.ready();
  history.record(eventsOf(1, 3_000));
  history.feed();
  const caughtUp = open[0]?.catchUp({ size: 0, take: () => [] });
  history.close();
  await expect(caughtUp).rejects.toThrow('the history is closed');
  expect(failures).toEqual([]);
});

test('a thread serves one store after another, and ends when it is given back', async () => {
  const threads = new HistoryThreads({ error: (_facts, message) => failures.push(message) });
  for (const orders of [3, 6]) {
    const history = newHistory({ openStore: threads.open });
    await history.ready();
    history.record(eventsOf(1, orders));
    expect(history.tradeRecords({ account: 1, ...WINDOW, limit: 1, offset: 0 }).total).toBe(orders === 3 ? 1 : 2);
    history.close();
  }
  threads.release();
  expect(failures).toEqual([]);
});

test('a thread that serves many stores in turn collects no listeners', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', onWarning);
  const threads = new HistoryThreads({ error: (_facts, message) => failures.push(message) });
  for (let stores = 0; stores < 12; stores += 1) (await threads.open(START)).close();
  threads.release();
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
