import type { HttpRequest } from '../../src/exchange/http/http.ts';
import { BenchCore, Trading } from '../load/bench-core.ts';
import { signedRead } from '../load/signed-read.ts';
import { median } from '../table/statistics.ts';

// Reads of a history that keeps all of so many trades, beside so many open orders: `large-reads-round.ts <trades> <orders>`.

/** Milliseconds, signature and JSON included. */
export interface LargeReadsRound {
  /** Processor time of the first read of the history, after all the trades: one that is measured once had better not wait for others. */
  readonly firstMs: number;
  readonly newestMs: number;
  /** The thousandth part of the list, near its beginning. */
  readonly oldestMs: number;
  /** Of one market and a time in the middle. */
  readonly filteredMs: number;
}

const PARTS = 1_000;
const WARM = 5;
const READS = 15;
/** Ticks from the middle at which orders rest: a thousand prices that no trade reaches. */
const NEAREST = 1_500;
const PRICES = 1_000;
const MID = 95_000;

const [trades, orders] = process.argv.slice(2).map(Number) as [number, number];
// Both sides of a trade have a row.
const bench = await BenchCore.start({ historyRows: 2 * Math.max(trades, orders) });
const trading = new Trading(bench);
const began = bench.core.state.now;
for (let order = 0; order < orders; order += 1) {
  const off = NEAREST + (order % PRICES);
  const [side, price] = order % 2 === 0 ? (['buy', MID - off] as const) : (['sell', MID + off] as const);
  bench.place(2, { side, orderType: 'limitGtc', price: String(price), quantity: '0.001' });
  if (order % 50 === 0) await bench.idle();
}
await trading.upTo(trades);

interface Page {
  readonly trades: readonly unknown[];
  readonly total: number;
}

const limit = Math.ceil(trades / PARTS);

/** Reads a page, which has so many trades of so many in all. */
async function read(request: HttpRequest, count: number, isTotal: (total: number) => boolean): Promise<number> {
  const started = performance.now();
  const { status, body } = await bench.core.router.handle(request);
  const ms = performance.now() - started;
  if (status !== 200) throw new Error(`a read is refused: ${body.slice(0, 200)}`);
  const { response } = JSON.parse(body) as { readonly response: Page };
  if (response.trades.length !== count || !isTotal(response.total))
    throw new Error(`a page has ${response.trades.length} trades of ${response.total}`);
  return ms;
}

async function typical(params: object, isTotal: (total: number) => boolean): Promise<number> {
  const request = await signedRead(bench, 1, 'getTrades', { limit, ...params });
  const taken: number[] = [];
  for (let time = 0; time < WARM + READS; time += 1) taken.push(await read(request, limit, isTotal));
  return median(taken.slice(WARM));
}

const whole = (total: number): boolean => total === trades;
const half = Math.floor((began + bench.core.state.now) / 2);
const first = await signedRead(bench, 1, 'getTrades', { limit });
// What signs and answers has run before, as it has in an exchange that was traded on.
for (let time = 0; time < WARM; time += 1)
  await bench.core.router.handle(await signedRead(bench, 1, 'getOpenOrders', {}));
const usage = process.cpuUsage();
await read(first, limit, whole);
const { user, system } = process.cpuUsage(usage);
const firstMs = (user + system) / 1_000;
const round: LargeReadsRound = {
  firstMs,
  newestMs: await typical({}, whole),
  oldestMs: await typical({ offset: limit * (PARTS - 1) }, whole),
  filteredMs: await typical(
    { symbol: 'BTC-USDT', startTime: half, endTime: bench.core.state.now },
    (total) => total > limit && total < trades,
  ),
};
bench.stop();
process.stdout.write(`result ${JSON.stringify(round)}\n`);
