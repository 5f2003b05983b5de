/** Recorded market data, row by row, in the order of its files. Times are Unix ms; prices and quantities decimal text. */
export interface TradeRow {
  readonly time: number;
  readonly price: string;
  readonly quantity: string;
  /** Side of the taker. */
  readonly side: 'buy' | 'sell';
}

/** The best price of each side and what stands there; null for an empty side. */
export interface TopRow {
  readonly time: number;
  readonly bid: readonly [price: string, quantity: string] | null;
  readonly ask: readonly [price: string, quantity: string] | null;
}

/** One level: its quantity from now on, "0" when it is gone. A snapshot row begins the book anew. */
export interface DepthRow {
  readonly time: number;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly snapshot: boolean;
}

export interface CandleRow {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/**
 * A message on one order of the book. `hidden` is an execution of an order that was never shown; `halt` and `resume` are of the
 * market, and say nothing of an order.
 */
export interface OrderRow {
  readonly time: number;
  readonly event: 'add' | 'reduce' | 'remove' | 'execute' | 'hidden' | 'halt' | 'resume';
  readonly id: string;
  /** Side of the order, not of the taker. */
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** Of the message: what is added, taken away or executed. */
  readonly quantity: string;
  /** True where the quantity counts the lots of the market. */
  readonly inLots: boolean;
}

/** A row as it stands in its file. */
export interface RawRow {
  /** The line or row, from 1. */
  readonly at: number;
  /** The value of a column by its name; undefined where the row is no row at all, and `problem` says why. */
  readonly values: ((name: string) => unknown) | undefined;
  readonly problem?: string;
}

/** A data file whose columns are known. Rows are read as they are asked for. */
export interface RawSource {
  readonly file: string;
  readonly unit: 'line' | 'row';
  readonly names: readonly string[];
  rows(columns: readonly string[]): AsyncIterable<RawRow>;
}

/** What can be wrong with recorded data. A gap is a long time without rows; the row after it is good. */
export type ProblemKind =
  | 'format'
  | 'column'
  | 'time'
  | 'number'
  | 'negative'
  | 'side'
  | 'order'
  | 'gap'
  | 'crossed'
  | 'repeated'
  | 'range'
  | 'message';

/** One problem and its place: a line of a text file, or a row of a Parquet file. Both count from 1. */
export interface DataProblem {
  readonly file: string;
  readonly unit: 'line' | 'row';
  readonly at: number;
  readonly kind: ProblemKind;
  readonly message: string;
}

/** Recorded data that cannot be used. `problems` holds the first ones, in the order of the file. */
export class MarketDataError extends Error {
  override readonly name = 'MarketDataError';
  readonly problems: readonly DataProblem[];

  constructor(problems: readonly DataProblem[]) {
    super(problems.map(dataProblemText).join('\n'));
    this.problems = problems;
  }
}

/** One line for people: `trades.csv:7: price must be above 0 (got "-1")`, or `trades.parquet row 7: ...`. */
export const dataProblemText = ({ file, unit, at, message }: DataProblem): string =>
  at === 0 ? `${file}: ${message}` : unit === 'line' ? `${file}:${at}: ${message}` : `${file} row ${at}: ${message}`;
