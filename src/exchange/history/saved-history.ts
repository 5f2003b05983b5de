import type { MarketSpec } from '../../engine/config.ts';
import { side } from '../../engine/state-codec/terms.ts';
import {
  big,
  CodecError,
  count,
  int,
  nullable,
  type Plain,
  type PlainRecord,
  plain,
  text,
  within,
} from '../../kernel/codec/codec.ts';
import { mapOf, readonlyList, record } from '../../kernel/codec/collections.ts';
import { BinaryReader, shapesFrom } from '../../kernel/binary-form.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { readEvents, type SavedBacklog } from './backlog.ts';
import type { Candle } from './candle.ts';
import { NO_CANDLES, type SavedCandles } from './candles.ts';
import { Projector } from './projector.ts';
import type { PublicTrade } from './market-past.ts';
import { PUBLIC_TRADES_KEPT } from './public-trades.ts';
import { isRecord } from '../../kernel/entries.ts';
import type { PagedRows } from './paged-rows.ts';
import { Rows } from './rows.ts';
import { decodeRows, encodeRows, type SavedRows } from './saved-rows.ts';

/** What the public knows of one market. */
export interface SavedFigures {
  readonly trades: readonly PublicTrade[];
  readonly candles: SavedCandles;
}

/** What a history has come to. Events may wait for their rows in it, as they do in a history. */
export interface SavedHistory extends SavedBacklog {
  readonly now: TimeMs;
  /** Events recorded. */
  readonly seen: number;
  /** Rows that each list keeps. */
  readonly kept: number;
  readonly rows: SavedRows | PagedRows | Rows;
  readonly projector: Plain;
  readonly figures: readonly (readonly [symbol: string, figures: SavedFigures])[];
}

/** The same as files have it. No event waits. */
export interface PagedHistory extends SavedHistory {
  readonly rows: PagedRows;
}

/** Where files of a data directory have the rows of a history: the file of its index, with its length and the digest of the index. */
export interface FiledRows {
  readonly file: string;
  readonly bytes: number;
  readonly sum: string;
}

/** Returns the rows that files have. */
export type OpenRows = (filed: FiledRows) => PagedRows;

const FILED = record<{ readonly files: FiledRows }>({
  files: record<FiledRows>({ file: text, bytes: count, sum: text }),
});

const candle = record<Candle>({
  openTime: int,
  open: count,
  high: count,
  low: count,
  close: count,
  lots: count,
  value: big,
  trades: count,
});

const figures = record<SavedFigures>({
  trades: readonlyList(record<PublicTrade>({ trade: count, at: int, takerSide: side, price: count, quantity: count })),
  candles: record<SavedCandles>({
    minutes: readonlyList(candle),
    hours: readonlyList(candle),
    dropped: nullable(count),
  }),
});

interface StoredHistory extends Pick<SavedHistory, 'now' | 'seen' | 'projector' | 'tracked'> {
  readonly rows: Plain;
  readonly figures: Map<string, SavedFigures>;
}

const HISTORY = record<StoredHistory>({
  now: int,
  seen: count,
  tracked: readonlyList(count),
  rows: plain,
  projector: plain,
  figures: mapOf(text, figures),
});

const NO_FIGURES: SavedFigures = { trades: [], candles: NO_CANDLES };

/**
 * Returns a history as plain data. It is the same for equal histories, however many of their events had been written
 * as rows and whatever had been read: events that wait become rows first, and every market is there.
 */
export function encodeHistory(saved: SavedHistory, markets: ReadonlyMap<string, MarketSpec>): PlainRecord {
  return encodeWith(saved, markets, encodeStore(saved, markets));
}

/** The same of a history whose rows files have, and of which no event waits. */
export const encodeFiled = (
  saved: PagedHistory,
  filed: FiledRows,
  markets: ReadonlyMap<string, MarketSpec>,
): PlainRecord => encodeWith(saved, markets, { rows: FILED.encode({ files: filed }), projector: saved.projector });

/** What of a history is in its store, as plain data. */
interface EncodedStore {
  readonly rows: Plain;
  readonly projector: Plain;
}

/** Writes the rows of what waits, and leaves out what is no longer kept. */
function encodeStore(
  saved: Pick<SavedHistory, 'rows' | 'projector' | 'kept' | 'waiting'>,
  markets: ReadonlyMap<string, MarketSpec>,
): EncodedStore {
  const rows = new Rows({ markets, ...saved });
  const reader = new BinaryReader();
  reader.learn(shapesFrom(0));
  for (const event of readEvents(saved.waiting, reader)) rows.apply(event);
  return { rows: encodeRows(rows.saved()), projector: rows.projected() };
}

function encodeWith(
  { now, seen, tracked, ...saved }: Pick<SavedHistory, 'now' | 'seen' | 'tracked' | 'figures'>,
  markets: ReadonlyMap<string, MarketSpec>,
  store: EncodedStore,
): PlainRecord {
  const known = new Map(saved.figures);
  return HISTORY.encode({
    now,
    seen,
    tracked,
    ...store,
    figures: new Map(Array.from(markets.keys(), (symbol) => [symbol, known.get(symbol) ?? NO_FIGURES])),
  });
}

/** Returns the history that was encoded. Throws CodecError that names the first part that is not what it must be. */
export function decodeHistory(
  given: unknown,
  markets: ReadonlyMap<string, MarketSpec>,
  open: OpenRows = notHere,
): SavedHistory {
  const { rows, figures: byMarket, ...rest } = HISTORY.decode(given);
  const symbols = [...markets.keys()];
  if ([...byMarket.keys()].join() !== symbols.join())
    throw new CodecError('figures', `takes ${symbols.join(', ')}, in this order`);
  for (const [symbol, { trades }] of byMarket) {
    if (trades.length > PUBLIC_TRADES_KEPT)
      throw new CodecError(`figures[${symbol}].trades`, `takes at most ${PUBLIC_TRADES_KEPT} trades`);
  }
  checkProjector(rest.projector, markets);
  // The history that goes on with it says how much is kept; until then all of these rows are.
  return { ...rest, kept: Number.MAX_SAFE_INTEGER, rows: rowsFrom(rows, open), waiting: [], figures: [...byMarket] };
}

const rowsFrom = (rows: Plain, open: OpenRows): SavedRows | PagedRows =>
  isRecord(rows) && 'files' in rows ? open(within('rows', () => FILED.decode(rows)).files) : decodeRows(rows);

/** A document alone has no files. */
const notHere = ({ file }: FiledRows): never =>
  within('rows', () => {
    throw new CodecError(
      '',
      `are in ${file}, in the folder history of its data directory: give the file of the snapshot where it is, or take a whole one with perpsim snapshot save`,
    );
  });

/** A projector reads what was saved of it in full. */
function checkProjector(saved: Plain, markets: ReadonlyMap<string, MarketSpec>): void {
  within('projector', () => new Projector(markets, saved));
}
