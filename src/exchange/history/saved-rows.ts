import { compareKeys } from '../../kernel/canonical-json.ts';
import { type Codec, CodecError, type Plain, within } from '../../kernel/codec/codec.ts';
import { list, record } from '../../kernel/codec/collections.ts';
import type { OrderLog } from './order-log.ts';
import { checkOrders, isOrderTable, ORDER_COLUMNS, ordersIn, pagesOf, restoreOrders } from './saved-orders.ts';
import { type Cell, COLUMNS, type Insert, type RowStore, type TableName } from './schema.sql.ts';
import { keysOf, recordOf } from '../../kernel/entries.ts';

type SavedRow = readonly Cell[];
/** The rows of each table in the order of its key; a table without rows may be left out. */
export type SavedRows = { readonly [Table in TableName]?: readonly SavedRow[] };

/** The same as JSON: each table as pages of rows, which commas divide. */
export type RowTexts = { readonly [Table in TableName]: Iterable<string> };

const TABLES = keysOf(COLUMNS);

/** Columns of the key of a table. The rows of one table differ in them. */
const KEY_COLUMNS: Readonly<Partial<Record<TableName, number>>> = { value_samples: 2 };

/** All rows of a database and a log. */
export function savedRows(database: Pick<RowStore, 'rows'>, log: OrderLog): SavedRows {
  const orders = ordersIn(log);
  return rowsOf((table) => (isOrderTable(table) ? [...orders[table]] : database.rows(table)));
}

/** The same as text, read when it is asked for. */
export function rowTexts(database: { rowTexts(table: TableName): Iterable<string> }, log: OrderLog): RowTexts {
  const orders = ordersIn(log);
  return recordOf(TABLES, (table) => (isOrderTable(table) ? pagesOf(orders[table]) : database.rowTexts(table)));
}

/** Writes the rows into a database and a log that have none. */
export function writeRows(database: Pick<RowStore, 'transaction'>, log: OrderLog, rows: SavedRows): void {
  if (TABLES.every((table) => (rows[table]?.length ?? 0) === 0)) return;
  for (const table of ['markets', 'order_terms'] as const)
    for (const row of rows[table] ?? [])
      log.named(
        table,
        row.map((cell) => cell ?? ''),
      );
  restoreOrders(rows, log);
  database.transaction((insert) => {
    for (const table of TABLES) if (!isOrderTable(table)) for (const row of rows[table] ?? []) insert(table, row);
  });
}

/** Adds the rows that `write` inserts. */
export function withMore(rows: SavedRows, write: (insert: Insert) => void): SavedRows {
  const more = new Map<TableName, SavedRow[]>();
  write((table, row) => {
    const added = more.get(table);
    if (added) added.push([...row]);
    else more.set(table, [[...row]]);
  });
  if (more.size === 0) return rows;
  return rowsOf((table) => {
    const added = more.get(table);
    return added ? [...(rows[table] ?? []), ...added].sort(byKeyOf(table)) : (rows[table] ?? []);
  });
}

const rowsOf = (read: (table: TableName) => readonly SavedRow[]): SavedRows => recordOf(TABLES, read);

const byKeyOf =
  (table: TableName) =>
  (a: SavedRow, b: SavedRow): number =>
    compareKeys(a[0], b[0]) || ((KEY_COLUMNS[table] ?? 1) > 1 ? compareKeys(a[1], b[1]) : 0);

const rowOf = (table: TableName): Codec<SavedRow> => ({
  encode: (row) => [...row],
  decode: (plain) => {
    const columns = isOrderTable(table) ? ORDER_COLUMNS[table] : null;
    const width = columns?.length ?? COLUMNS[table];
    if (!Array.isArray(plain) || plain.length !== width) throw new CodecError('', `takes a list of ${width} values`);
    const cells: readonly unknown[] = plain;
    if (columns) return columns.map((column, place) => within(place, () => column.decode(cells[place])));
    if (cells.every(isCell)) return cells;
    const wrong = cells.findIndex((cell) => !isCell(cell));
    throw new CodecError(`[${wrong}]`, 'takes a text, a whole number or null');
  },
});

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'string' || Number.isSafeInteger(value);

/** Rows whose keys rise, so that no two of them clash in the database. */
function tableOf(table: TableName): Codec<readonly SavedRow[]> {
  const rows = list(rowOf(table));
  const compare = byKeyOf(table);
  return {
    encode: (given) => rows.encode([...given]),
    decode: (plain) => {
      const read = rows.decode(plain);
      const clash = read.findIndex((row, index) => index > 0 && compare(read[index - 1] ?? [], row) >= 0);
      if (clash >= 0) throw new CodecError(`[${clash}]`, 'has a key that is not above that of the row before');
      return read;
    },
  };
}

type AllRows = { readonly [Table in TableName]: readonly SavedRow[] };
const ALL = record<AllRows>(recordOf(TABLES, tableOf));

/** Returns saved rows as plain data; a table that is missing is written as an empty one. */
export const encodeRows = (rows: SavedRows): Plain => ALL.encode({ ...emptyTables(), ...rows });

/** Reads saved rows; throws CodecError that names table, row and cell. */
export function decodeRows(plain: unknown): SavedRows {
  return within('rows', () => {
    const rows = ALL.decode(plain);
    checkOrders(rows);
    return rows;
  });
}

const emptyTables = (): AllRows => recordOf(TABLES, () => []);
