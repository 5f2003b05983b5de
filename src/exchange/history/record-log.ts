import { BALANCE_ACTIONS, TRANSFER_TYPES } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import { invariant } from '../../kernel/errors.ts';
import { type AccountNo, subAccountIdOf } from '../../kernel/ids.ts';
import { entriesOf, mapRecord } from '../../kernel/entries.ts';
import { CodecError, count, nullable, oneOf, text } from '../../kernel/codec/codec.ts';
import {
  ALL_MARKETS,
  amount,
  type Columns,
  fewTexts,
  large,
  largeOrNone,
  listOf,
  marketOf,
  marketNo,
  rareText,
  rising,
  RowLog,
  rowNo,
  type SavedRowLog,
  small,
  wordOf,
} from './row-log.ts';
import type {
  ClosedRow,
  EndRow,
  KnownMarket,
  MovementRow,
  PaymentRow,
  RateRow,
  RowSink,
  SampleRow,
  UpdateRow,
} from './row-sink.ts';
import { OUTCOMES } from './row-sink.ts';
import type { Cell } from './schema.sql.ts';

/** What is kept of each kind of row but orders, by the table it is saved as. */
interface Kinds {
  readonly closed_positions: ClosedRow;
  readonly balance_updates: UpdateRow;
  readonly transfers: MovementRow;
  readonly value_samples: SampleRow;
  readonly funding_rates: RateRow;
  readonly funding_payments: PaymentRow;
}

export type Kind = keyof Kinds;
export const KINDS = [
  'closed_positions',
  'balance_updates',
  'transfers',
  'value_samples',
  'funding_rates',
  'funding_payments',
] as const satisfies readonly Kind[];

type KindColumns = { readonly [Kind in keyof Kinds]: Columns<Kinds[Kind]> };

/** Made for each log, because some columns keep texts. Saved rows are in the order of the first columns. */
const columnsOf = (markets: readonly KnownMarket[]): KindColumns => ({
  closed_positions: {
    row: rising,
    account: small,
    market: marketOf(markets),
    position: small,
    side: wordOf('long', 'short'),
    entryCost: amount,
    entryLots: small,
    largest: small,
    closedValue: amount,
    closedLots: small,
    reason: wordOf('close', 'flip', 'liquidation'),
    leverage: largeOrNone,
    realizedPnl: amount,
    fees: amount,
    netFunding: amount,
    createdAt: large,
    closedAt: rising,
    trade: rising,
  },
  balance_updates: {
    row: rising,
    account: small,
    at: rising,
    action: wordOf(...BALANCE_ACTIONS),
    asset: fewTexts(),
    amount,
    fee: amount,
    value: amount,
    destination: rareText,
    txHash: rareText,
    from: largeOrNone,
    to: largeOrNone,
  },
  transfers: {
    transfer: rising,
    from: large,
    to: large,
    at: rising,
    type: wordOf(...TRANSFER_TYPES),
    asset: fewTexts(),
    amount,
    value: amount,
    errorMessage: rareText,
  },
  value_samples: { at: rising, account: small, value: amount, inflow: amount, volume: amount },
  funding_rates: { row: rising, market: marketOf(markets), at: rising, rate: small },
  funding_payments: {
    payment: rising,
    account: small,
    market: marketOf(markets),
    at: rising,
    position: small,
    lots: small,
    index: large,
    rate: small,
    amount,
  },
});

/** What the columns of these tables take. */
export const RECORD_COLUMNS = {
  ...mapRecord(columnsOf([]), (columns) => entriesOf(columns).map(([, { cell }]) => cell)),
  balance_ends: [count, oneOf(...OUTCOMES), nullable(text)],
};

/** Tables that names are saved in. */
type NameTable = Parameters<RowSink['named']>[0];
type RecordTable = keyof typeof RECORD_COLUMNS;
type Cells = readonly Cell[];

/** Returns whether the rows of a table are those that a record log keeps. */
export const isRecordTable = (table: string): table is RecordTable => Object.hasOwn(RECORD_COLUMNS, table);

/** Checks that rows are of markets that are there; throws CodecError. */
export function checkMarkets(rows: { readonly [Table in RecordTable | 'markets']?: readonly Cells[] }): void {
  const markets = rows.markets?.length ?? 0;
  for (const [table, columns] of entriesOf(columnsOf([]))) {
    const place = Object.keys(columns).indexOf('market');
    const wrong = place < 0 ? -1 : (rows[table] ?? []).findIndex((cells) => rowNo(cells[place]) > markets);
    if (wrong >= 0) throw new CodecError(`${table}[${wrong}][${place}]`, 'names no row that is there');
  }
}

interface RecordLogOptions {
  readonly markets: ReadonlyMap<string, MarketSpec>;
  /** Rows of each kind that are kept. */
  readonly kept: number;
}

/** Rows of every kind but orders, as numbers, with lists of them by account and market: of each kind the latest. */
export class RecordLog implements Omit<RowSink, 'order' | 'state' | 'fill'> {
  readonly #specs: ReadonlyMap<string, MarketSpec>;
  readonly #markets: KnownMarket[] = [];
  readonly #terms: (readonly (string | number)[])[] = [];
  readonly #accounts: AccountNo[] = [];
  readonly #closed: RowLog<ClosedRow>;
  readonly #updates: RowLog<UpdateRow>;
  readonly #movements: RowLog<MovementRow>;
  readonly #samples: RowLog<SampleRow>;
  readonly #rates: RowLog<RateRow>;
  readonly #payments: RowLog<PaymentRow>;
  /** By row of their balance update. */
  readonly #ends = new Map<number, EndRow>();

  constructor({ markets, kept }: RecordLogOptions) {
    this.#specs = markets;
    const columns = columnsOf(this.#markets);
    const byMarket = ({ account, market }: { readonly account: AccountNo; readonly market: KnownMarket }) => [
      listOf(account, ALL_MARKETS),
      listOf(account, market.row),
    ];
    const byAccount = ({ account }: { readonly account: AccountNo }) => [account];
    this.#closed = new RowLog({
      columns: columns.closed_positions,
      kept,
      time: 'closedAt',
      listedBy: ['account', 'market'],
      listsOf: byMarket,
    });
    this.#updates = new RowLog({
      columns: columns.balance_updates,
      kept,
      time: 'at',
      listedBy: ['account'],
      listsOf: byAccount,
      onDrop: ({ row }) => void this.#ends.delete(row),
    });
    const bySides = ({ from, to }: MovementRow) => (from === to ? [from] : [from, to]);
    this.#movements = new RowLog({
      columns: columns.transfers,
      kept,
      time: 'at',
      listedBy: ['from', 'to'],
      listsOf: bySides,
    });
    this.#samples = new RowLog({
      columns: columns.value_samples,
      kept,
      time: 'at',
      listedBy: ['account'],
      listsOf: byAccount,
    });
    const ofMarket = ({ market }: RateRow) => [market.row];
    this.#rates = new RowLog({
      columns: columns.funding_rates,
      kept,
      time: 'at',
      listedBy: ['market'],
      listsOf: ofMarket,
    });
    this.#payments = new RowLog({
      columns: columns.funding_payments,
      kept,
      time: 'at',
      listedBy: ['account', 'market'],
      listsOf: byMarket,
    });
  }

  /** Gives its rows to a log that has none; each goes its own way from here on, and they share what neither changes. */
  copyTo(log: RecordLog): void {
    // The columns of a log read its own list.
    log.#markets.push(...this.#markets);
    for (const cells of this.#terms) log.#terms.push(cells);
    for (const account of this.#accounts) log.#accounts.push(account);
    for (const [row, end] of this.#ends) log.#ends.set(row, end);
    this.#closed.copyTo(log.#closed);
    this.#updates.copyTo(log.#updates);
    this.#movements.copyTo(log.#movements);
    this.#samples.copyTo(log.#samples);
    this.#rates.copyTo(log.#rates);
    this.#payments.copyTo(log.#payments);
  }

  /** Returns the rows as they are, which stay so. */
  save(): { readonly logs: { readonly [K in Kind]: SavedRowLog }; readonly ends: readonly EndRow[] } {
    return { logs: mapRecord(this.#logs, (log) => log.save()), ends: this.#keptEnds() };
  }

  /** Takes over the saved rows of one kind; it has none of its own. Markets are named before. */
  restoreLog(kind: Kind, saved: SavedRowLog): void {
    this.#logs[kind].restoreLog(saved);
  }

  named(table: NameTable, cells: readonly (string | number)[]): void {
    if (table === 'accounts') this.#accounts.push(rowNo(cells[0]));
    else if (table === 'order_terms') this.#terms.push(cells);
    else {
      const spec = this.#specs.get(String(cells[1]));
      invariant(spec, () => `market ${cells[1]} is known to history`);
      this.#markets.push({ spec, row: this.#markets.length + 1 });
    }
  }

  closed(row: ClosedRow): void {
    this.#closed.add(row);
  }

  update(row: UpdateRow): void {
    this.#updates.add(row);
  }

  end(row: EndRow): void {
    this.#ends.set(row.row, row);
  }

  movement(row: MovementRow): void {
    this.#movements.add(row);
  }

  sample(row: SampleRow): void {
    this.#samples.add(row);
  }

  rate(row: RateRow): void {
    this.#rates.add(row);
  }

  payment(row: PaymentRow): void {
    this.#payments.add(row);
  }

  /** Positions that a user has closed in a market, or in all. */
  get closedPositions(): Reads<ClosedRow> {
    return this.#closed;
  }

  get balanceUpdates(): Reads<UpdateRow> {
    return this.#updates;
  }

  /** Transfers by either side. */
  get transfers(): Reads<MovementRow> {
    return this.#movements;
  }

  get valueSamples(): Reads<SampleRow> {
    return this.#samples;
  }

  /** Rates by the number of their market. */
  get fundingRates(): Reads<RateRow> {
    return this.#rates;
  }

  get fundingPayments(): Reads<PaymentRow> {
    return this.#payments;
  }

  /** How a balance update has ended, where it has an end of its own. */
  endOf(row: number): EndRow | undefined {
    return this.#ends.get(row);
  }

  /** The number of a market; `ALL_MARKETS` where none is asked for. */
  marketNo(symbol: string | undefined): number {
    return marketNo(this.#markets, symbol);
  }

  /** Markets, accounts and terms that rows refer to, as the rows of SQLite. */
  names() {
    return {
      markets: this.#markets.map(({ row, spec }) => [row, spec.symbol]),
      accounts: this.#accounts.toSorted((a, b) => a - b).map((no) => [no, subAccountIdOf(no)]),
      terms: [...this.#terms],
    };
  }

  /** The rows of each table as they are saved; those of names are the rows of SQLite. */
  saved(): { readonly [Table in RecordTable | NameTable]: Iterable<Cells> } {
    const { markets, accounts, terms } = this.names();
    return {
      markets,
      accounts,
      order_terms: terms,
      balance_updates: this.#updates.saved(),
      balance_ends: this.#keptEnds().map(({ row, status, txHash }) => [row, status, txHash]),
      transfers: this.#movements.saved(),
      funding_rates: this.#rates.saved(),
      funding_payments: this.#payments.saved(),
      closed_positions: this.#closed.saved(),
      value_samples: this.#samples.saved(),
    };
  }

  /** Adds rows of a table as they were saved. Markets are named before. */
  restore(table: RecordTable, rows: readonly Cells[]): void {
    if (table === 'balance_ends') {
      for (const [row = 0, status, txHash = null] of rows)
        this.end({
          row: rowNo(row),
          status: OUTCOMES.find((word) => word === status) ?? 'success',
          txHash: txHash === null ? null : String(txHash),
        });
      return;
    }
    for (const cells of rows) this.#logs[table].restore(cells);
  }

  get #logs() {
    return {
      balance_updates: this.#updates,
      transfers: this.#movements,
      funding_rates: this.#rates,
      funding_payments: this.#payments,
      closed_positions: this.#closed,
      value_samples: this.#samples,
    };
  }

  /** Hands names and rows of every kind to a sink. */
  handOver(sink: Omit<RowSink, 'order' | 'state' | 'fill'>): void {
    for (const { row, spec } of this.#markets) sink.named('markets', [row, spec.symbol]);
    for (const no of this.#accounts) sink.named('accounts', [no, subAccountIdOf(no)]);
    for (const cells of this.#terms) sink.named('order_terms', cells);
    for (const row of this.#updates.rows()) sink.update(row);
    for (const row of this.#keptEnds()) sink.end(row);
    for (const row of this.#movements.rows()) sink.movement(row);
    for (const row of this.#rates.rows()) sink.rate(row);
    for (const row of this.#payments.rows()) sink.payment(row);
    for (const row of this.#closed.rows()) sink.closed(row);
    for (const row of this.#samples.rows()) sink.sample(row);
  }

  /** Ends of updates that are kept, in their order. */
  #keptEnds(): EndRow[] {
    const first = this.#updates.first?.row ?? Number.POSITIVE_INFINITY;
    return [...this.#ends.values()].filter(({ row }) => row >= first).sort((a, b) => a.row - b.row);
  }
}

/** What reads need of the rows of one kind. */
type Reads<R extends object> = Pick<RowLog<R>, 'window' | 'page' | 'before' | 'places' | 'value' | 'at'>;
