import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInChild, withFolder } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { MemoryRound } from '../rounds/memory-round.ts';
import { type Figure, figure, mebibytes, short } from '../table/figure.ts';
import { median } from '../table/statistics.ts';

const ORDERS = 100_000;
const TRADES = 1_000_000;

function grown(row: string, rounds: readonly MemoryRound[]): Figure {
  const heap = median(rounds.map(({ heapMiB }) => heapMiB));
  const seconds = median(rounds.map((round) => round.seconds));
  return figure(
    row,
    rounds.map(({ rssMiB }) => rssMiB),
    `${mebibytes(heap)} of it on the heap of the thread that responds; made in ${short(seconds)} s`,
  );
}

/** The folder is for the journal of the exchange. */
function held(kind: 'orders' | 'trades', count: number): Promise<MemoryRound> {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-bench-'));
  return withFolder(folder, () =>
    measureInChild<MemoryRound>('bench/rounds/memory-round.ts', kind, `${count}`, folder),
  );
}

/** What an exchange holds for its orders and trades, on all its threads: its history is in memory, its journal on disk. */
export const memory: Part = {
  name: 'memory',
  about: 'resident memory of 100k open orders and of 1M trades',
  rounds: 1,
  roundSeconds: 110,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(async () => ({
      orders: await held('orders', ORDERS),
      trades: await held('trades', TRADES),
    }));
    return [
      grown(
        'memory-orders',
        rounds.map(({ orders }) => orders),
      ),
      grown(
        'memory-trades',
        rounds.map(({ trades }) => trades),
      ),
    ];
  },
};
