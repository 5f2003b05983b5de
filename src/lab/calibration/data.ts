import { formatUnits, parseUnits } from '../../kernel/decimal.ts';
import { type DataKind, kindOf } from '../../scenarios/market-data/columns.ts';
import { type DataProblem, MarketDataError, type RawSource } from '../../scenarios/market-data/rows.ts';
import { dataOf } from '../../scenarios/market-data/read.ts';
import type { RowsByKind } from '../../scenarios/market-data/row-checks.ts';
import { openSource, refusal } from '../../scenarios/market-data/sources.ts';
import {
  type BookSample,
  bookSampleOf,
  type Candle,
  type Levels,
  type Observations,
  OrderCollector,
} from './estimate/observations.ts';

/** Files of recorded data of one market. */
export interface DataFiles {
  readonly trades?: string;
  /** Book tops or depth. */
  readonly book?: string;
  readonly candles?: string;
}

export interface RecordedMarket {
  readonly observed: Observations;
  /** Steps of all prices and sizes of trades and books, as decimal text; null with too few to say. */
  readonly tick: string | null;
  readonly lot: string | null;
}

/** The book is looked at once in this time. */
const LOOK_MS = 5_000;
const MINUTE_MS = 60_000;
/** Candles from this length on show activity; prices of the book or of trades tell more of volatility. */
const LONG_MS = 1_800_000;
/**
 * Reads recorded data of one market.
 *
 * @throws MarketDataError for bad rows, with file and line
 */
export async function readFiles(
  symbol: string,
  files: DataFiles,
  onRow: (rows: number) => void = () => undefined,
): Promise<RecordedMarket> {
  const reading = new Reading(onRow);
  if (files.trades !== undefined) await reading.trades(files.trades);
  if (files.book !== undefined) await reading.book(files.book);
  if (files.candles !== undefined) await reading.candles(files.candles);
  return reading.result(symbol);
}

class Reading {
  readonly #orders = new OrderCollector();
  readonly #prices = new Increments();
  readonly #sizes = new Increments();
  readonly #onRow: (rows: number) => void;
  #rows = 0;
  #samples: BookSample[] = [];
  #distances: number[] = [];
  #candles: Candle[] = [];

  constructor(onRow: (rows: number) => void) {
    this.#onRow = onRow;
  }

  async trades(file: string): Promise<void> {
    for await (const { time, price, quantity, side } of this.#rowsOf('trades', await openSource(file))) {
      this.#prices.add(price);
      this.#sizes.add(quantity);
      this.#orders.add(time, Number(price), Number(quantity), side);
    }
  }

  async book(file: string): Promise<void> {
    const source = await openSource(file);
    const kind = kindOf(file, source.names);
    if (kind === 'tops') await this.#tops(source);
    else if (kind === 'depth' || kind === 'trades') await this.#depth(source);
    else {
      const at = source.unit === 'line' ? 1 : 0;
      throw refusal(
        file,
        source.unit,
        at,
        'column',
        `is neither tops nor depth by its columns ${source.names.join(', ')}`,
      );
    }
  }

  async candles(file: string): Promise<void> {
    const rows: { time: number; close: number; volume: number }[] = [];
    for await (const { time, close, volume } of this.#rowsOf('candles', await openSource(file))) {
      rows.push({ time, close: Number(close), volume: Number(volume) });
    }
    const gaps = rows.slice(1).map(({ time }, at) => time - (rows[at]?.time ?? 0));
    // Candles without trades may be missing; the closest two say how long each is.
    const length = gaps.reduce((least, gap) => Math.min(least, gap), gaps[0] ?? MINUTE_MS);
    this.#candles = rows.map((row) => ({ ...row, length, trades: null }));
  }

  result(symbol: string): RecordedMarket {
    const isLong = (this.#candles[0]?.length ?? 0) >= LONG_MS;
    return {
      observed: {
        symbol,
        orders: this.#orders.series(),
        book: this.#samples,
        candles: isLong ? [] : this.#candles,
        hours: isLong ? this.#candles : [],
        basis: [],
        distances: this.#distances,
      },
      tick: this.#prices.step(),
      lot: this.#sizes.step(),
    };
  }

  async #tops(source: RawSource): Promise<void> {
    let last: BookSample | null = null;
    let due = 0;
    for await (const { time, bid, ask } of this.#rowsOf('tops', source)) {
      // The state that stood at the end of each span counts, not the one that began it.
      if (last && time >= due) this.#samples.push(last);
      if (time >= due) due = (Math.floor(time / LOOK_MS) + 1) * LOOK_MS;
      if (!bid || !ask) continue;
      this.#prices.add(bid[0]);
      this.#prices.add(ask[0]);
      last = { time, bid: Number(bid[0]), ask: Number(ask[0]), depth: null };
    }
    if (last) this.#samples.push(last);
  }

  async #depth(source: RawSource): Promise<void> {
    const book = new DepthBook(LOOK_MS);
    for await (const { time, side, price, quantity, snapshot } of this.#rowsOf('depth', source)) {
      this.#prices.add(price);
      this.#sizes.add(quantity);
      book.set(time, side, Number(price), Number(quantity), snapshot);
    }
    book.end();
    this.#samples = book.samples;
    this.#distances = book.distances;
  }

  async *#rowsOf<K extends DataKind>(kind: K, source: RawSource): AsyncIterable<RowsByKind[K]> {
    for await (const { row } of dataOf(kind, source).rows({ onProblem: refuseUnlessHarmless })) {
      this.#rows += 1;
      this.#onRow(this.#rows);
      yield row;
    }
  }
}

/** A copy of a row changes nothing, and a book that crosses for a moment is not looked at. Anything else ends the reading. */
function refuseUnlessHarmless(problem: DataProblem): void {
  if (problem.kind !== 'repeated' && problem.kind !== 'crossed') throw new MarketDataError([problem]);
}

/** A book that follows rows of depth, looked at once in a while. */
class DepthBook {
  readonly #bids = new Map<number, number>();
  readonly #asks = new Map<number, number>();
  readonly #everyMs: number;
  readonly samples: BookSample[] = [];
  /** Distances of levels that grew, from the best price of their side at the last look, as shares of it. */
  readonly distances: number[] = [];
  #now = 0;
  #due = 0;
  #clearedAt = -1;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** One level from `time` on. */
  set(time: number, side: 'buy' | 'sell', price: number, quantity: number, isSnapshot: boolean): void {
    this.#moveTo(time);
    if (isSnapshot && this.#clearedAt !== time) {
      this.#bids.clear();
      this.#asks.clear();
      this.#clearedAt = time;
    }
    const levels = side === 'buy' ? this.#bids : this.#asks;
    if (!isSnapshot && quantity > (levels.get(price) ?? 0)) this.#grew(side, price);
    if (quantity === 0) levels.delete(price);
    else levels.set(price, quantity);
  }

  /** A whole book at once. */
  snapshot(time: number, bids: Levels, asks: Levels): void {
    const sample = bookSampleOf(time, bids, asks);
    if (sample) this.samples.push(sample);
  }

  /** Looks once more, at what the last rows left. */
  end(): void {
    if (this.#now > (this.samples.at(-1)?.time ?? 0)) this.#look();
  }

  /** All rows of a time belong together: the book is looked at when a later one comes. */
  #moveTo(time: number): void {
    if (time === this.#now) return;
    if (this.#now > 0 && this.#now >= this.#due) this.#look();
    this.#now = time;
  }

  #look(): void {
    const bids = [...this.#bids].sort(([a], [b]) => b - a);
    const asks = [...this.#asks].sort(([a], [b]) => a - b);
    this.snapshot(this.#now, bids, asks);
    this.#due = (Math.floor(this.#now / this.#everyMs) + 1) * this.#everyMs;
  }

  #grew(side: 'buy' | 'sell', price: number): void {
    const last = this.samples.at(-1);
    if (!last) return;
    const best = side === 'buy' ? last.bid : last.ask;
    const distance = side === 'buy' ? (best - price) / best : (price - best) / best;
    if (distance > 0) this.distances.push(distance);
  }
}

/** Numbers that are enough to know what all others are multiples of. */
const ENOUGH = 30;

/** The largest step of which all numbers are multiples. */
class Increments {
  readonly #seen = new Set<string>();
  #step = 0n;

  add(text: string): void {
    // Sizes repeat, and a step that is found soon stays.
    if (this.#seen.size < 10_000) {
      if (this.#seen.has(text)) return;
      this.#seen.add(text);
    }
    const units = parseUnits(text) ?? 0n;
    if (this.#step === 0n || units % this.#step !== 0n) this.#step = greatest(this.#step, units);
  }

  /** As decimal text; null while too few numbers say so. */
  step(): string | null {
    return this.#seen.size < ENOUGH || this.#step === 0n ? null : formatUnits(this.#step);
  }
}

const greatest = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatest(b, a % b));
