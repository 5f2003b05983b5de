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
import type { EngineEvent } from '../../engine/event.ts';
import type { Plain } from '../../kernel/codec/codec.ts';
import type { OrderNo } from '../../kernel/ids.ts';
import { readSamples } from './account-value-history.ts';
import { readFundingPayments, readFundingRates } from './funding.ts';
import { readBalanceUpdates, readTransfers } from './funds.ts';
import { OrderLog } from './order-log.ts';
import { readOrderRecords, readTradeRecords } from './order-records.ts';
import { readClosedPositions } from './positions.ts';
import { Projector } from './projector.ts';
import { RecordLog } from './record-log.ts';
import type { RowSink } from './row-sink.ts';
import { PagedRows, pagedRows } from './paged-rows.ts';
import { restoreRows, type SavedRows, savedRows } from './saved-rows.ts';

/** Rows that each list of the history keeps, unless it is made with another number. */
export const HISTORY_ROWS = 250_000;

/** What a store begins with. */
export interface StoreStart {
  readonly markets: ReadonlyMap<string, MarketSpec>;
  /** Rows that each list keeps. */
  readonly kept: number;
  /** As a document had them, as files have them, or those of another store, which stays as it is. */
  readonly rows: SavedRows | PagedRows | Rows;
  /** What the projector of a saved history had come to. */
  readonly projector: Plain | undefined;
}

/** What a store has come to. */
export interface SavedStore {
  readonly rows: SavedRows | PagedRows | Rows;
  readonly projector: Plain;
}

/** Rows of a history as numbers, and what makes them of events. Of each list the latest are kept. */
export class Rows {
  readonly #start: Pick<StoreStart, 'markets' | 'kept'>;
  readonly #projector: Projector;
  readonly #orders: OrderLog;
  readonly #records: RecordLog;
  readonly #sink: RowSink;
  /** Events applied. */
  #applied = 0;
  /** With what an event has failed: the rows of later events would have a gap, so nothing is applied or read any more. */
  #failure: Error | null = null;

  constructor({ markets, kept, rows, projector }: StoreStart) {
    this.#start = { markets, kept };
    this.#projector = new Projector(markets, projector);
    const isLive = (order: OrderNo): boolean => this.#projector.isLive(order);
    this.#orders = new OrderLog({ markets, kept, isLive });
    this.#records = new RecordLog({ markets, kept });
    this.#sink = sinkOf(this.#orders, this.#records);
    if (rows instanceof Rows) {
      rows.#whole.orders.copyTo(this.#orders);
      rows.#whole.records.copyTo(this.#records);
    } else if (rows instanceof PagedRows) rows.restore(this.#orders, this.#records);
    else restoreRows(rows, this.#orders, this.#records);
  }

  get applied(): number {
    return this.#applied;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  apply(event: EngineEvent): void {
    if (this.#failure) throw this.#failure;
    try {
      this.#projector.apply(event, this.#sink);
      this.#applied += 1;
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  orderRecords(query: OrderHistoryQuery): string {
    return readOrderRecords(this.#whole.orders, query);
  }

  tradeRecords(query: TradesQuery): { readonly records: string; readonly total: number } {
    return readTradeRecords(this.#whole.orders, query);
  }

  closedPositions(query: ClosedPositionsQuery): readonly ClosedPositionRow[] {
    return readClosedPositions(this.#whole.records, query);
  }

  performance(query: AccountValueQuery): AccountValueRecord {
    return { samples: readSamples(this.#whole.records, query), volume: this.#projector.volumeOf(query.account) };
  }

  balanceUpdates(query: BalanceUpdatesQuery): readonly BalanceUpdateRow[] {
    return readBalanceUpdates(this.#whole.records, query);
  }

  transfers(query: TransfersQuery): { readonly rows: readonly TransferRow[]; readonly total: number } {
    return readTransfers(this.#whole.records, query);
  }

  fundingPayments(query: FundingPaymentsQuery): FundingPayments {
    return readFundingPayments(this.#whole.records, query);
  }

  fundingRates(query: FundingRatesQuery): readonly FundingRateRow[] {
    return readFundingRates(this.#whole.records, query);
  }

  /** Returns what the store has come to as rows of its own, to which nothing is applied any more. */
  save(): { readonly rows: Rows; readonly projector: Plain } {
    const projector = this.projected();
    return { rows: new Rows({ ...this.#start, rows: this, projector }), projector };
  }

  /** Returns the rows as files have them: they share what does not change with these. */
  paged(): PagedRows {
    return pagedRows(this.#whole.orders, this.#whole.records);
  }

  /** What the projector has come to. */
  projected(): Plain {
    return this.#projector.save();
  }

  /** The rows as a file has them. */
  saved(): SavedRows {
    return savedRows(this.#whole.orders, this.#whole.records);
  }

  /** Hands every row that is kept to a sink, and every name. */
  handOver(sink: RowSink): void {
    this.#whole.records.handOver(sink);
    for (const row of this.#whole.orders.orders()) sink.order(row);
    for (const row of this.#whole.orders.states()) sink.state(row);
    for (const row of this.#whole.orders.fills()) sink.fill(row);
  }

  /** The rows, where no event is missing in them. */
  get #whole(): { readonly orders: OrderLog; readonly records: RecordLog } {
    if (this.#failure) throw this.#failure;
    return { orders: this.#orders, records: this.#records };
  }
}

/** Rows of orders go to one log and all others to another, and names to both. */
const sinkOf = (orders: OrderLog, records: RecordLog): RowSink => ({
  named: (table, cells) => {
    records.named(table, cells);
    orders.named(table, cells);
  },
  order: (row) => orders.order(row),
  state: (row) => orders.state(row),
  fill: (row) => orders.fill(row),
  closed: (row) => records.closed(row),
  update: (row) => records.update(row),
  end: (row) => records.end(row),
  movement: (row) => records.movement(row),
  sample: (row) => records.sample(row),
  rate: (row) => records.rate(row),
  payment: (row) => records.payment(row),
});
