import type { Database, Statement } from 'sql.js';
import { openSqlite } from '../../exchange/history/sqlite.ts';
import type { Cells, Column, Table } from './tables.ts';

/** One SQLite database with every table, in memory until it is written. */
export class SqliteExport {
  readonly #db: Database;
  readonly #inserts = new Map<Table, Statement>();

  private constructor(db: Database) {
    this.#db = db;
  }

  /** An empty database with these tables. */
  static async open(tables: readonly Table[]): Promise<SqliteExport> {
    const db = await openSqlite();
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
    for (const table of tables) db.exec(createTable(table));
    db.exec('BEGIN');
    return new SqliteExport(db);
  }

  /** Lets somebody look at the tables while there are no rows. */
  check(look: (db: Database) => void): void {
    look(this.#db);
  }

  add(table: Table, cells: Cells): void {
    this.#insert(table).run(cells.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)));
  }

  /** The database with all rows, for whoever closes it; nothing may be added afterwards. */
  whole(): Database {
    for (const insert of this.#inserts.values()) insert.free();
    this.#inserts.clear();
    this.#db.exec('COMMIT');
    return this.#db;
  }

  /** The bytes of the file; nothing may be added afterwards. */
  bytes(): Uint8Array {
    const bytes = this.whole().export();
    this.close();
    return bytes;
  }

  close(): void {
    this.#inserts.clear();
    this.#db.close();
  }

  #insert(table: Table): Statement {
    const known = this.#inserts.get(table);
    if (known) return known;
    const places = table.columns.map(() => '?').join(',');
    const statement = this.#db.prepare(`INSERT INTO ${table.name} VALUES (${places})`);
    this.#inserts.set(table, statement);
    return statement;
  }
}

const createTable = ({ name, columns }: Table): string =>
  `CREATE TABLE ${name} (\n  ${columns.map(columnSql).join(',\n  ')}\n) STRICT`;

function columnSql({ name, type, optional }: Column): string {
  const isText = type === 'id' || type === 'text' || type === 'decimal';
  // A word of SQL may be the name of a column.
  return `"${name}" ${isText ? 'TEXT' : 'INTEGER'}${optional === true ? '' : ' NOT NULL'}`;
}
