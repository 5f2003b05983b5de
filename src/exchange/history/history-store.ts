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
import { BinaryReader, shapesFrom } from '../../kernel/binary-form.ts';
import type { Plain } from '../../kernel/codec/codec.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Backlog, type EventBytes, readEvents } from './backlog.ts';
import { type HistoryDatabase, openDatabase } from './database.ts';
import { cellSink } from './row-cells.ts';
import { Rows, type SavedStore, type StoreStart } from './rows.ts';
import type { Cell } from './schema.sql.ts';

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
  /** Opens the tables of the schema, which have no rows until they are read. To be awaited before the next two. */
  openTables(): Promise<void>;
  /** Rows of a query over the tables, with cells in the order of its columns. */
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
export const openStore = (start: StoreStart): Promise<LocalStore> => Promise.resolve(new LocalStore(start));

/** A store on the thread that uses it. */
export class LocalStore extends Rows implements HistoryStore {
  readonly #reader = new BinaryReader();
  /** Shapes that the reader has learned. */
  #shapes = 0;
  #opening: Promise<void> | null = null;
  #database: HistoryDatabase | null = null;
  /** Events that are in its tables. */
  #tabled = -1;
  #closed = false;

  /** `shapes` are those that are new since the last call. */
  write(events: readonly Pick<EventBytes, 'bytes'>[], shapes = shapesFrom(this.#shapes)): void {
    if (events.length === 0) return;
    this.#reader.learn(shapes);
    this.#shapes += shapes.length;
    for (const event of readEvents(events, this.#reader)) this.apply(event);
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

  openTables(): Promise<void> {
    this.#opening ??= openDatabase().then((database) => {
      if (this.#closed) database.close();
      else this.#database = database;
    });
    return this.#opening;
  }

  select(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]> {
    return this.#tables().each(sql, params);
  }

  exportSqlite(applied: number): Uint8Array {
    const database = this.#tables();
    database.run('UPDATE progress SET applied = :applied', { ':applied': applied });
    return database.export();
  }

  close(): void {
    this.#closed = true;
    this.#database?.close();
    this.#database = null;
  }

  /** The rows as tables, which are made for who queries them or takes them away. */
  #tables(): HistoryDatabase {
    const database = this.#database;
    invariant(database, 'the tables of the history are opened before they are read');
    if (this.#tabled === this.applied) return database;
    database.rewrite((insert) => this.handOver(cellSink(insert)));
    this.#tabled = this.applied;
    return database;
  }
}
