import type { DataKind } from '../market-data/columns.ts';
import { type DataProblem, MarketDataError } from '../market-data/problems.ts';
import { openData, type PlacedRow } from '../market-data/read.ts';
import type { RowsByKind } from '../market-data/row-checks.ts';
import type { MarketHistory } from '../scenario.ts';
import { tradesOfCandles } from './candle-trades.ts';
import { type Increments, lotsOf, type Place, ticksOf } from './increments.ts';
import type { RecordedLevel, RecordedRow } from './recorded-row.ts';

/** Where the book and the index of a market come from. */
export interface Sources {
  readonly book: 'depth' | 'tops' | 'trades' | 'candles';
  readonly index: 'tops' | 'depth' | 'candles' | 'trades';
}

/** The best that a history has: recorded depth before tops, and anything recorded before what is made of candles. */
export function sourcesOf({ trades, tops, depth, candles }: MarketHistory): Sources {
  const book = depth ? 'depth' : tops ? 'tops' : trades ? 'trades' : 'candles';
  return { book, index: tops ? 'tops' : depth ? 'depth' : candles ? 'candles' : 'trades' };
}

/** Opens the files of a market, trades first: at one time a trade comes before the book that it leaves. */
export async function openRows(history: MarketHistory, market: Increments): Promise<AsyncIterable<RecordedRow>[]> {
  const { trades, tops, depth, candles } = history;
  const { book, index } = sourcesOf(history);
  const streams: AsyncIterable<RecordedRow>[] = [];
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
  convert: (row: RowsByKind[K], place: Place) => T,
): Promise<AsyncIterable<T>> {
  const data = await openData(kind, file);
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

/** A copy of a row changes nothing, and a book that crosses is put right by its next rows. Anything else ends the run. */
function refuseUnlessHarmless(problem: DataProblem): void {
  if (problem.kind !== 'repeated' && problem.kind !== 'crossed') throw new MarketDataError([problem]);
}

async function* pricesOf(trades: AsyncIterable<RecordedRow>): AsyncIterable<RecordedRow> {
  for await (const row of trades) if (row.kind === 'trade') yield { kind: 'price', time: row.time, ticks: row.ticks };
}

const tradeRow = (market: Increments, row: RowsByKind['trades'], place: Place): RecordedRow => ({
  kind: 'trade',
  time: row.time,
  side: row.side,
  ticks: ticksOf(market, row.price, place),
  lots: lotsOf(market, row.quantity),
});

function topRow(market: Increments, { time, bid, ask }: RowsByKind['tops'], place: Place): RecordedRow {
  const level = (side: readonly [string, string] | null): RecordedLevel | null =>
    side && { ticks: ticksOf(market, side[0], place), lots: lotsOf(market, side[1]) };
  return { kind: 'top', time, bid: level(bid), ask: level(ask) };
}

const depthRow = (market: Increments, row: RowsByKind['depth'], place: Place): RecordedRow => ({
  kind: 'depth',
  time: row.time,
  side: row.side,
  ticks: ticksOf(market, row.price, place),
  lots: lotsOf(market, row.quantity),
  snapshot: row.snapshot,
});
