import { type HistoryDatabase, integer } from './database.ts';
import type { SavedRows } from './saved-rows.ts';
import type { Cell, TableName } from './schema.sql.ts';
import { invariant } from '../../kernel/errors.ts';

/** Rows that each list of the history keeps, unless it is made with another number. */
export const HISTORY_ROWS = 250_000;

/** States of orders are kept for as many orders as other lists have rows: placed, filled in part, cancelling, cancelled. */
const STATES_PER_ORDER = 4;

/** Idle moments leave this many rows more, so that they drop many at once. Reads find none of them. */
const SLACK = 500;

/** Tables whose rows are dropped one by one, the lowest first, which are the oldest. */
const LISTS = ['balance_updates', 'transfers', 'closed_positions', 'funding_rates', 'funding_payments'] as const;

const ENDED = "('filled', 'cancelled')";

/**
 * Keeps a history bounded: of each list the latest rows. An order is there while it lives, while its last state is kept
 * and while one of its fills is. What is kept depends on the rows alone, not on when they were dropped.
 */
export class Retention {
  readonly #most: number;
  readonly #isLive: (order: number) => boolean;

  constructor(most: number, isLive: (order: number) => boolean) {
    this.#most = most;
    this.#isLive = isLive;
  }

  /** Drops what is too much: all of it before a read, else only when much has gathered. */
  trim(database: HistoryDatabase, beforeRead: boolean): void {
    const least = beforeRead ? 1 : SLACK;
    const most = this.#most;
    const excesses = [...LISTS, 'order_states', 'fills', 'value_samples'] as const;
    const due = excesses
      .map((table) => ({ table, excess: database.count(table) - mostOf(table, most) }))
      .filter(({ excess }) => excess >= least);
    const hasOrphans = beforeRead && database.count('balance_updates') >= most && database.count('balance_ends') > 0;
    if (due.length === 0 && !hasOrphans) return;
    database.transaction(() => {
      for (const { table, excess } of due) this.#drop(database, table, excess);
      if (hasOrphans || due.some(({ table }) => table === 'balance_updates')) {
        database.drop('balance_ends', 'row < (SELECT min(row) FROM balance_updates)', {});
      }
    });
  }

  #drop(database: HistoryDatabase, table: TableName, excess: number): void {
    if (table === 'value_samples') {
      const oldest = 'SELECT account, at FROM value_samples ORDER BY at, account LIMIT :excess';
      database.drop(table, `(account, at) IN (${oldest})`, { ':excess': excess });
      return;
    }
    const last = `SELECT row FROM ${table} ORDER BY row LIMIT 1 OFFSET :skipped`;
    const [cut] = database.all(last, { ':skipped': excess - 1 }, (row) => integer(row, 'row'));
    if (cut === undefined) return;
    if (table === 'order_states') this.#dropStates(database, cut);
    else if (table === 'fills') this.#dropFills(database, cut);
    else database.drop(table, 'row <= :cut', { ':cut': cut });
  }

  #dropStates(database: HistoryDatabase, cut: number): void {
    const ended = `SELECT order_row FROM order_states WHERE row <= :cut AND status IN ${ENDED}`;
    const isFilled = 'EXISTS (SELECT 1 FROM fills WHERE order_row = orders.row)';
    database.drop('orders', `row IN (${ended}) AND NOT ${isFilled}`, { ':cut': cut });
    database.drop('order_states', 'row <= :cut', { ':cut': cut });
  }

  #dropFills(database: HistoryDatabase, cut: number): void {
    const of = 'SELECT DISTINCT order_row FROM fills WHERE row <= :cut';
    const orders = database.all(of, { ':cut': cut }, (row) => integer(row, 'order_row'));
    database.drop('fills', 'row <= :cut', { ':cut': cut });
    const isFilled = 'EXISTS (SELECT 1 FROM fills WHERE order_row = :order)';
    const isShown = `EXISTS (SELECT 1 FROM order_states WHERE order_row = :order AND status IN ${ENDED})`;
    for (const order of orders) {
      if (this.#isLive(order)) continue;
      database.drop('orders', `row = :order AND NOT ${isFilled} AND NOT ${isShown}`, { ':order': order });
    }
  }
}

const mostOf = (table: TableName, most: number): number => (table === 'order_states' ? most * STATES_PER_ORDER : most);

/** The rows that are kept of these, as `Retention` leaves them before a read. */
export function keptRows(rows: SavedRows, most: number, isLive: (order: number) => boolean): SavedRows {
  const latest = (table: TableName) => (rows[table] ?? []).slice(-mostOf(table, most));
  const states = latest('order_states');
  const fills = latest('fills');
  const named = new Set<unknown>([
    ...states.flatMap((row) => (row[STATUS] === 'filled' || row[STATUS] === 'cancelled' ? [row[ORDER]] : [])),
    ...fills.map((row) => row[ORDER]),
  ]);
  const updates = latest('balance_updates');
  const firstUpdate = updates[0] ? keyOf(updates[0]) : 0;
  return {
    ...rows,
    ...Object.fromEntries(LISTS.map((table) => [table, latest(table)])),
    order_states: states,
    fills,
    orders: (rows.orders ?? []).filter((row) => named.has(row[0]) || isLive(keyOf(row))),
    balance_ends: (rows.balance_ends ?? []).filter((row) => keyOf(row) >= firstUpdate),
    value_samples: latestSamples(rows.value_samples ?? [], most),
  };
}

/** The number of a saved row, by which those of its table are in order. */
function keyOf([key]: readonly Cell[]): number {
  invariant(typeof key === 'number', 'rows of the history are numbered');
  return key;
}

/** Columns of states and fills, and of states. */
const ORDER = 1;
const STATUS = 4;

type Rows = NonNullable<SavedRows[TableName]>;

/** The latest samples, in the order of their key. */
function latestSamples(rows: Rows, most: number): Rows {
  if (rows.length <= most) return rows;
  const byTime = [...rows].sort((a, b) => Number(a[1]) - Number(b[1]) || Number(a[0]) - Number(b[0]));
  const kept = new Set(byTime.slice(-most));
  return rows.filter((row) => kept.has(row));
}
