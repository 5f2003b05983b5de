import { createRequire } from 'node:module';
import initSqlJs, { type Database } from 'sql.js';

// Y8: a page of order history out of SQLite cell by cell, and as JSON: how reads worked before they were measured.

const COLUMNS = [
  ...['venue_id', 'client_id', 'symbol', 'side', 'type', 'status', 'quantity', 'remaining_quantity', 'price'],
  ...['filled_price', 'filled_quantity', 'filled_value', 'trigger_price', 'trigger_price_type', 'time_in_force'],
  ...['reduce_only', 'post_only', 'close_position', 'triggered_by_liquidation', 'created_at', 'updated_at'],
  ...['expires_at', 'cancel_reason', 'cancelled_at', 'position_id', 'take_profit_id', 'take_profit_client_id'],
  ...['stop_loss_id', 'stop_loss_client_id', 'legs'],
];
const NUMBERS = 15;

/** A table with so many rows, of which pages are read. */
export class CellByCell {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async create(rows: number): Promise<CellByCell> {
    const { Database: Sql } = await initSqlJs({
      locateFile: (file) => createRequire(import.meta.url).resolve(`sql.js/dist/${file}`),
    });
    const database = new Sql();
    database.run(`CREATE TABLE history (row INTEGER PRIMARY KEY, ${COLUMNS.join(', ')})`);
    const insert = database.prepare(`INSERT INTO history VALUES (?, ${COLUMNS.map(() => '?').join(', ')})`);
    for (let row = 0; row < rows; row += 1) {
      insert.run([row, ...COLUMNS.map((_, column) => (column < NUMBERS ? `${row}.${column}` : row))]);
    }
    insert.free();
    return new CellByCell(database);
  }

  /** The newest rows as JSON. */
  page(limit: number): string {
    const statement = this.#database.prepare('SELECT * FROM history ORDER BY row DESC LIMIT ?');
    statement.bind([limit]);
    const records: object[] = [];
    while (statement.step()) records.push(statement.getAsObject());
    statement.free();
    return JSON.stringify(records);
  }
}
