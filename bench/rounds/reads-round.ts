import type { HttpRequest } from '../../src/exchange/http/http.ts';
import { BenchCore, Trading } from '../load/bench-core.ts';
import { signedRead } from '../load/signed-read.ts';
import { profiled } from '../process/profile-session.ts';
import { median } from '../table/statistics.ts';
import { CellByCell } from '../yardsticks/y8-cells.ts';

// Full pages of history, read in process while it grows: `reads-round.ts`.

/** Milliseconds of a page. */
export interface PageTimes {
  readonly orderHistory: number;
  readonly trades: number;
  /** The yardstick: as many rows of a plain table, cell by cell. */
  readonly cells: number;
}

/** By how many trades the account has made; each is two rows of order history. */
export type ReadsRound = Readonly<Record<'1000' | '10000' | '100000', PageTimes>>;

const PAGE = 1_000;
const WARM = 5;
const READS = 15;

const bench = await BenchCore.start();
const trading = new Trading(bench);

/** Median milliseconds of each read; they take turns. */
async function timed(): Promise<PageTimes> {
  const taken: Record<keyof PageTimes, number[]> = { orderHistory: [], trades: [], cells: [] };
  for (let time = 0; time < WARM + READS; time += 1) {
    for (const name of ['orderHistory', 'trades', 'cells'] as const) {
      const started = performance.now();
      if (name === 'cells') cells.page(PAGE);
      else await read(requests[name]);
      if (time >= WARM) taken[name].push(performance.now() - started);
    }
  }
  return { orderHistory: median(taken.orderHistory), trades: median(taken.trades), cells: median(taken.cells) };
}

const page = { limit: PAGE };
const requests = {
  orderHistory: await signedRead(bench, 1, 'getOrderHistory', page),
  trades: await signedRead(bench, 1, 'getTrades', page),
};
const cells = await CellByCell.create(100_000);

async function read(request: HttpRequest): Promise<void> {
  const { status, body } = await bench.core.router.handle(request);
  if (status !== 200 || body.length < PAGE * 100) throw new Error(`no full page: ${status} ${body.slice(0, 200)}`);
}

const times: Partial<Record<keyof ReadsRound, PageTimes>> = {};
await profiled(async () => {
  for (const size of ['1000', '10000', '100000'] as const) {
    await trading.upTo(Number(size));
    times[size] = await timed();
  }
});
bench.stop();
process.stdout.write(`result ${JSON.stringify(times)}\n`);
