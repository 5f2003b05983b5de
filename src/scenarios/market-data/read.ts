import { unitsOf } from '../../kernel/decimal.ts';
import { type DataKind, type Layout, layoutOf, timeOf } from './columns.ts';
import { OrderBook } from './order-book.ts';
import { BadRow, compare, ROW_READERS, type RowsByKind, wordOf } from './row-checks.ts';
import {
  type DataProblem,
  type DepthRow,
  MarketDataError,
  type OrderRow,
  type ProblemKind,
  type RawRow,
  type RawSource,
} from './rows.ts';
import { openSource, refusal, type SourceOptions } from './sources.ts';

export interface ReadOptions {
  /**
   * Takes each problem, and the rows that are bad are left out. Without it no row after a bad one comes: what is read on is
   * looked at only, and MarketDataError is thrown with the problems.
   */
  readonly onProblem?: (problem: DataProblem) => void;
  /** How many problems a MarketDataError holds before reading ends; 20 by default. */
  readonly limit?: number;
  /** A longer time between two rows is a problem; null, the default, for none. */
  readonly gapMs?: number | null;
}

const LIMIT = 20;

/** A row and its place in the file. */
export interface PlacedRow<T> {
  readonly at: number;
  readonly row: T;
}

/** A data file whose columns are those of its kind. */
export interface DataFile<K extends DataKind> {
  readonly file: string;
  readonly kind: K;
  readonly unit: 'line' | 'row';
  /** Rows in the order of the file, which is that of time; one is held at a time, of Parquet one row group. */
  rows(options?: ReadOptions): AsyncIterable<PlacedRow<RowsByKind[K]>>;
}

/**
 * Opens a file of recorded data. Throws MarketDataError for a file that cannot be read, and for columns that are missing,
 * which it names.
 */
export async function openData<K extends DataKind>(
  kind: K,
  file: string,
  options: SourceOptions = {},
): Promise<DataFile<K>> {
  const source = await openSource(file, options);
  return dataOf(kind, source);
}

/** The same for a source that is open. */
export function dataOf<K extends DataKind>(kind: K, source: RawSource): DataFile<K> {
  const { file, unit, names } = source;
  const layout = layoutOf(kind, names);
  if ('missing' in layout) {
    const message = `${kind} take a column for ${layout.missing.join(', ')}; there are ${names.join(', ')}`;
    throw refusal(file, unit, unit === 'line' ? 1 : 0, 'column', message);
  }
  return { file, kind, unit, rows: (options = {}) => checkedRows(kind, source, layout, options) };
}

async function* checkedRows<K extends DataKind>(
  kind: K,
  source: RawSource,
  layout: Layout,
  { onProblem, limit = LIMIT, gapMs = null }: ReadOptions,
): AsyncIterable<PlacedRow<RowsByKind[K]>> {
  const problems: DataProblem[] = [];
  const note = (at: number, kind: ProblemKind, message: string): void => {
    const problem: DataProblem = { file: source.file, unit: source.unit, at, kind, message };
    if (onProblem) onProblem(problem);
    else problems.push(problem);
  };
  const reader = new RowReader(kind, layout, gapMs, note);
  for await (const raw of source.rows([...layout.fields.values()])) {
    const row = reader.read(raw);
    if (row && problems.length === 0) yield { at: raw.at, row };
    if (problems.length >= limit) break;
  }
  reader.end();
  if (problems.length > 0) throw new MarketDataError(problems);
}

/** Reads rows one after the other, and compares each with those before it. */
class RowReader<K extends DataKind> {
  readonly #kind: K;
  readonly #layout: Layout;
  readonly #gapMs: number | null;
  readonly #note: (at: number, kind: ProblemKind, message: string) => void;
  readonly #book = new BookCheck();
  readonly #orders = new OrderBook();
  #time: number | null = null;
  #at = 0;
  #last = '';
  /** Ids of the trades of the present millisecond: copies of a row come at the same time. */
  #ids = new Set<string>();
  #isCrossed = false;

  constructor(
    kind: K,
    layout: Layout,
    gapMs: number | null,
    note: (at: number, kind: ProblemKind, message: string) => void,
  ) {
    this.#kind = kind;
    this.#layout = layout;
    this.#gapMs = gapMs;
    this.#note = note;
  }

  /** The row, or undefined when it is bad. */
  read({ at, values, problem }: RawRow): RowsByKind[K] | undefined {
    if (!values) {
      this.#note(at, 'format', problem ?? 'is no row');
      return undefined;
    }
    const byField = (field: string): unknown => {
      const name = this.#layout.fields.get(field);
      return name === undefined ? undefined : values(name);
    };
    try {
      const time = this.#timeIn(byField('time'));
      const row: RowsByKind[K] = ROW_READERS[this.#kind](time, byField);
      this.#refuseCopy(row, byField('id'));
      this.#moveTo(time, at);
      if (this.#kind === 'depth') this.#book.apply(row as DepthRow);
      if (this.#kind === 'orders') this.#followOrder(row as OrderRow, at);
      return row;
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      this.#note(at, error.kind, error.message);
      return undefined;
    }
  }

  /** Looks at the book that the last rows left. */
  end(): void {
    const crossed = this.#kind === 'depth' ? this.#book.crossed() : null;
    if (crossed && !this.#isCrossed) {
      const [bid, ask] = crossed;
      this.#note(this.#at, 'crossed', `the book is crossed after this: bid ${bid}, ask ${ask}`);
    }
    this.#isCrossed = crossed !== null;
  }

  /** Takes a message into the book. One that cannot be is bad; one that says that the record began late is not. */
  #followOrder({ event, id, side, price, quantity }: OrderRow, at: number): void {
    if (event === 'halt' || event === 'resume') return;
    const message = { event, id, side, price: Number(unitsOf(price)), quantity: unitsOf(quantity) };
    const problem = this.#orders.apply(message);
    if (problem?.kind === 'copy') throw new BadRow('repeated', problem.message);
    if (problem?.kind === 'place') throw new BadRow('range', problem.message);
    if (problem) this.#note(at, problem.kind === 'crossed' ? 'crossed' : 'message', problem.message);
  }

  #timeIn(value: unknown): number {
    const time = timeOf(value, this.#layout.timeUnit);
    if (time === undefined) throw new BadRow('time', `time is no time (got "${wordOf(value)}")`);
    if (this.#time !== null && time < this.#time) {
      throw new BadRow('order', `${isoOf(time)} is before ${isoOf(this.#time)}, the time of the row before`);
    }
    return time;
  }

  #refuseCopy(row: RowsByKind[K], id: unknown): void {
    // Two executions of one order may be equal; a copy of an order that is added has its id.
    if (this.#kind === 'orders') return;
    if (row.time !== this.#time) this.#ids = new Set();
    if (this.#kind === 'trades') {
      // Two trades without ids may be equal in all that is known of them.
      if (id === undefined || id === null || id === '') return;
      const text = wordOf(id);
      if (this.#ids.has(text)) throw new BadRow('repeated', `trade ${text} is there already`);
      this.#ids.add(text);
      return;
    }
    if (this.#kind === 'candles' && row.time === this.#time) {
      throw new BadRow('repeated', `there is a candle of ${isoOf(row.time)} already`);
    }
    const text = JSON.stringify(row);
    if (text === this.#last) throw new BadRow('repeated', 'is the same as the row before');
    this.#last = text;
  }

  #moveTo(time: number, at: number): void {
    const before = this.#time;
    if (before !== null && time > before) {
      this.end();
      if (this.#gapMs !== null && time - before > this.#gapMs) {
        this.#note(at, 'gap', `nothing for ${time - before} ms before ${isoOf(time)}`);
      }
    }
    this.#time = time;
    this.#at = at;
  }
}

const isoOf = (time: number): string => new Date(time).toISOString();

/**
 * The book that the rows of a depth file make, as far as it takes to see that its sides cross. Rows of one time belong
 * together, so the book is looked at when the time moves on.
 */
class BookCheck {
  readonly #sides = { buy: new Set<string>(), sell: new Set<string>() };
  readonly #best: { buy: string | null; sell: string | null } = { buy: null, sell: null };
  #snapshotAt: number | null = null;

  apply({ time, side, price, quantity, snapshot }: DepthRow): void {
    if (snapshot && this.#snapshotAt !== time) {
      for (const each of ['buy', 'sell'] as const) {
        this.#sides[each].clear();
        this.#best[each] = null;
      }
      this.#snapshotAt = time;
    }
    const levels = this.#sides[side];
    if (quantity !== '0') {
      levels.add(price);
      const best = this.#best[side];
      if (best === null || isBetter(side, price, best)) this.#best[side] = price;
    } else if (levels.delete(price) && this.#best[side] === price) {
      this.#best[side] = bestOf(side, levels);
    }
  }

  /** The best bid and ask when they cross. */
  crossed(): readonly [bid: string, ask: string] | null {
    const { buy, sell } = this.#best;
    return buy !== null && sell !== null && compare(buy, sell) >= 0 ? [buy, sell] : null;
  }
}

const isBetter = (side: 'buy' | 'sell', price: string, best: string): boolean =>
  side === 'buy' ? compare(price, best) > 0 : compare(price, best) < 0;

function bestOf(side: 'buy' | 'sell', levels: ReadonlySet<string>): string | null {
  let best: string | null = null;
  for (const price of levels) if (best === null || isBetter(side, price, best)) best = price;
  return best;
}
