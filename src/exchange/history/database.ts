import type { Database, Statement } from 'sql.js';
import { invariant } from '../../kernel/errors.ts';
import { type Cell, COLUMNS, type Insert, type RowStore, SCHEMA, type TableName } from './schema.sql.ts';
import { openSqlite } from './sqlite.ts';

export type { Cell, Insert };
export type Row = Readonly<Record<string, unknown>>;
/** What a read needs of the database. */
export type Reader = Pick<HistoryDatabase, 'all'>;

/** Rows written by one statement, most first: binding costs the same, stepping a statement does not. */
const CHUNKS = [40, 8, 1] as const;

/** Loads SQLite and opens an empty history. The only asynchronous step: afterwards everything is a plain call. */
export const openDatabase = (): Promise<HistoryDatabase> => HistoryDatabase.open();

/** One in-memory SQLite database with the schema of history, its prepared statements and its batches. */
export class HistoryDatabase implements RowStore {
  readonly #db: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #inserters = new Map<string, Statement>();
  readonly #pending = new Map<TableName, Cell[]>();
  readonly #counts = new Map<TableName, number>();
  #writing = false;

  static async open(): Promise<HistoryDatabase> {
    return new HistoryDatabase(await openSqlite());
  }

  private constructor(db: Database) {
    this.#db = db;
    // Rows are rebuilt from events after a crash, so nothing waits for a disk; 8 MiB of pages keep the indexes at hand, and
    // a lock that stays saves each transaction from looking whether another program has changed them.
    db.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192; PRAGMA locking_mode = EXCLUSIVE;',
    );
    db.exec(SCHEMA);
  }

  /** Runs `work` in one transaction; every row it inserts is there afterwards, or none. */
  transaction(work: (insert: Insert) => void): void {
    const counts = new Map(this.#counts);
    this.#writing = true;
    this.#statement('BEGIN').run();
    try {
      work((table, row) => this.#insert(table, row));
      for (const table of this.#pending.keys()) this.#flush(table);
      this.#statement('COMMIT').run();
    } catch (error) {
      this.#pending.clear();
      this.#db.exec('ROLLBACK');
      for (const table of this.#counts.keys()) this.#counts.set(table, counts.get(table) ?? 0);
      throw error;
    } finally {
      this.#writing = false;
    }
  }

  /** Runs a statement that changes rows. */
  run(sql: string, params: Readonly<Record<string, Cell>>): void {
    this.#statement(sql).run(params);
  }

  /** Rows of a table. */
  count(table: TableName): number {
    return this.#counts.get(table) ?? 0;
  }

  /** Removes the rows of a table that meet a condition. */
  drop(table: TableName, condition: string, params: Readonly<Record<string, Cell>>): void {
    this.run(`DELETE FROM ${table} WHERE ${condition}`, params);
    this.#counts.set(table, this.count(table) - this.#db.getRowsModified());
  }

  /** All rows of a query, in its order. */
  all<T>(sql: string, params: Readonly<Record<string, Cell>>, read: (row: Row) => T): T[] {
    const statement = this.#statement(sql);
    statement.bind(params);
    const rows: T[] = [];
    let names: readonly string[] | undefined;
    while (statement.step()) {
      // The names are the same for each row, and slow to get.
      names ??= statement.getColumnNames();
      rows.push(read(rowOf(names, statement.get())));
    }
    statement.reset();
    return rows;
  }

  /** Rows of a query, one at a time; a query may run once at a time. */
  *each(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]> {
    const statement = this.#statement(sql);
    statement.bind(params);
    while (statement.step()) yield statement.get() as Cell[];
    statement.reset();
  }

  /** All rows of a table, in the order of its key. */
  rows(table: TableName): (readonly Cell[])[] {
    const statement = this.#statement(`SELECT * FROM ${table} ORDER BY 1, 2`);
    const rows: (readonly Cell[])[] = [];
    while (statement.step()) rows.push(statement.get() as Cell[]);
    statement.reset();
    return rows;
  }

  /**
   * The same as JSON: lists of cells with commas between them, in pages of many rows. SQLite writes them in a third of the time
   * that reading each cell takes, and leaves no garbage but the pages.
   */
  *rowTexts(table: TableName): Iterable<string> {
    const statement = this.#statement(pageOf(table, this.#columnsOf(table)));
    for (let last = Number.MIN_SAFE_INTEGER; ;) {
      statement.bind({ ':last': last });
      statement.step();
      const [key, text] = statement.get();
      statement.reset();
      if (typeof key !== 'number' || typeof text !== 'string') return;
      last = key;
      yield text;
    }
  }

  /** The bytes of a SQLite file with all rows. Blocks while it copies; never called inside a transaction (DUR-17). */
  export(): Uint8Array {
    invariant(!this.#writing, 'history is exported between transactions');
    return this.#db.export();
  }

  /** Gives the memory back; nothing may be asked afterwards. */
  close(): void {
    this.#db.close();
  }

  #insert(table: TableName, row: readonly Cell[]): void {
    invariant(row.length === COLUMNS[table], () => `a row of ${table} has ${COLUMNS[table]} columns`);
    let cells = this.#pending.get(table);
    if (!cells) this.#pending.set(table, (cells = []));
    for (const cell of row) cells.push(cell);
    this.#counts.set(table, this.count(table) + 1);
    if (cells.length === CHUNKS[0] * row.length) this.#flush(table);
  }

  #columnsOf(table: TableName): string[] {
    const columns = 'SELECT name FROM pragma_table_info(:table)';
    return this.all(columns, { ':table': table }, (row) => String(row['name']));
  }

  /** Writes what is pending: a full chunk with one statement, the tail of a batch with a few. */
  #flush(table: TableName): void {
    const width = COLUMNS[table];
    const cells = this.#pending.get(table) ?? [];
    let from = 0;
    for (const rows of CHUNKS) {
      for (const size = rows * width; cells.length - from >= size; from += size) {
        this.#inserter(table, rows).run(cells.slice(from, from + size));
      }
    }
    cells.length = 0;
  }

  /** Kept beside the statements by text: the text alone of a large insert is slow to make and to look up. */
  #inserter(table: TableName, rows: number): Statement {
    const name = `${table} ${rows}`;
    let statement = this.#inserters.get(name);
    if (!statement) this.#inserters.set(name, (statement = this.#db.prepare(insertInto(table, rows))));
    return statement;
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }
}

function rowOf(names: readonly string[], cells: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) row[name] = cells[index];
  return row;
}

/** Rows of a page of text. */
const PAGE_ROWS = 500;

/** The page behind the key `:last`, with its own last key; nulls when no row is left. A page of samples is all those of an account. */
function pageOf(table: TableName, columns: readonly string[]): string {
  const record = `json_array(${columns.join(', ')}) AS record`;
  const next = 'SELECT min(account) FROM value_samples WHERE account > :last';
  const rows =
    table === 'value_samples'
      ? `SELECT account AS key, ${record} FROM value_samples WHERE account = (${next}) ORDER BY at`
      : `SELECT row AS key, ${record} FROM ${table} WHERE row > :last ORDER BY row LIMIT ${PAGE_ROWS}`;
  return `SELECT max(key), group_concat(record) FROM (${rows})`;
}

function insertInto(table: TableName, rows: number): string {
  const values = `(${Array(COLUMNS[table]).fill('?').join(',')})`;
  return `INSERT INTO ${table} VALUES ${Array(rows).fill(values).join(',')}`;
}

/**
 * The conditions of one read. Their texts are fixed in the source; values of a caller are passed only as parameters,
 * so no value can become SQL.
 */
export class Filter {
  readonly params: Record<string, Cell> = {};
  readonly #conditions: string[] = [];

  /** Adds a condition on `:name`, or nothing when there is no value to compare with. */
  and(condition: string, name: string, value: Cell | undefined): this {
    if (value === undefined) return this;
    this.#conditions.push(condition);
    this.params[`:${name}`] = value;
    return this;
  }

  /** Rows between two moments, both inclusive. */
  between(column: string, from: number, to: number): this {
    return this.and(`${column} >= :from`, 'from', from).and(`${column} <= :to`, 'to', to);
  }

  /** Rows of one market; of an unknown one there are none. */
  symbol(symbol: string | undefined): this {
    return this.and('market = (SELECT row FROM markets WHERE symbol = :symbol)', 'symbol', symbol);
  }

  get where(): string {
    return this.#conditions.join(' AND ');
  }
}

/** A TEXT column of a row. */
export function text(row: Row, column: string): string {
  const value = row[column];
  invariant(typeof value === 'string', `${column} is text`);
  return value;
}

/** A TEXT column that may be empty. */
export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);

/** An INTEGER column of a row. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  invariant(typeof value === 'number' && Number.isSafeInteger(value), `${column} is an integer`);
  return value;
}

/** An INTEGER column that may be empty. */
export const integerOrNull = (row: Row, column: string): number | null =>
  row[column] === null ? null : integer(row, column);
