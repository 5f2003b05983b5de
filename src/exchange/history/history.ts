import { invariant, itemAt } from '../../kernel/errors.ts';
import type { EncodedEvents } from '../../kernel/binary-form.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { JsonText } from '../../contract/json.ts';
import type { OrderRecord } from '../../contract/orders/order-record.ts';
import type {
  AccountValueQuery,
  AccountValueRecord,
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
  PastNeed,
  PublicTradeRow,
  TradePage,
  TradesQuery,
  TransferRow,
  TransfersQuery,
  Views,
} from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { EngineEvent, TradedEvent } from '../../engine/event.ts';
import type { PastProcess } from '../../engine/world/past/past-process.ts';
import { numberPastTrades, type PastOrigin, pastsOf } from '../../engine/world/past/start-of-present.ts';
import { Backlog } from './backlog.ts';
import { MarketCandles } from './candles.ts';
import { RollingDay } from './day-stats.ts';
import { withPastRates } from './funding.ts';
import { HistoryStore, type Pause } from './history-store.ts';
import { MarketPast, type PastHourRows } from './market-past.ts';
import { PagedRows } from './paged-rows.ts';
import { Projector } from './projector.ts';
import { PublicTrades } from './public-trades.ts';
import { HISTORY_ROWS, type SavedStore } from './rows.ts';
import type { PagedHistory, SavedFigures, SavedHistory } from './saved-history.ts';
import type { Cell } from './schema.sql.ts';

export interface HistoryOptions {
  readonly markets: ReadonlyMap<string, MarketSpec>;
  /** Whether a subaccount belongs to a seeded agent; its orders leave no private rows. */
  readonly isAgent: (account: AccountNo) => boolean;
  /** What the past of the markets follows from. */
  readonly origin: PastOrigin;
  /** The pasts of the markets where the caller has made them. */
  readonly pasts?: ReadonlyMap<string, PastProcess>;
  /** What another history had come to: this one goes on from there. */
  readonly from?: SavedHistory;
  /** Events that may wait before the owner is to open the store; twice as many are fed without being asked. */
  readonly backlogBound?: number;
  /** Rows that each list keeps. Default 250,000. */
  readonly rows?: number;
  /** Makes the past elsewhere; left out, who reads it makes it. */
  readonly makePast?: MakePast;
  /** Lets others go on while a read waits for many rows; left out, they are written at once. */
  readonly pause?: Pause;
}

const BACKLOG_BOUND = 20_000;
/** Events that wait before the store is opened: what a first read has to write then. */
const WAITING_MAX = 500;
const DAY_MS = 86_400_000;

/**
 * History as the API reads it, made from events alone. `record` is cheap: it keeps public trades and day figures in
 * memory and makes rows of everything else, once there is a store: by the first read, or after some hundred events. Before
 * that, events wait. Their rows are written in batches, when a read needs them, when the owner
 * has time to `feed`, or when too much waits. lastTrades and dayStats do not need a store.
 */
export class History implements Views {
  readonly #markets: ReadonlyMap<string, MarketSpec>;
  readonly #bound: number;
  readonly #backlog: Backlog;
  readonly #rows: number;
  /** By symbol, from the first trade or read on. */
  readonly #figures = new Map<string, PublicFigures>();
  readonly #pasts: ReadonlyMap<string, MarketPast>;
  readonly #pastLoader: PastLoader | null;
  readonly #startTime: TimeMs;
  #now: TimeMs;
  /** Events recorded so far. */
  #seen: number;
  readonly #pause: Pause | undefined;
  /** What a saved history had come to, until the store has it. */
  #saved: Partial<SavedStore>;
  #store: HistoryStore | null = null;
  /** A store with the rows of a saved history takes its time to open. */
  readonly #opensItself: boolean;
  #closed = false;

  constructor(options: HistoryOptions) {
    this.#markets = options.markets;
    this.#pasts = readPasts(options);
    this.#pastLoader = options.makePast ? new PastLoader(this.#pasts, options.makePast) : null;
    this.#startTime = options.origin.startTime;
    this.#bound = options.backlogBound ?? BACKLOG_BOUND;
    const { from } = options;
    this.#backlog = new Backlog(options.isAgent, from);
    this.#rows = options.rows ?? HISTORY_ROWS;
    this.#opensItself = !from;
    this.#pause = options.pause;
    this.#now = from?.now ?? 0;
    this.#seen = from?.seen ?? 0;
    this.#saved = from ? { rows: from.rows, projector: from.projector } : {};
    for (const [symbol, saved] of from?.figures ?? []) this.#figures.set(symbol, this.#figuresFrom(symbol, saved));
    // Their lists are made by the start, so that no read waits for them.
    if (from?.rows instanceof PagedRows) this.#open();
  }

  /**
   * Returns everything that later reads depend on, apart from the options. It shares no part that changes, so that it
   * stays as it is while this history goes on.
   */
  save(): SavedHistory {
    const { rows = {}, projector = new Projector(this.#markets).save() } = this.#store?.save() ?? this.#saved;
    return { ...this.#saveAside(), rows, projector };
  }

  /** The same for files: what waits becomes rows first, and the rows share what does not change with those of this history. */
  saveInPages(): PagedHistory {
    const store = this.#open();
    this.feed();
    return { ...this.#saveAside(), rows: store.paged(), projector: store.projected() };
  }

  /** Takes the events of one input, in order, each exactly once, with their bytes where the caller has them. */
  record(events: readonly EngineEvent[], encoded?: EncodedEvents): void {
    for (const event of events) {
      this.#seen += 1;
      this.#now = event.type === 'ClockMoved' ? event.to : event.at;
      // What the vault takes over and who is deleveraged is between the two sides: the public sees no price of it.
      if (event.type === 'Traded' && event.cause === 'match') this.#publish(event);
    }
    const backlog = this.#backlog;
    // A row takes less time from its event than from the bytes of one that has waited.
    const store = this.#store;
    const rows = backlog.size === 0 && store && !store.hasFailed ? store : null;
    for (let place = 0; place < events.length; place += 1) {
      const event = itemAt(events, place);
      if (!backlog.concernsUser(event)) continue;
      if (rows) rows.apply(event);
      else backlog.add(event, encoded, place);
    }
    if (backlog.size >= WAITING_MAX && this.#opensItself && !store && !this.#closed)
      this.#open().write(backlog.take(Number.POSITIVE_INFINITY));
    // Idle moments write what waits; twice the bound waits only where there is none, as in the middle of an advance.
    if (this.#store && backlog.size >= 2 * this.#bound) this.feed();
  }

  /** Events that wait for their rows. */
  get backlog(): number {
    return this.#backlog.size;
  }

  /** Whether `work` has something to do: much waits for a store, or something for an open one. */
  get hasWork(): boolean {
    if (!this.#store) return !this.#closed && this.#backlog.size >= this.#bound;
    return this.#store.share(this.#backlog.size) > 0;
  }

  /** Opens the store, or writes as much as an idle moment allows. */
  work(): void {
    if (this.#closed) return;
    const share = this.#open().share(this.#backlog.size);
    if (share > 0) this.feed(share);
  }

  /**
   * Resolves once everything that was recorded before is in the rows. To be awaited before any read of orders, trades or
   * positions, and before an export, which then wait no longer than they take.
   */
  async ready(): Promise<void> {
    if (!this.#closed) await this.#open().catchUp(this.#backlog, this.#pause);
  }

  /** Writes the rows of the oldest `most` waiting events in one transaction, so that idle moments can take slices. */
  feed(most = Number.POSITIVE_INFINITY): void {
    this.#opened().write(this.#backlog.take(most));
  }

  /** Resolves once a part of the past can be read at little cost; null where it can be now, or nothing is made elsewhere. */
  pastReady(need: PastNeed): Promise<void> | null {
    return this.#pastLoader?.ready(this.#stretchesOf(need)) ?? null;
  }

  orderRecords(query: OrderHistoryQuery): JsonText<OrderRecord[]> {
    return new JsonText(this.#fed().orderRecords(query));
  }

  tradeRecords(query: TradesQuery): TradePage {
    const { records, total } = this.#fed().tradeRecords(query);
    return { records: new JsonText(records), total };
  }

  closedPositions(query: ClosedPositionsQuery): readonly ClosedPositionRow[] {
    return this.#fed().closedPositions(query);
  }

  performance(query: AccountValueQuery): AccountValueRecord {
    return this.#fed().performance(query);
  }

  balanceUpdates(query: BalanceUpdatesQuery): readonly BalanceUpdateRow[] {
    return this.#fed().balanceUpdates(query);
  }

  transfers(query: TransfersQuery): { readonly rows: readonly TransferRow[]; readonly total: number } {
    return this.#fed().transfers(query);
  }

  fundingPayments(query: FundingPaymentsQuery): FundingPayments {
    return this.#fed().fundingPayments(query);
  }

  fundingRates(query: FundingRatesQuery): readonly FundingRateRow[] {
    return withPastRates(this.#fed().fundingRates(query), query, this.#pasts.get(query.symbol));
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

  /** Opens the tables that the next two read: rows are put there by SQLite, which nothing else needs. To be awaited after `ready`. */
  async openTables(): Promise<void> {
    await this.#store?.openTables();
  }

  /** Rows of a query over the tables of the schema, with cells in the order of its columns. */
  select(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]> {
    return this.#fed().select(sql, params);
  }

  /** The bytes of a SQLite file with all that was recorded. Blocks while it copies: not for the path of a request. */
  exportSqlite(): Uint8Array {
    return this.#fed().exportSqlite(this.#seen);
  }

  /** Gives SQLite's memory back, also when it is still loading; no read may follow. */
  close(): void {
    this.#closed = true;
    this.#store?.close();
    this.#store = null;
  }

  #stretchesOf(need: PastNeed): PastStretch[] {
    if (need.kind === 'candles') {
      const { symbol } = need.query;
      const reach = this.#figuresOf(symbol).candles.reach(need.query);
      return reach ? [{ symbol, ...reach }] : [];
    }
    const from = this.#now - DAY_MS;
    return Array.from(this.#pasts, ([symbol, { to }]) => ({ symbol, from, before: to }));
  }

  /** What is not in the store. */
  #saveAside(): Omit<SavedHistory, 'rows' | 'projector'> {
    return {
      now: this.#now,
      seen: this.#seen,
      kept: this.#rows,
      ...this.#backlog.save(),
      figures: Array.from(this.#figures, ([symbol, { trades, candles }]) => [
        symbol,
        { trades: trades.save(), candles: candles.save() },
      ]),
    };
  }

  #open(): HistoryStore {
    if (this.#store) return this.#store;
    const { rows = {}, projector } = this.#saved;
    this.#store = new HistoryStore({ markets: this.#markets, kept: this.#rows, rows, projector });
    this.#saved = {};
    return this.#store;
  }

  #opened(): HistoryStore {
    invariant(this.#store, 'history is ready before it is read');
    return this.#store;
  }

  #fed(): HistoryStore {
    this.feed();
    return this.#opened();
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

function readPasts({ markets, origin, pasts = pastsOf(markets.values(), origin) }: HistoryOptions) {
  const numbers = numberPastTrades(pasts);
  const read = (spec: MarketSpec): MarketPast => {
    const process = pasts.get(spec.symbol);
    invariant(process, `market ${spec.symbol} has a past`);
    return new MarketPast(spec, process, numbers);
  };
  return new Map(Array.from(markets.values(), (spec): [string, MarketPast] => [spec.symbol, read(spec)]));
}

/** Makes hours of the past of a market somewhere else, in the order asked for. */
type MakePast = (symbol: string, hours: readonly TimeMs[]) => Promise<readonly PastHourRows[]>;

/** A stretch of the past of one market. */
interface PastStretch {
  readonly symbol: string;
  readonly from: TimeMs;
  readonly before: TimeMs;
}

/** The newest hours are made where they are read: that takes a few milliseconds, and less than asking for them. */
const MADE_HERE = 2;
const HOUR_MS = 3_600_000;

/** Has the past made elsewhere before it is read, so that no read makes more of it than it has time for. */
class PastLoader {
  readonly #pasts: ReadonlyMap<string, MarketPast>;
  readonly #make: MakePast;
  /** By market. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(pasts: ReadonlyMap<string, MarketPast>, make: MakePast) {
    this.#pasts = pasts;
    this.#make = make;
  }

  /**
   * Resolves once stretches of the past can be read at little cost; null where they can be now. What cannot be made elsewhere is
   * left to the read.
   */
  ready(stretches: readonly PastStretch[]): Promise<void> | null {
    const waits = stretches.flatMap((stretch) => this.#readyFor(stretch) ?? []);
    return waits.length === 0 ? null : Promise.all(waits).then(() => undefined);
  }

  #readyFor(stretch: PastStretch): Promise<void> | null {
    const past = this.#pasts.get(stretch.symbol);
    const [oldest] = past?.missing(stretch.from, stretch.before) ?? [];
    if (!past || oldest === undefined || oldest >= past.to - MADE_HERE * HOUR_MS) return null;
    const before = this.#underWay.get(stretch.symbol) ?? Promise.resolve();
    // Behind what is under way for the market, which may be a part of it.
    const loaded = before.then(() => this.#load(past, stretch));
    this.#underWay.set(stretch.symbol, loaded);
    void loaded.then(() => {
      if (this.#underWay.get(stretch.symbol) === loaded) this.#underWay.delete(stretch.symbol);
    });
    return loaded;
  }

  async #load(past: MarketPast, { symbol, from, before }: PastStretch): Promise<void> {
    const hours = past.missing(from, before);
    if (hours.length === 0) return;
    const made = await this.#make(symbol, hours);
    for (const [place, hour] of hours.entries()) past.keep(hour, itemAt(made, place));
  }
}
