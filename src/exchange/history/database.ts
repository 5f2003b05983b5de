import type { Database, Statement } from 'sql.js';
import { keysOf } from '../../kernel/entries.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Cell, COLUMNS, type Insert, SCHEMA, type TableName } from './schema.sql.ts';
import { openSqlite } from './sqlite.ts';

/** Rows written by one statement, most first: binding costs the same, stepping a statement does not. */
const CHUNKS = [40, 8, 1] as const;

const TABLES = keysOf(COLUMNS);

/** Loads SQLite and opens an empty history. The only asynchronous step: afterwards everything is a plain call. */
export const openDatabase = (): Promise<HistoryDatabase> => HistoryDatabase.open();

/** One in-memory SQLite database with the schema of history, its prepared statements and its batches. */
export class HistoryDatabase {
  readonly #db: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #inserters = new Map<string, Statement>();
  readonly #pending = new Map<TableName, Cell[]>();
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

  /** Writes rows in place of all that are there, in one transaction: every row that `work` inserts is there afterwards, or none. */
  rewrite(work: (insert: Insert) => void): void {
    this.#writing = true;
    this.#statement('BEGIN').run();
    try {
      for (const table of TABLES) this.#statement(`DELETE FROM ${table}`).run();
      work((table, row) => this.#insert(table, row));
      for (const table of this.#pending.keys()) this.#flush(table);
      this.#statement('COMMIT').run();
    } catch (error) {
      this.#pending.clear();
      this.#db.exec('ROLLBACK');
      throw error;
    } finally {
      this.#writing = false;
    }
  }

  /** Runs a statement that changes rows. */
  run(sql: string, params: Readonly<Record<string, Cell>>): void {
    this.#statement(sql).run(params);
  }

  /** Rows of a query, one at a time; a query may run once at a time. */
  *each(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]> {
    const statement = this.#statement(sql);
    statement.bind(params);
    while (statement.step()) yield statement.get() as Cell[];
    statement.reset();
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
    if (cells.length === CHUNKS[0] * row.length) this.#flush(table);
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

function insertInto(table: TableName, rows: number): string {
  const values = `(${Array(COLUMNS[table]).fill('?').join(',')})`;
  return `INSERT INTO ${table} VALUES ${Array(rows).fill(values).join(',')}`;
}
