import { BinaryReader, shapesFrom } from '../../kernel/binary-form.ts';
import { dumpPieces, dumpRows, WrittenText } from '../../kernel/canonical-json.ts';
import type { Plain } from '../../kernel/codec/codec.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Backlog, type EventBytes, readEvents } from './backlog.ts';
import { type HistoryDatabase, openDatabase } from './database.ts';
import { cellSink } from './row-cells.ts';
import { Rows } from './rows.ts';
import type { RowTexts } from './saved-rows.ts';
import type { Cell } from './schema.sql.ts';

/** What a store has come to, as a snapshot has it: the rows as JSON text, in pieces. */
export interface WrittenStore {
  readonly rows: readonly string[];
  readonly projector: Plain;
}

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
  /** What is being written out: until it is there, the rows have to stay as they are. */
  #out: WriteOut | null = null;
  #closed = false;

  /** Writes the rows of events, and before them all that is still to be written out. */
  write(events: readonly Pick<EventBytes, 'bytes'>[]): void {
    if (events.length === 0) return;
    this.#out?.finish();
    const shapes = shapesFrom(this.#shapes);
    this.#reader.learn(shapes);
    this.#shapes += shapes.length;
    for (const event of readEvents(events, this.#reader)) this.apply(event);
  }

  /** Whether rows are being written out, for which events had better wait. */
  get isBusy(): boolean {
    return this.#out !== null && !this.#out.isDone;
  }

  /**
   * Writes out what the store has come to now, for a snapshot, and lets others go on between pieces; they may read, and events wait. One
   * that is under way is finished before.
   */
  async writeOut(pause?: Pause): Promise<WrittenStore> {
    this.#out?.finish();
    const { rows, projector } = this.saveTexts();
    const out = new WriteOut(rows);
    this.#out = out;
    const pieces = await out.written(pause);
    if (this.#out === out) this.#out = null;
    return { rows: pieces, projector };
  }

  /** How many of so many waiting events an idle moment is to write. */
  share(waiting: number): number {
    return waiting === 0 || this.isBusy ? 0 : Math.max(BATCH, Math.ceil(waiting / SHARE));
  }

  /** Writes all that waits, and lets others go on between batches. */
  async catchUp(waiting: Waiting, pause?: Pause): Promise<void> {
    if (waiting.size > 0) await this.#out?.over;
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

  /** Gives the memory of the tables back; only what is being written out goes on. */
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

/** Characters that are written out in one go: about two milliseconds of work. */
const PIECE_CHARACTERS = 65_536;

/** Rows that are being turned into text, a piece at a time. */
class WriteOut {
  readonly #left: Iterator<string>;
  readonly #pieces: string[] = [];
  #isDone = false;
  /** Resolves once all of it is written. */
  over: Promise<unknown> = Promise.resolve();

  constructor(rows: RowTexts) {
    const tables = Object.entries(rows).map(([table, pages]) => [table, new WrittenText(tableTexts(pages))]);
    this.#left = inPieces(dumpPieces(Object.fromEntries(tables), 1))[Symbol.iterator]();
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Writes all that is left. */
  finish(): void {
    while (!this.#isDone) this.#writePiece();
  }

  written(pause: Pause | undefined): Promise<readonly string[]> {
    const written = this.#write(pause);
    this.over = written;
    return written;
  }

  async #write(pause: Pause | undefined): Promise<readonly string[]> {
    while (!this.#isDone) {
      await pause?.();
      this.#writePiece();
    }
    return this.#pieces;
  }

  #writePiece(): void {
    if (this.#isDone) return;
    const next = this.#left.next();
    if (next.done === true) this.#isDone = true;
    else this.#pieces.push(next.value);
  }
}

function* tableTexts(pages: Iterable<string>): Iterable<string> {
  let before = '[';
  for (const page of pages) {
    yield before;
    yield dumpRows(page);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function* inPieces(texts: Iterable<string>): Iterable<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
