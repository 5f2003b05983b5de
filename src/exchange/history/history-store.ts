import type {
  AccountValueQuery,
  AccountValueRecord,
  BalanceUpdateRow,
  BalanceUpdatesQuery,
  ClosedPositionRow,
  ClosedPositionsQuery,
  FundingPayments,
  FundingPaymentsQuery,
  FundingRateRow,
  FundingRatesQuery,
  OrderHistoryQuery,
  TradesQuery,
  TransferRow,
  TransfersQuery,
} from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import { BinaryReader, shapesFrom } from '../../kernel/binary-form.ts';
import type { Plain } from '../../kernel/codec/codec.ts';
import { readSamples } from './account-value-history.ts';
import { type Backlog, type EventBytes, readEvents } from './backlog.ts';
import type { Cell } from './schema.sql.ts';
import { type HistoryDatabase, openDatabase } from './database.ts';
import { readFundingPayments, readFundingRates } from './funding.ts';
import { readBalanceUpdates, readTransfers } from './funds.ts';
import { OrderLog } from './order-log.ts';
import { readOrderRecords, readTradeRecords } from './order-records.ts';
import { readClosedPositions } from './positions.ts';
import { Projector } from './projector.ts';
import { Retention } from './retention.ts';
import { cellSink, fillCells, orderCells, stateCells } from './row-cells.ts';
import type { RowSink } from './row-sink.ts';
import { type RowTexts, rowTexts, type SavedRows, savedRows, writeRows } from './saved-rows.ts';

/** What a store begins with. It is plain data, so that a store may be on another thread. */
export interface StoreStart {
  readonly markets: ReadonlyMap<string, MarketSpec>;
  /** Rows that each list keeps. */
  readonly kept: number;
  readonly rows: SavedRows;
  /** What the projector of a saved history had come to. */
  readonly projector: Plain | undefined;
}

/** What a store has come to. */
export interface SavedStore {
  readonly rows: SavedRows;
  readonly projector: Plain;
}

/** The same, with the pages of each table as `RowTexts` has them. */
export interface SavedTexts {
  readonly rows: RowTexts;
  readonly projector: Plain;
}

/** The same as a snapshot has it: the rows as JSON text, in pieces. */
export interface WrittenStore {
  readonly rows: readonly string[];
  readonly projector: Plain;
}

/** Reads of the rows, as plain data: records of orders and trades are JSON text. */
export interface StoreReads {
  orderRecords(query: OrderHistoryQuery): string;
  tradeRecords(query: TradesQuery): { readonly records: string; readonly total: number };
  closedPositions(query: ClosedPositionsQuery): readonly ClosedPositionRow[];
  performance(query: AccountValueQuery): AccountValueRecord;
  balanceUpdates(query: BalanceUpdatesQuery): readonly BalanceUpdateRow[];
  transfers(query: TransfersQuery): { readonly rows: readonly TransferRow[]; readonly total: number };
  fundingPayments(query: FundingPaymentsQuery): FundingPayments;
  /** Rates since the exchange began. */
  fundingRates(query: FundingRatesQuery): readonly FundingRateRow[];
  /** Rows of a query over the tables of the schema, with cells in the order of its columns. */
  select(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]>;
  save(): SavedStore;
  /** The bytes of a SQLite file, which says that so many events are in it. */
  exportSqlite(applied: number): Uint8Array;
}

/** Events that wait for their rows. */
export type Waiting = Pick<Backlog, 'size' | 'take'>;

/** Rows of a history, and what makes them of events. Reads see everything that was written before them. */
export interface HistoryStore extends StoreReads {
  write(events: readonly EventBytes[]): void;
  /** How many of so many waiting events an idle moment is to write. */
  share(waiting: number): number;
  /** Writes all that waits and resolves once it is in the rows; a store on this thread lets others go on between batches. */
  catchUp(waiting: Waiting, pause?: () => Promise<void>): Promise<void>;
  /**
   * What the store has come to now, for a snapshot, without holding this thread up. Null while that is under way already, so that
   * no more than one waits in memory; left out by a store on the thread that uses it.
   */
  writeOut?(): Promise<WrittenStore> | null;
  /** Gives the memory back; no call may follow. */
  close(): void;
}

/** Events written in one go: about two milliseconds of work, which requests that come meanwhile have to wait for. */
const BATCH = 200;
/**
 * One in so many waiting events is written in one go where that is more: under load a turn brings more events than a batch,
 * and what is never written in idle moments has to be written all at once in the end.
 */
const SHARE = 20;

/** Opens a store on this thread. */
export const openStore = async (start: StoreStart): Promise<LocalStore> => new LocalStore(start, await openDatabase());

/** A store on the thread that uses it. */
export class LocalStore implements HistoryStore {
  readonly #database: HistoryDatabase;
  readonly #projector: Projector;
  readonly #log: OrderLog;
  /** What of the orders is in the tables, by `additions` of their log. */
  #tabled = 0;
  readonly #retention: Retention;
  readonly #reader = new BinaryReader();
  /** Shapes that the reader has learned. */
  #shapes = 0;
  /** With what a write has failed: the rows of later events would have a gap, so nothing is read or written any more. */
  #failure: Error | null = null;
  #closed = false;

  constructor({ markets, kept, rows, projector }: StoreStart, database: HistoryDatabase) {
    this.#database = database;
    this.#projector = new Projector(markets, projector);
    this.#log = new OrderLog({ markets, kept, isLive: (order) => this.#projector.isLive(order) });
    this.#retention = new Retention(kept);
    writeRows(database, this.#log, rows);
  }

  /** `shapes` are those that are new since the last call. */
  write(events: readonly Pick<EventBytes, 'bytes'>[], shapes = shapesFrom(this.#shapes)): void {
    if (events.length === 0) return;
    this.#reader.learn(shapes);
    this.#shapes += shapes.length;
    this.#check();
    try {
      this.#database.transaction((insert) => {
        const sink = sinkOf(cellSink(insert), this.#log);
        for (const event of readEvents(events, this.#reader)) this.#projector.apply(event, sink);
      });
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
    this.#retention.trim(this.#database, false);
  }

  share(waiting: number): number {
    return waiting < BATCH ? 0 : Math.max(BATCH, Math.ceil(waiting / SHARE));
  }

  async catchUp(waiting: Waiting, pause?: () => Promise<void>): Promise<void> {
    const most = pause ? BATCH : Number.POSITIVE_INFINITY;
    // What comes meanwhile is written before the read.
    for (let left = waiting.size; left > 0 && !this.#closed; left -= most) {
      this.write(waiting.take(most));
      if (left > most) await pause?.();
    }
  }

  orderRecords(query: OrderHistoryQuery): string {
    return readOrderRecords(this.#orders(), query);
  }

  tradeRecords(query: TradesQuery): { readonly records: string; readonly total: number } {
    return readTradeRecords(this.#orders(), query);
  }

  closedPositions(query: ClosedPositionsQuery): readonly ClosedPositionRow[] {
    return readClosedPositions(this.#trimmed(), query);
  }

  performance(query: AccountValueQuery): AccountValueRecord {
    return { samples: readSamples(this.#trimmed(), query), volume: this.#projector.volumeOf(query.account) };
  }

  balanceUpdates(query: BalanceUpdatesQuery): readonly BalanceUpdateRow[] {
    return readBalanceUpdates(this.#trimmed(), query);
  }

  transfers(query: TransfersQuery): { readonly rows: readonly TransferRow[]; readonly total: number } {
    return readTransfers(this.#trimmed(), query);
  }

  fundingPayments(query: FundingPaymentsQuery): FundingPayments {
    return readFundingPayments(this.#trimmed(), query);
  }

  fundingRates(query: FundingRatesQuery): readonly FundingRateRow[] {
    return readFundingRates(this.#trimmed(), query);
  }

  select(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]> {
    return this.#withOrders().each(sql, params);
  }

  save(): SavedStore {
    return { rows: savedRows(this.#database, this.#orders()), projector: this.#projector.save() };
  }

  /** What `save` has, of the rows that are kept: each table as pages of JSON. They are to be read before anything is written. */
  saveTexts(): SavedTexts {
    const database = this.#trimmed();
    return { rows: rowTexts(database, this.#log), projector: this.#projector.save() };
  }

  exportSqlite(applied: number): Uint8Array {
    const database = this.#withOrders();
    database.run('UPDATE progress SET applied = :applied', { ':applied': applied });
    return database.export();
  }

  close(): void {
    this.#closed = true;
    this.#database.close();
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
  }

  #orders(): OrderLog {
    this.#check();
    return this.#log;
  }

  #trimmed(): HistoryDatabase {
    this.#check();
    this.#retention.trim(this.#database, true);
    return this.#database;
  }

  /** The database with the rows of orders, which it has only for who queries it or takes it away. */
  #withOrders(): HistoryDatabase {
    const database = this.#trimmed();
    const orders = this.#log;
    if (this.#tabled === orders.additions) return database;
    database.transaction((insert) => {
      for (const table of ['orders', 'order_states', 'fills'] as const) database.drop(table, 'TRUE', {});
      for (const row of orders.orders()) insert('orders', orderCells(row));
      for (const row of orders.states()) insert('order_states', stateCells(row));
      for (const row of orders.fills()) insert('fills', fillCells(row));
    });
    this.#tabled = orders.additions;
    return database;
  }
}

/** Rows of orders go to the log, all others to the tables, and names to both. */
const sinkOf = (tables: ReturnType<typeof cellSink>, orders: OrderLog): RowSink => ({
  ...tables,
  named: (table, cells) => {
    tables.named(table, cells);
    orders.named(table, cells);
  },
  order: (row) => orders.order(row),
  state: (row) => orders.state(row),
  fill: (row) => orders.fill(row),
});
