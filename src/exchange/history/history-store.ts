import { BinaryReader, shapesFrom } from '../../kernel/binary-form.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Backlog, type EventBytes, readEvents } from './backlog.ts';
import { type HistoryDatabase, openDatabase } from './database.ts';
import { cellSink } from './row-cells.ts';
import { Rows } from './rows.ts';
import type { Cell } from './schema.sql.ts';

/** Lets others go on. */
export type Pause = () => Promise<void>;

/** Events that wait for their rows. */
type Waiting = Pick<Backlog, 'size' | 'take'>;

/** Events written in one go: about two milliseconds of work, which requests that come meanwhile have to wait for. */
const BATCH = 200;
/**
 * One in so many waiting events is written in one go where that is more: under load a turn brings more events than a batch,
 * and what is never written in idle moments has to be written all at once in the end.
 */
const SHARE = 20;

/** Rows of a history, and what makes them of events. Reads see everything that was written before them. */
export class HistoryStore extends Rows {
  readonly #reader = new BinaryReader();
  /** Shapes that the reader has learned. */
  #shapes = 0;
  #opening: Promise<void> | null = null;
  #database: HistoryDatabase | null = null;
  /** Events that are in its tables. */
  #tabled = -1;
  #closed = false;

  /** Writes the rows of events. */
  write(events: readonly Pick<EventBytes, 'bytes'>[]): void {
    if (events.length === 0) return;
    const shapes = shapesFrom(this.#shapes);
    this.#reader.learn(shapes);
    this.#shapes += shapes.length;
    for (const event of readEvents(events, this.#reader)) this.apply(event);
  }

  /** How many of so many waiting events an idle moment is to write. */
  share(waiting: number): number {
    return waiting === 0 ? 0 : Math.max(BATCH, Math.ceil(waiting / SHARE));
  }

  /** Writes all that waits, and lets others go on between batches. */
  async catchUp(waiting: Waiting, pause?: Pause): Promise<void> {
    const most = pause ? BATCH : Number.POSITIVE_INFINITY;
    // What comes meanwhile is written before the read.
    for (let left = waiting.size; left > 0 && !this.#closed; left -= most) {
      this.write(waiting.take(most));
      if (left > most) await pause?.();
    }
  }

  /** Opens the tables of the schema, which have no rows until they are read. To be awaited before the next two. */
  openTables(): Promise<void> {
    this.#opening ??= openDatabase().then((database) => {
      if (this.#closed) database.close();
      else this.#database = database;
    });
    return this.#opening;
  }

  /** Rows of a query over the tables, with cells in the order of its columns. */
  select(sql: string, params: Readonly<Record<string, Cell>>): Iterable<readonly Cell[]> {
    return this.#tables().each(sql, params);
  }

  /** The bytes of a SQLite file, which says that so many events are in it. */
  exportSqlite(applied: number): Uint8Array {
    const database = this.#tables();
    database.run('UPDATE progress SET applied = :applied', { ':applied': applied });
    return database.export();
  }

  /** Gives the memory of the tables back. */
  close(): void {
    this.#closed = true;
    this.#database?.close();
    this.#database = null;
  }

  /** The rows as tables, which are made for who queries them or takes them away. */
  #tables(): HistoryDatabase {
    const database = this.#database;
    invariant(database, 'the tables of the history are opened before they are read');
    if (this.#tabled === this.applied) return database;
    database.rewrite((insert) => this.handOver(cellSink(insert)));
    this.#tabled = this.applied;
    return database;
  }
}
