import { compareKeys } from '../../kernel/canonical-json.ts';
import { type Codec, CodecError, type Plain, placed, within } from '../../kernel/codec/codec.ts';
import { list, record } from '../../kernel/codec/collections.ts';
import type { OrderLog } from './order-log.ts';
import { checkMarkets, isRecordTable, RECORD_COLUMNS, type RecordLog } from './record-log.ts';
import { checkOrders, isOrderTable, ORDER_COLUMNS, ordersIn, restoreOrders } from './saved-orders.ts';
import { type Cell, COLUMNS, type TableName } from './schema.sql.ts';
import { keysOf, recordOf } from '../../kernel/entries.ts';

type SavedRow = readonly Cell[];
/** The rows of each table in the order of its key; a table without rows may be left out. */
export type SavedRows = { readonly [Table in TableName]?: readonly SavedRow[] };

const TABLES = keysOf(COLUMNS);

/** Columns of the key of a table. The rows of one table differ in them. */
const KEY_COLUMNS: Readonly<Partial<Record<TableName, number>>> = { value_samples: 2 };

/** All rows of the logs that are kept. */
export function savedRows(orders: OrderLog, records: RecordLog): SavedRows {
  const all = allRows(orders, records);
  return rowsOf((table) => [...all[table]]);
}

const allRows = (orders: OrderLog, records: RecordLog): { readonly [Table in TableName]: Iterable<SavedRow> } => ({
  ...records.saved(),
  ...ordersIn(orders),
});

/** Writes the rows into logs that have none. */
export function restoreRows(rows: SavedRows, orders: OrderLog, records: RecordLog): void {
  for (const table of ['markets', 'accounts', 'order_terms'] as const) {
    for (const row of rows[table] ?? []) {
      const cells = row.map((cell) => cell ?? '');
      records.named(table, cells);
      orders.named(table, cells);
    }
  }
  restoreOrders(rows, orders);
  for (const table of TABLES) if (isRecordTable(table)) records.restore(table, rows[table] ?? []);
}

const rowsOf = (read: (table: TableName) => readonly SavedRow[]): SavedRows => recordOf(TABLES, read);

const byKeyOf =
  (table: TableName) =>
  (a: SavedRow, b: SavedRow): number =>
    compareKeys(a[0], b[0]) || ((KEY_COLUMNS[table] ?? 1) > 1 ? compareKeys(a[1], b[1]) : 0);

const rowOf = (table: TableName): Codec<SavedRow> => ({
  encode: (row) => [...row],
  decode: (plain) => {
    const columns = columnsOf(table);
    const width = columns?.length ?? COLUMNS[table];
    if (!Array.isArray(plain) || plain.length !== width) throw new CodecError('', `takes a list of ${width} values`);
    const cells: readonly unknown[] = plain;
    if (columns) return checkedCells(columns, cells);
    if (cells.every(isCell)) return cells;
    const wrong = cells.findIndex((cell) => !isCell(cell));
    throw new CodecError(`[${wrong}]`, 'takes a text, a whole number or null');
  },
});

/** Checks the cells of a row, which are as they will be. There may be a million rows: no list and no function is made for each. */
function checkedCells(columns: readonly Pick<Codec<Cell>, 'decode'>[], cells: readonly unknown[]): SavedRow {
  let place = 0;
  try {
    for (const column of columns) {
      column.decode(cells[place]);
      place += 1;
    }
  } catch (error) {
    throw placed(error, place);
  }
  return cells as SavedRow;
}

/** What the columns of a table take that is saved as numbers. */
function columnsOf(table: TableName): readonly Pick<Codec<Cell>, 'decode'>[] | null {
  if (isOrderTable(table)) return ORDER_COLUMNS[table];
  return isRecordTable(table) ? RECORD_COLUMNS[table] : null;
}

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
    checkMarkets(rows);
    return rows;
  });
}

const emptyTables = (): AllRows => recordOf(TABLES, () => []);
