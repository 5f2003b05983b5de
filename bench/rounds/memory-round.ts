import { setTimeout } from 'node:timers/promises';
import { BenchCore, Trading } from '../load/bench-core.ts';
import { collect } from '../process/collect.ts';

// Memory of a whole exchange that keeps its journal on disk: `memory-round.ts orders|trades <count> <folder>`.

/** Growth from before to after, in MiB. */
export interface MemoryRound {
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly seconds: number;
}

const MIB = 1_048_576;
const ACCOUNTS = 5;
/** Ticks from the middle at which orders rest: a thousand prices that no trade reaches. */
const NEAREST = 1_500;
const PRICES = 1_000;
const MID = 95_000;
/** More than wait until the database is loaded. */
const WARM_TRADES = 50_000;
/** Turns in which what waits is done, in rounds between which the database may load. */
const TURNS = 200;
const ROUNDS = 10;

const [, , kind, count, folder = ''] = process.argv;
const amount = Number(count);
const bench = await BenchCore.startIn(folder);
const trading = new Trading(bench);

async function restOrders(): Promise<void> {
  for (let order = 0; order < amount; order += 1) {
    const off = NEAREST + (order % PRICES);
    const isBuy = order % 2 === 0;
    const price = String(MID + (isBuy ? -off : off));
    bench.place(order % ACCOUNTS, { side: isBuy ? 'buy' : 'sell', orderType: 'limitGtc', price, quantity: '0.001' });
    if (order % 50 === 0) await bench.idle();
  }
}

/** Memory after what waits for idle moments is done. */
async function memory(): Promise<NodeJS.MemoryUsage> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < TURNS; turn += 1) await bench.idle();
    await setTimeout(TURNS);
  }
  collect();
  collect();
  return process.memoryUsage();
}

// Code, caches and the database are there before, and the young generation has its full size.
await trading.upTo(WARM_TRADES);
const before = await memory();
const started = performance.now();
if (kind === 'orders') await restOrders();
else await trading.upTo(trading.trades + amount);
const seconds = (performance.now() - started) / 1_000;
const after = await memory();
const heapOf = ({ heapUsed, external }: NodeJS.MemoryUsage): number => heapUsed + external;
const round: MemoryRound = {
  rssMiB: (after.rss - before.rss) / MIB,
  heapMiB: (heapOf(after) - heapOf(before)) / MIB,
  seconds,
};
process.stdout.write(`result ${JSON.stringify(round)}\n`);
process.exit(0);
