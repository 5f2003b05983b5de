import type { HttpRequest } from '../../src/exchange/http/http.ts';
import { BenchCore, Trading } from '../load/bench-core.ts';
import { signedRead } from '../load/signed-read.ts';

// Reads of a history that keeps all of so many trades, beside so many open orders: `large-reads-round.ts <trades> <orders>`.

/** Milliseconds of processor time, signature and JSON included: a single read had better not wait for others. */
export interface LargeReadsRound {
  /** The first read of the history, after all the trades: a page of the usual size. */
  readonly firstMs: number;
  readonly newestMs: number;
  /** The thousandth part of the list, near its beginning. */
  readonly oldestMs: number;
  /** Of one market and a time in the middle. */
  readonly filteredMs: number;
}

const PARTS = 1_000;
/** Trades of a page where none is asked for. */
const USUAL = 100;
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

const limit = Math.ceil(trades / PARTS);

/** Reads a page, which has so many trades of so many in all. */
async function read(request: HttpRequest, count: number, isTotal: (total: number) => boolean): Promise<void> {
  const { status, body } = await bench.core.router.handle(request);
  if (status !== 200) throw new Error(`a read is refused: ${body.slice(0, 200)}`);
  const had = body.split('"tradeId"').length - 1;
  const total = Number(/"total":(\d+)/.exec(body)?.[1]);
  if (had !== count || !isTotal(total)) throw new Error(`a page has ${had} trades of ${total}`);
}

/** Processor time of a read, the mean of so many. */
async function processorMs(reads: number, work: () => Promise<void>): Promise<number> {
  const usage = process.cpuUsage();
  for (let time = 0; time < reads; time += 1) await work();
  const { user, system } = process.cpuUsage(usage);
  return (user + system) / 1_000 / reads;
}

async function typical(params: object, isTotal: (total: number) => boolean): Promise<number> {
  const request = await signedRead(bench, 1, 'getTrades', { limit, ...params });
  const once = (): Promise<void> => read(request, limit, isTotal);
  await processorMs(WARM, once);
  return processorMs(READS, once);
}

const whole = (total: number): boolean => total === trades;
const half = Math.floor((began + bench.core.state.now) / 2);
const first = await signedRead(bench, 1, 'getTrades', { limit: USUAL });
// What signs and answers has run before, as it has in an exchange that was traded on.
const other = await signedRead(bench, 1, 'getOpenOrders', {});
for (let time = 0; time < WARM; time += 1) await bench.core.router.handle(other);
const firstMs = await processorMs(1, () => read(first, USUAL, whole));
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
