import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Core } from '../src/exchange/core.ts';
import { Lives } from '../src/exchange/lives.ts';
import type { JsonObject } from '../src/contract/json.ts';
import { subAccountIdOf } from '../src/kernel/ids.ts';
import { SYMBOL } from './load/bench-engine.ts';
import { DATA_OPTIONS, makersAndTakers } from './load/maker-taker.ts';
import { collect } from './process/collect.ts';

/**
 * Measures the history of an exchange in a data directory: `history-files.ts [--trades 300000] [--every 20000] [--history-rows 250000]
 * [--resting 0]`. Half of ten accounts rest orders and half take them, so that two inputs are one trade; `resting` orders come first and stay open.
 * It prints what the last automatic snapshot takes in processor time and bytes, what the process keeps in memory, what reads take, and how
 * long a start takes. Inputs enter where validated ones do, so that signing does not make the run long.
 */
const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '300000' },
    every: { type: 'string', default: '20000' },
    'history-rows': { type: 'string', default: '250000' },
    resting: { type: 'string', default: '0' },
  },
});
const every = Number(values.every);
const trades = Number(values.trades);
const resting = Number(values.resting);
const data = mkdtempSync(join(tmpdir(), 'perpsim-history-files-'));
const log = {
  error: (_facts: object, message: string): void => console.error(message),
  notice: (message: string): void => console.log(`  ${message.replaceAll(data, 'DIR')}`),
};
const options = {
  ...DATA_OPTIONS,
  data,
  log,
  snapshotEvery: every,
  historyRows: Number(values['history-rows']),
} as const;

const MIB = 1_048_576;
const STEP_MS = 10;

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(join(data, folder)).map((name) => join(data, folder, name));
  } catch {
    return [];
  }
};
const bytesOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + statSync(path).size, 0);

/** Waits until the automatic snapshot after this many inputs is there. */
async function written(inputs: number): Promise<void> {
  const path = join(data, 'snapshots', `auto-000001-${String(inputs).padStart(12, '0')}.json`);
  while (!filesIn('snapshots').includes(path)) await sleep(5);
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

function memory(what: string): void {
  collect();
  collect();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const figures = { rss, heapUsed, arrayBuffers };
  console.log(
    what,
    JSON.stringify(Object.fromEntries(Object.entries(figures).map(([k, v]) => [k, Math.round(v / MIB)]))),
  );
}

const median = (times: number[]): string => (times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(2);

/** First time and median of a few more, in ms. */
async function timed(what: string, read: () => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (let time = 0; time < 9; time += 1) {
    await sleep(1);
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  const [first = 0] = times;
  console.log(`read ${what}: first ${first.toFixed(2)} ms, median ${median(times)} ms`);
}

/** A page as a client gets it, without signature and socket. */
async function page(core: Core, action: string, params: JsonObject): Promise<void> {
  const [owner] = [...core.state.accounts.values()].filter(({ agent }) => !agent);
  if (!owner) throw new Error('an account is needed');
  const subAccountId = subAccountIdOf(owner.no);
  const reply = await core.dispatcher.asOwner(owner.owner, { action, params, subAccountId, nonce: 0, ip: '127.0.0.1' });
  if (reply.http !== 200) throw new Error(`${action} was refused: ${JSON.stringify(reply.envelope)}`);
}

async function reads(core: Core): Promise<void> {
  const to = core.state.now - 200_000;
  const window = { symbol: SYMBOL, startTime: to - 60_000, endTime: to };
  await timed('newest page of trades', () => page(core, 'getTrades', { limit: 20 }));
  await timed('page 1,000 of trades', () => page(core, 'getTrades', { limit: 20, offset: 20 * 999 }));
  await timed('trades by symbol and time', () => page(core, 'getTrades', { limit: 20, ...window }));
  await timed('newest page of orders', () => page(core, 'getOrderHistory', { limit: 20 }));
  await timed('page 1,000 of orders', () => page(core, 'getOrderHistory', { limit: 20, offset: 20 * 999 }));
  await timed('orders by symbol and time', () => page(core, 'getOrderHistory', { limit: 20, ...window }));
  await timed('orders of a status that none has', () =>
    page(core, 'getOrderHistory', { limit: 20, status: ['modified'] }),
  );
}

const writer = new Lives(options);
const core = await writer.first(options);
let now = core.state.now;
core.sequencer.follow(() => now);
const place = makersAndTakers(core, { resting, isNamed: true });
let submitted = 0;
function submit(): void {
  place();
  submitted += 1;
}
memory('memory at genesis, MiB');
// The last snapshot is taken alone, so that its cost can be told from the others.
const inputs = Math.floor((resting + trades * 2) / every) * every;
while (submitted < inputs - 1) {
  now += STEP_MS;
  submit();
  if (submitted % every === 0) await written(submitted);
}
const { order, trade } = core.state.counters;
console.log(
  `${submitted} inputs, ${order - 1} orders of which ${core.state.orders.size} are open, ${trade - 1} trades`,
);
const before = new Set(filesIn('history'));
const [cpu, wall] = [cpuMs(), performance.now()];
submit();
const inTurn = performance.now() - wall;
await written(inputs);
const took = cpuMs() - cpu;
const own = filesIn('history').filter((path) => !before.has(path));
const snapshot = filesIn('snapshots').filter((path) => path.includes(String(inputs).padStart(12, '0')));
console.log(
  `snapshot at ${inputs} inputs: ${took.toFixed(0)} ms CPU, ${inTurn.toFixed(1)} ms at its input, ${(bytesOf(snapshot) / MIB).toFixed(2)} MiB + ${(bytesOf(own) / MIB).toFixed(2)} MiB of history`,
);
console.log(
  `history folder: ${filesIn('history').length} files, ${(bytesOf(filesIn('history')) / MIB).toFixed(1)} MiB`,
);
memory('memory after it, MiB');

await reads(core);
memory('memory after reads, MiB');
core.stop();
await writer.end(core);
await writer.release();

const reader = new Lives(options);
const [cpuStart, start] = [cpuMs(), performance.now()];
const again = await reader.first(options);
console.log(`start: ${(performance.now() - start).toFixed(0)} ms, ${(cpuMs() - cpuStart).toFixed(0)} ms CPU`);
memory('memory after it, MiB');
await reads(again);
again.stop();
await reader.end(again);
await reader.release();
rmSync(data, { recursive: true });
