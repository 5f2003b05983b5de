import type {
  BalanceUpdateRow,
  BalanceUpdatesQuery,
  CandleRow,
  CandlesQuery,
  ClosedPositionRow,
  ClosedPositionsQuery,
  DayStats,
  FundingPayments,
  FundingPaymentsQuery,
  FundingRateRow,
  FundingRatesQuery,
  OrderHistoryQuery,
  AccountValueRecord,
  AccountValueQuery,
  PublicTradeRow,
  TradePage,
  TradesQuery,
  TransferRow,
  TransfersQuery,
  Views,
} from '../api/views.ts';
import type { JsonText } from '../api/json-text.ts';
import type { OrderRecord } from '../api/orders/order-record.ts';
import type { MarketSpec } from '../engine/config.ts';
import type { EngineEvent, TradedEvent } from '../engine/event.ts';
import { numberPastTrades, type PastOrigin, pastsOf } from '../engine/world/past/start-of-present.ts';
import { invariant } from '../kernel/assert.ts';
import type { AccountNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import { Backlog } from './backlog.ts';
import { MarketCandles } from './candles.ts';
import type { Cell } from './cell.ts';
import { type HistoryDatabase, openDatabase } from './database.ts';
import { RollingDay } from './day-stats.ts';
import { readFundingPayments, readFundingRates } from './funding.ts';
import { readBalanceUpdates, readTransfers } from './funds.ts';
import { MarketPast } from './market-past.ts';
import { readOrderRecords } from './order-records.ts';
import { readSamples } from './account-value-history.ts';
import { readClosedPositions } from './positions.ts';
import { Projector } from './projector.ts';
import { PublicTrades } from './public-trades.ts';
import { HISTORY_ROWS, Retention } from './retention.ts';
import type { SavedFigures, SavedHistory } from './saved-history.ts';
import { type SavedRows, savedRows, writeRows } from './saved-rows.ts';
import { readTradeRecords } from './trade-records.ts';

export interface HistoryOptions {
  readonly markets: ReadonlyMap<string, MarketSpec>;
  /** Whether a subaccount belongs to a seeded agent; its orders leave no private rows. */
  readonly isAgent: (account: AccountNo) => boolean;
  /** What the past of the markets follows from. */
  readonly origin: PastOrigin;
  /** What another history had come to: this one goes on from there. */
  readonly from?: SavedHistory;
  /** Events that may wait before the owner is to load SQLite; twice as many are fed without being asked. */
  readonly backlogBound?: number;
  /** Rows that each list keeps. Default 250,000. */
  readonly rows?: number;
}

const BACKLOG_BOUND = 20_000;

/**
 * History as the API reads it, made from events alone. `record` is cheap: it keeps public trades and day figures in
 * memory and lets everything else wait. Rows are written in batches, when a read needs them, when the owner has time
 * to `feed`, or when too much waits. SQLite is loaded by `ready`, once, and only when history is read; lastTrades and
 * dayStats do not need it.
 */
export class History implements Views {
  readonly #markets: ReadonlyMap<string, MarketSpec>;
  readonly #bound: number;
  readonly #backlog: Backlog;
  readonly #projector: Projector;
  readonly #rows: number;
  readonly #retention: Retention;
  /** By symbol, from the first trade or read on. */
  readonly #figures = new Map<string, PublicFigures>();
  readonly #pasts: ReadonlyMap<string, MarketPast>;
  readonly #startTime: TimeMs;
  #now: TimeMs;
  /** Events recorded so far. */
  #seen: number;
  /** Rows of a saved history that are not in the database yet. */
  #stored: SavedRows;
  #loading: Promise<void> | null = null;
  #database: HistoryDatabase | null = null;
  #closed = false;

  constructor(options: HistoryOptions) {
    this.#markets = options.markets;
    this.#pasts = readPasts(options);
    this.#startTime = options.origin.startTime;
    this.#bound = options.backlogBound ?? BACKLOG_BOUND;
    const { from } = options;
    this.#backlog = new Backlog(options.isAgent, from);
    this.#projector = new Projector(options.markets, from?.projector);
    this.#rows = options.rows ?? HISTORY_ROWS;
    this.#retention = new Retention(this.#rows, (order) => this.#projector.isLive(order));
    this.#now = from?.now ?? 0;
    this.#seen = from?.seen ?? 0;
    this.#stored = from?.rows ?? {};
    for (const [symbol, saved] of from?.figures ?? []) this.#figures.set(symbol, this.#figuresFrom(symbol, saved));
  }

  /**
   * Returns everything that later reads depend on, apart from the options. It shares no part that changes, so that it
   * stays as it is while this history goes on.
   */
  save(): SavedHistory {
    return {
      now: this.#now,
      seen: this.#seen,
      kept: this.#rows,
      rows: this.#database ? savedRows(this.#database) : this.#stored,
      projector: this.#projector.save(),
      ...this.#backlog.save(),
      figures: Array.from(this.#figures, ([symbol, { trades, candles }]) => [
        symbol,
        { trades: trades.save(), candles: candles.save() },
      ]),
    };
  }

  /** Takes the events of one input, in order, each exactly once. */
  record(events: readonly EngineEvent[]): void {
    for (const event of events) {
      this.#seen += 1;
      this.#now = event.type === 'ClockMoved' ? event.to : event.at;
      // What the vault takes over and who is deleveraged is between the two sides: the public sees no price of it.
      if (event.type === 'Traded' && event.cause === 'match') this.#publish(event);
      this.#backlog.offer(event);
    }
    // Idle moments write what waits; twice the bound waits only where there is none, as in the middle of an advance.
    if (this.#database && this.#backlog.size >= 2 * this.#bound) this.feed();
  }

  /** Events that wait for their rows. */
  get backlog(): number {
    return this.#backlog.size;
  }

  /** True when the backlog is so large that the owner should call `ready` even if history was never read. */
  get wantsReady(): boolean {
    return this.#loading === null && this.#backlog.size >= this.#bound;
  }

  /** True once `ready` has loaded SQLite: from then on every event is to become rows. */
  get isReady(): boolean {
    return this.#database !== null;
  }

  /** Loads SQLite. To be awaited once before any read of orders, trades or positions, and before an export. */
  ready(): Promise<void> {
    this.#loading ??= openDatabase().then((database) => {
      if (this.#closed) return database.close();
      writeRows(database, this.#stored);
      this.#stored = {};
      this.#database = database;
    });
    return this.#loading;
  }

  /** Writes the rows of the oldest `most` waiting events in one transaction, so that idle moments can take slices. */
  feed(most = Number.POSITIVE_INFINITY): void {
    const database = this.#opened();
    const events = this.#backlog.take(most);
    if (events.length === 0) return;
    database.transaction((insert) => {
      for (const event of events) this.#projector.apply(event, insert);
    });
    this.#retention.trim(database, false);
  }

  orderRecords(query: OrderHistoryQuery): JsonText<OrderRecord[]> {
    return readOrderRecords(this.#fed(), query);
  }

  tradeRecords(query: TradesQuery): TradePage {
    return readTradeRecords(this.#fed(), query);
  }

  closedPositions(query: ClosedPositionsQuery): readonly ClosedPositionRow[] {
    return readClosedPositions(this.#fed(), query);
  }

  performance(query: AccountValueQuery): AccountValueRecord {
    const samples = readSamples(this.#fed(), query);
    return { samples, volume: this.#projector.volumeOf(query.account) };
  }

  balanceUpdates(query: BalanceUpdatesQuery): readonly BalanceUpdateRow[] {
    return readBalanceUpdates(this.#fed(), query);
  }

  transfers(query: TransfersQuery): { readonly rows: readonly TransferRow[]; readonly total: number } {
    return readTransfers(this.#fed(), query);
  }

  fundingPayments(query: FundingPaymentsQuery): FundingPayments {
    return readFundingPayments(this.#fed(), query);
  }

  fundingRates(query: FundingRatesQuery): readonly FundingRateRow[] {
    return readFundingRates(this.#fed(), query, this.#pasts.get(query.symbol) ?? null);
  }

  candles(query: CandlesQuery): readonly CandleRow[] {
    return this.#figuresOf(query.symbol).candles.read(query);
  }

  lastTrades(symbol: string, limit: number): readonly PublicTradeRow[] {
    return this.#markets.has(symbol) ? this.#figuresOf(symbol).trades.latest(limit) : [];
  }

  dayStats(symbol: string): DayStats {
    return this.#figuresOf(symbol).day.at(this.#now);
  }

  /** Returns a copy of the figures after the last input, for a caller that continues them itself. */
  dayOf(symbol: string): RollingDay {
    return this.#figuresOf(symbol).day.copy();
  }

  /** Rows of a query over the tables of the schema, one at a time, with cells in the order of its columns. */
  select(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]> {
    return this.#fed().each(sql, params);
  }

  /** The bytes of a SQLite file with all that was recorded. Blocks while it copies: not for the path of a request. */
  exportSqlite(): Uint8Array {
    const database = this.#fed();
    database.run('UPDATE progress SET applied = :applied', { ':applied': this.#seen });
    return database.export();
  }

  /** Gives SQLite's memory back, also when it is still loading; no read may follow. */
  close(): void {
    this.#closed = true;
    this.#database?.close();
    this.#database = null;
  }

  #opened(): HistoryDatabase {
    invariant(this.#database, 'history is ready before it is read');
    return this.#database;
  }

  #fed(): HistoryDatabase {
    this.feed();
    const database = this.#opened();
    this.#retention.trim(database, true);
    return database;
  }

  #publish(event: TradedEvent): void {
    const { trades, day, candles } = this.#figuresOf(event.symbol);
    trades.add(event);
    day.add(event);
    candles.add(event);
  }

  #figuresOf(symbol: string): PublicFigures {
    const known = this.#figures.get(symbol);
    if (known) return known;
    const figures = this.#figuresFrom(symbol);
    this.#figures.set(symbol, figures);
    return figures;
  }

  #figuresFrom(symbol: string, saved?: SavedFigures): PublicFigures {
    const spec = this.#markets.get(symbol);
    const past = this.#pasts.get(symbol);
    invariant(spec && past, `market ${symbol} is known to history`);
    const candles = new MarketCandles(spec, past, this.#startTime, saved?.candles);
    const day = RollingDay.of(spec, this.#now, past, candles);
    return { trades: new PublicTrades(spec, past, saved?.trades), day, candles };
  }
}

/** What the public may know of one market, without a database. */
interface PublicFigures {
  readonly trades: PublicTrades;
  readonly day: RollingDay;
  readonly candles: MarketCandles;
}

function readPasts({ markets, origin }: HistoryOptions): ReadonlyMap<string, MarketPast> {
  const pasts = pastsOf(markets.values(), origin);
  const numbers = numberPastTrades(pasts);
  const read = (spec: MarketSpec): MarketPast => {
    const process = pasts.get(spec.symbol);
    invariant(process, `market ${spec.symbol} has a past`);
    return new MarketPast(spec, process, numbers);
  };
  return new Map(Array.from(markets.values(), (spec) => [spec.symbol, read(spec)]));
}
