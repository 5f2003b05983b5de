import { type HistoryDatabase, integer } from './database.ts';
import { STATES_PER_ORDER } from './order-log.ts';
import type { SavedRows } from './saved-rows.ts';
import type { Cell, TableName } from './schema.sql.ts';
import { invariant } from '../../kernel/errors.ts';

/** Rows that each list of the history keeps, unless it is made with another number. */
export const HISTORY_ROWS = 250_000;

/** Idle moments leave this many rows more, so that they drop many at once. Reads find none of them. */
const SLACK = 500;

/** Tables whose rows are dropped one by one, the lowest first, which are the oldest. */
const LISTS = ['balance_updates', 'transfers', 'closed_positions', 'funding_rates', 'funding_payments'] as const;

/**
 * Keeps the tables of a history bounded: of each list the latest rows. What is kept depends on the rows alone, not on when they were
 * dropped. `OrderLog` does the same for orders.
 */
export class Retention {
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Drops what is too much: all of it before a read, else only when much has gathered. */
  trim(database: HistoryDatabase, beforeRead: boolean): void {
    const least = beforeRead ? 1 : SLACK;
    const most = this.#most;
    const due = ([...LISTS, 'value_samples'] as const)
      .map((table) => ({ table, excess: database.count(table) - most }))
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
    if (cut !== undefined) database.drop(table, 'row <= :cut', { ':cut': cut });
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

/** Columns of saved states and fills, and of states. */
const ORDER = 1;
const STATUS = 3;

type Rows = NonNullable<SavedRows[TableName]>;

/** The latest samples, in the order of their key. */
function latestSamples(rows: Rows, most: number): Rows {
  if (rows.length <= most) return rows;
  const byTime = [...rows].sort((a, b) => Number(a[1]) - Number(b[1]) || Number(a[0]) - Number(b[0]));
  const kept = new Set(byTime.slice(-most));
  return rows.filter((row) => kept.has(row));
}
