import { divHalfEven, formatUnits, unitsOf } from '../../kernel/decimal.ts';
import type { DataKind } from '../market-data/columns.ts';
import { openData, type PlacedRow } from '../market-data/read.ts';
import type { RowsByKind } from '../market-data/row-checks.ts';
import { type CandleRow, type DataProblem, MarketDataError } from '../market-data/rows.ts';
import type { SourceOptions } from '../market-data/sources.ts';
import type { MarketHistory } from '../scenario.ts';

/** Where the book and the index of a market come from. */
export interface Sources {
  readonly book: 'orders' | 'depth' | 'tops' | 'trades' | 'candles';
  readonly index: 'orders' | 'tops' | 'depth' | 'candles' | 'trades';
}

/** The best that a history has: recorded depth before tops, and anything recorded before what is made of candles. */
export function sourcesOf({ trades, tops, depth, candles, orders }: MarketHistory): Sources {
  if (orders) return { book: 'orders', index: 'orders' };
  const book = depth ? 'depth' : tops ? 'tops' : trades ? 'trades' : 'candles';
  return { book, index: tops ? 'tops' : depth ? 'depth' : candles ? 'candles' : 'trades' };
}

/** Opens the files of a market, trades first: at one time a trade comes before the book that it leaves. */
export async function openRows(history: MarketHistory, market: Increments): Promise<AsyncIterable<RecordedRow>[]> {
  const { trades, tops, depth, candles, orders, priceScale } = history;
  const { book, index } = sourcesOf(history);
  const streams: AsyncIterable<RecordedRow>[] = [];
  if (orders) {
    const options = priceScale === undefined ? {} : { priceScale };
    streams.push(await opened('orders', orders, (row, place) => orderRow(market, row, place), options));
  }
  if (trades) streams.push(await opened('trades', trades, (row, place) => tradeRow(market, row, place)));
  if (tops) streams.push(await opened('tops', tops, (row, place) => topRow(market, row, place)));
  if (depth) streams.push(await opened('depth', depth, (row, place) => depthRow(market, row, place)));
  if (candles && (book === 'candles' || index === 'candles')) {
    const made = tradesOfCandles(market, await opened('candles', candles, (row) => row));
    streams.push(book === 'candles' ? made : pricesOf(made));
  }
  return streams;
}

async function opened<K extends DataKind, T>(
  kind: K,
  file: string,
  convert: (row: RowsByKind[K], place: RowPlace) => T,
  options: SourceOptions = {},
): Promise<AsyncIterable<T>> {
  const data = await openData(kind, file, options);
  return converted(data.rows({ onProblem: refuseUnlessHarmless }), (row, at) =>
    convert(row, { file, unit: data.unit, at }),
  );
}

async function* converted<R, T>(
  rows: AsyncIterable<PlacedRow<R>>,
  convert: (row: R, at: number) => T,
): AsyncIterable<T> {
  for await (const { row, at } of rows) yield convert(row, at);
}

/**
 * A copy of a row changes nothing, and a book that crosses is put right by its next rows. A message on an order that was never
 * added is of a record that began later than the order. Anything else ends the run.
 */
function refuseUnlessHarmless(problem: DataProblem): void {
  if (!HARMLESS.has(problem.kind)) throw new MarketDataError([problem]);
}

const HARMLESS: ReadonlySet<DataProblem['kind']> = new Set(['repeated', 'crossed', 'message']);

async function* pricesOf(trades: AsyncIterable<RecordedRow>): AsyncIterable<RecordedRow> {
  for await (const row of trades) if (row.kind === 'trade') yield { kind: 'price', time: row.time, ticks: row.ticks };
}

const tradeRow = (market: Increments, row: RowsByKind['trades'], place: RowPlace): RecordedRow => ({
  kind: 'trade',
  time: row.time,
  side: row.side,
  ticks: ticksOf(market, row.price, place),
  lots: lotsOf(market, row.quantity),
});

function topRow(market: Increments, { time, bid, ask }: RowsByKind['tops'], place: RowPlace): RecordedRow {
  const level = (side: readonly [string, string] | null): RecordedLevel | null =>
    side && { ticks: ticksOf(market, side[0], place), lots: lotsOf(market, side[1]) };
  return { kind: 'top', time, bid: level(bid), ask: level(ask) };
}

const depthRow = (market: Increments, row: RowsByKind['depth'], place: RowPlace): RecordedRow => ({
  kind: 'depth',
  time: row.time,
  side: row.side,
  ticks: ticksOf(market, row.price, place),
  lots: lotsOf(market, row.quantity),
  snapshot: row.snapshot,
});

function orderRow(market: Increments, row: RowsByKind['orders'], place: RowPlace): RecordedRow {
  const { time, event, id, side, price, quantity, inLots } = row;
  if (event === 'halt' || event === 'resume') return { kind: 'halt', time, isHalted: event === 'halt' };
  const lots = inLots ? wholeLots(quantity, place) : lotsOf(market, quantity);
  return { kind: 'order', time, event, id, side, ticks: ticksOf(market, price, place), lots };
}

function wholeLots(quantity: string, place: RowPlace): number {
  if (/^[0-9]{1,13}$/.test(quantity)) return Number(quantity);
  const message = `the size ${quantity} must be whole lots of the market`;
  throw new MarketDataError([{ ...place, kind: 'range', message }]);
}

const PARTS = 4;
const MINUTE_MS = 60_000;

/**
 * Makes four trades of each candle, a quarter of its time apart: the open, the low and the high (the high first in a candle
 * that falls), and the close. Each has a quarter of the volume, rounded down to whole lots, and the close has the rest.
 * Prices are rounded to the tick. The side is that in which the price moved. The last candle is as long as the one before.
 */
async function* tradesOfCandles(market: Increments, candles: AsyncIterable<CandleRow>): AsyncIterable<RecordedRow> {
  let candle: CandleRow | null = null;
  let lengthMs = MINUTE_MS;
  let before = 0;
  let isFirst = true;
  for await (const next of candles) {
    if (candle) {
      // A missing candle makes no longer one.
      lengthMs = isFirst ? next.time - candle.time : Math.min(lengthMs, next.time - candle.time);
      isFirst = false;
      for (const row of tradesOf(market, candle, lengthMs, before)) {
        before = row.ticks;
        yield row;
      }
    }
    candle = next;
  }
  if (candle) yield* tradesOf(market, candle, lengthMs, before);
}

function tradesOf(
  market: Increments,
  { time, open, high, low, close, volume }: CandleRow,
  lengthMs: number,
  before: number,
): Extract<RecordedRow, { kind: 'trade' }>[] {
  const [first, last] = [nearestTicks(market, open), nearestTicks(market, close)];
  const extremes = [nearestTicks(market, low), nearestTicks(market, high)];
  const path = [first, ...(last >= first ? extremes : extremes.reverse()), last];
  const lots = lotsOf(market, volume);
  const quarter = Math.floor(lots / PARTS);
  let previous = before;
  return path.map((ticks, part) => {
    const side = ticks < previous ? 'sell' : 'buy';
    previous = ticks;
    const own = part === PARTS - 1 ? lots - quarter * (PARTS - 1) : quarter;
    return { kind: 'trade', time: time + Math.floor((lengthMs * part) / PARTS), side, ticks, lots: own };
  });
}

/** Tick and lot of a market, in 1e-8 of its assets. */
export interface Increments {
  readonly symbol: string;
  readonly tickUnits: number;
  readonly lotUnits: number;
}

/** Where a row stands, for the error that names it. */
type RowPlace = Pick<DataProblem, 'file' | 'unit' | 'at'>;

/** A recorded price in ticks. Throws MarketDataError for a price off the tick of the market. */
function ticksOf({ symbol, tickUnits }: Increments, price: string, place: RowPlace): number {
  const units = unitsOf(price);
  if (units % BigInt(tickUnits) === 0n) return Number(units / BigInt(tickUnits));
  const tick = formatUnits(BigInt(tickUnits));
  const message = `price ${price} is not on the tick ${tick} of ${symbol}; give the market a smaller priceIncrement`;
  throw new MarketDataError([{ ...place, kind: 'range', message }]);
}

/** The nearest price of the market, for prices that are made and not recorded. */
const nearestTicks = ({ tickUnits }: Increments, price: string): number =>
  Math.max(1, Number(divHalfEven(unitsOf(price), BigInt(tickUnits))));

/** A recorded quantity in whole lots, rounded down. */
const lotsOf = ({ lotUnits }: Increments, quantity: string): number => Number(unitsOf(quantity) / BigInt(lotUnits));

export const priceText = ({ tickUnits }: Increments, ticks: number): string =>
  formatUnits(BigInt(ticks) * BigInt(tickUnits));

export const quantityText = ({ lotUnits }: Increments, lots: number): string =>
  formatUnits(BigInt(lots) * BigInt(lotUnits));

/** What recorded data says at one time, in ticks and lots. */
export type RecordedRow = { readonly time: number } & (
  | { readonly kind: 'trade'; readonly side: 'buy' | 'sell'; readonly ticks: number; readonly lots: number }
  | { readonly kind: 'top'; readonly bid: RecordedLevel | null; readonly ask: RecordedLevel | null }
  | {
      readonly kind: 'depth';
      readonly side: 'buy' | 'sell';
      readonly ticks: number;
      readonly lots: number;
      readonly snapshot: boolean;
    }
  | { readonly kind: 'price'; readonly ticks: number }
  | RecordedMessage
  | { readonly kind: 'halt'; readonly isHalted: boolean }
);

/** A message on one order. */
export interface RecordedMessage {
  readonly kind: 'order';
  readonly event: 'add' | 'reduce' | 'remove' | 'execute' | 'hidden';
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly lots: number;
}

interface RecordedLevel {
  readonly ticks: number;
  readonly lots: number;
}
