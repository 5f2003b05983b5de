import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { CodecError, count, int, oneOf, type Plain, plain, text } from '../../kernel/codec/codec.ts';
import { readonlyList, record } from '../../kernel/codec/collections.ts';
import { recordOf } from '../../kernel/entries.ts';
import { itemAt } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import { type Storage, writeAll } from '../data/storage.ts';
import { rowsIn, type SavedLog } from '../history/number-log.ts';
import { type LogName, LOGS, type PagedRows, pagedRowsFrom } from '../history/paged-rows.ts';
import type { FiledRows } from '../history/saved-history.ts';
import {
  BYTE_ORDER,
  type ColumnCounts,
  fillSegment,
  type Page,
  pageBytes,
  release,
  SEGMENT,
  type Segment,
  segmentOf,
} from '../history/segment.ts';

/** A file of the history is missing or damaged; the message names it. */
export class HistoryFileError extends Error {
  override readonly name = 'HistoryFileError';
}

/** The files of the snapshots in this folder. */
export const historyBeside = (storage: Storage, snapshots: string): HistoryFiles =>
  new HistoryFiles(storage, join(dirname(snapshots), 'history'));

const SUFFIX = '.rows';
const DRAFT = '.tmp';
const VERSION = 1 as const;
/** Written in one turn. */
const TURN_BYTES = 1 << 18;
/** The end of a file says where its index begins. */
const END = /^(\d{15}) perpsim-rows\n$/;
const END_BYTES = 29;

/** Rows of each log that stay in memory: the latest. */
const KEPT_ROWS = 65_536;
/** Segments that were read for an older row and stay for a while. */
const FETCHED_MAX = 64;
/** A file of which less than this part is needed has its pages written anew, so that it can go. */
const NEEDED_PART = 1 / 4;

/** A page of a file: bytes `at` up to `at + length`. */
class FilePage implements Page {
  readonly file: string;
  readonly at: number;
  readonly length: number;
  readonly sum: number;
  readonly rows: number;
  readonly #files: HistoryFiles;

  constructor(files: HistoryFiles, place: PagePlace, file: string) {
    this.#files = files;
    this.file = file;
    this.at = place.at;
    this.length = place.length;
    this.sum = place.sum;
    this.rows = place.rows;
  }

  read(): Uint8Array {
    return this.#files.bytesOf(this);
  }

  keep(segment: Segment): void {
    this.#files.fetched(segment);
  }
}

interface PagePlace {
  /** Its file, by its place in the list of the index. */
  readonly file: number;
  readonly at: number;
  readonly length: number;
  readonly sum: number;
  readonly rows: number;
}

interface LogIndex {
  readonly counts: Required<ColumnCounts>;
  readonly gone: number;
  readonly count: number;
  readonly pages: readonly PagePlace[];
}

/** What a snapshot has of the history: the pages of each log, of which some are in files of earlier snapshots. */
interface Index {
  readonly version: typeof VERSION;
  readonly byteOrder: typeof BYTE_ORDER;
  readonly about: Plain;
  readonly logs: Readonly<Record<LogName, LogIndex>>;
  /** Its own is the last one, whose length it does not know. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

const INDEX = record<Index>({
  version: oneOf(VERSION),
  byteOrder: oneOf(BYTE_ORDER),
  about: plain,
  logs: record<Readonly<Record<LogName, LogIndex>>>(
    recordOf(LOGS, () =>
      record<LogIndex>({
        counts: record<Required<ColumnCounts>>({ rising: count, ints: count, numbers: count, texts: count }),
        gone: count,
        count,
        pages: readonlyList(record<PagePlace>({ file: count, at: count, length: count, sum: int, rows: count })),
      }),
    ),
  ),
  files: readonlyList(record<{ name: string; bytes: number }>({ name: text, bytes: count })),
});

/**
 * The history of the snapshots of a data directory: one file for each snapshot, with the segments that no earlier file has and an index
 * of all. A file appears whole and never changes. Only the process that has the lock of the directory writes and removes.
 */
export class HistoryFiles {
  readonly #storage: Storage;
  readonly #path: string;
  /** Lengths of the files of the last index that was written or opened: what the running exchange reads is in them. */
  #current: ReadonlyMap<string, number> = new Map();
  /** Files that are named by the indexes that this process knows. */
  readonly #named = new Map<string, readonly string[]>();
  readonly #fetched: Segment[] = [];
  readonly #keptRows: number;

  /** @param keptRows - the latest rows of each log, which stay in memory */
  constructor(storage: Storage, path: string, keptRows = KEPT_ROWS) {
    this.#storage = storage;
    this.#path = path;
    this.#keptRows = keptRows;
  }

  pathOf(file: string): string {
    return join(this.#path, file);
  }

  /** Writes the segments that no file has, and gives the memory of older ones back. Other work gets its turn in between. */
  async write(name: string, rows: PagedRows): Promise<FiledRows> {
    const file = `${name}${SUFFIX}`;
    const draft = this.pathOf(`${file}${DRAFT}`);
    this.#storage.makeFolder(this.#path);
    try {
      const written = await this.#writeDraft(draft, file, rows);
      this.#storage.rename(draft, this.pathOf(file));
      this.#storage.syncFolder(this.#path);
      const { bytes, sum, lengths } = written;
      for (const [segment, page] of written.pages) segment.page = page;
      this.#current = new Map([...lengths, [file, bytes]]);
      this.#named.set(file, [...this.#current.keys()]);
      for (const log of LOGS) if (log !== 'orders') releaseOld(rows.logs[log], this.#keptRows);
      return { file, bytes, sum };
    } catch (error) {
      this.#discard(draft);
      throw error;
    }
  }

  /**
   * Reads and checks all that a snapshot has of the history, without making rows of it.
   *
   * @param isOwn - the exchange of this directory goes on with it: segments are read from the files when they are needed. Otherwise they are
   * all read now, because the files may go at any time.
   * @throws HistoryFileError that names the file
   */
  open({ file, bytes, sum }: FiledRows, isOwn: boolean): PagedRows {
    const path = this.pathOf(file);
    return this.#checked(path, () => {
      if (this.#sizeOf(path) !== bytes) throw new HistoryFileError(`${path} has not the ${bytes} bytes that it had`);
      const line = this.#indexOf(path, bytes);
      if (sha256(line) !== sum) throw new HistoryFileError(`${path} is damaged: its index has another checksum`);
      const index = INDEX.decode(JSON.parse(line) as unknown);
      const lengths = new Map(index.files.map((each) => [each.name, each.name === file ? bytes : each.bytes]));
      for (const [each, length] of lengths) {
        if (this.#sizeOf(this.pathOf(each)) !== length)
          throw new HistoryFileError(`${this.pathOf(each)} has not the ${length} bytes that it had`);
      }
      const logs = recordOf(LOGS, (log) =>
        this.#openLog(index.logs[log], index, { isOwn, isHere: !isOwn || log === 'orders' }),
      );
      this.#named.set(file, [...lengths.keys()]);
      if (isOwn) this.#current = lengths;
      return pagedRowsFrom(logs, index.about);
    });
  }

  /** Removes what no snapshot of these names and not the running exchange has: also what a crash has left. */
  removeOthers(names: readonly string[]): void {
    const files = this.#names();
    if (files.length === 0) return;
    const needed = new Set(this.#current.keys());
    for (const name of names) {
      const file = `${name}${SUFFIX}`;
      if (!files.includes(file)) continue;
      const named = this.#filesNamedBy(file);
      // Nobody knows which files a damaged one names: they go when its snapshot does.
      if (!named) return;
      for (const each of [file, ...named]) needed.add(each);
    }
    const others = files.filter((file) => !needed.has(file));
    for (const file of others) {
      this.#storage.remove(this.pathOf(file));
      this.#named.delete(file);
    }
    if (others.length > 0) this.#storage.syncFolder(this.#path);
  }

  /** The bytes of a page, checked. */
  bytesOf({ file, at, length, sum }: FilePage): Uint8Array {
    const path = this.pathOf(file);
    const bytes = this.#read(path, at, length);
    if (bytes.length !== length || crc32(bytes) !== sum)
      throw new HistoryFileError(`${path} is damaged: the ${length} bytes at ${at} are not those that were written`);
    return bytes;
  }

  /** Takes note of a segment that was read, and lets go of the one that was read longest ago. */
  fetched(segment: Segment): void {
    this.#fetched.push(segment);
    if (this.#fetched.length <= FETCHED_MAX) return;
    const oldest = this.#fetched.shift();
    if (oldest && !oldest.isAway) release(oldest);
  }

  async #writeDraft(draft: string, own: string, rows: PagedRows) {
    const kept = this.#worthKeeping(rows);
    const names = [...kept.keys(), own];
    const numbers = new Map(names.map((name, place) => [name, place]));
    const pages = new Map<Segment, FilePage>();
    const file = this.#storage.open(draft, 'create');
    try {
      let at = 0;
      let turn = 0;
      const add = (bytes: Uint8Array): number => {
        writeAll(file, bytes, at);
        at += bytes.length;
        turn += bytes.length;
        return at - bytes.length;
      };
      const places = new Map<LogName, PagePlace[]>();
      for (const name of LOGS) {
        const log = rows.logs[name];
        const of: PagePlace[] = [];
        places.set(name, of);
        for (const [index, segment] of log.segments.entries()) {
          let { page } = segment;
          if (!(page instanceof FilePage && kept.has(page.file))) {
            const bytes = segment.isAway && page ? page.read() : pageBytes(segment, rowsIn(log, index), log.counts);
            const place = { at: add(bytes), length: bytes.length, sum: crc32(bytes), rows: rowsIn(log, index) };
            page = new FilePage(this, { ...place, file: 0 }, own);
            pages.set(segment, page as FilePage);
            if (turn > TURN_BYTES) {
              turn = 0;
              await setImmediate();
            }
          }
          const { at: from, length, sum, rows: held, file: in_ } = page as FilePage;
          of.push({ file: numbers.get(in_) ?? 0, at: from, length, sum, rows: held });
        }
      }
      const files = names.map((name) => ({ name, bytes: kept.get(name) ?? 0 }));
      const logs = recordOf(LOGS, (name) => {
        const { counts, gone, count: rowCount } = rows.logs[name];
        return {
          counts: { rising: 0, texts: 0, ...counts },
          gone,
          count: rowCount,
          pages: places.get(name) ?? [],
        };
      });
      const line = JSON.stringify(
        INDEX.encode({ version: VERSION, byteOrder: BYTE_ORDER, about: rows.about(), logs, files }),
      );
      const from = add(Buffer.from(line));
      add(Buffer.from(`${String(from).padStart(15, '0')} perpsim-rows\n`));
      await file.syncSoon();
      return { bytes: at, sum: sha256(line), pages, lengths: kept };
    } finally {
      file.close();
    }
  }

  /** Files of the pages of these rows, with their lengths: those of which enough is needed. */
  #worthKeeping(rows: PagedRows): ReadonlyMap<string, number> {
    const needed = new Map<string, number>();
    for (const name of LOGS) {
      for (const { page } of rows.logs[name].segments)
        if (page instanceof FilePage) needed.set(page.file, (needed.get(page.file) ?? 0) + page.length);
    }
    const kept = Array.from(needed, ([name, bytes]) => [name, bytes, this.#current.get(name)] as const);
    return new Map(
      kept.flatMap(([name, bytes, length]) =>
        length !== undefined && bytes >= length * NEEDED_PART ? [[name, length] as const] : [],
      ),
    );
  }

  #openLog(
    { counts, gone, count: rows, pages }: LogIndex,
    { files }: Index,
    { isOwn, isHere }: { readonly isOwn: boolean; readonly isHere: boolean },
  ): SavedLog {
    const segments = pages.map((place, index) => {
      const page = new FilePage(this, place, itemAt(files, place.file).name);
      const segment = segmentOf(page);
      const bytes = page.read();
      // The latest rows are read most.
      if (isHere || (gone + index + 1) * SEGMENT > rows - this.#keptRows)
        fillSegment(segment, bytes, page.rows, counts);
      // Files of another directory are not those of whoever goes on with the rows.
      if (!isOwn) segment.page = null;
      return segment;
    });
    const log = { counts, gone, count: rows, segments };
    if (segments.length !== Math.ceil(rows / SEGMENT) - gone || pages.some((page, at) => page.rows !== rowsIn(log, at)))
      throw new HistoryFileError('it names other rows than it counts');
    return log;
  }

  /** Names of the files of the index of a file; null where it cannot be read. */
  #filesNamedBy(file: string): readonly string[] | null {
    const known = this.#named.get(file);
    if (known) return known;
    const path = this.pathOf(file);
    try {
      const index = INDEX.decode(JSON.parse(this.#indexOf(path, this.#sizeOf(path))) as unknown);
      const named = index.files.map(({ name }) => name);
      this.#named.set(file, named);
      return named;
    } catch (error) {
      if (error instanceof HistoryFileError || error instanceof CodecError || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  #indexOf(path: string, bytes: number): string {
    const end = Buffer.from(this.#read(path, Math.max(0, bytes - END_BYTES), END_BYTES)).toString();
    const from = END.exec(end)?.[1];
    if (from === undefined) throw new HistoryFileError(`${path} is damaged: it does not end as it was written`);
    return Buffer.from(this.#read(path, Number(from), bytes - END_BYTES - Number(from))).toString();
  }

  #checked<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CodecError || error instanceof SyntaxError)) throw error;
      throw new HistoryFileError(`${path} is damaged: ${error.message}`);
    }
  }

  #sizeOf(path: string): number {
    return this.#there(path, () => this.#storage.sizeOf(path));
  }

  #read(path: string, at: number, length: number): Uint8Array {
    return this.#there(path, () => this.#storage.read(path, at, length));
  }

  #there<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') throw new HistoryFileError(`${path} is not there`);
      throw error;
    }
  }

  #names(): readonly string[] {
    try {
      return this.#storage.names(this.#path).filter((name) => name.endsWith(SUFFIX) || name.endsWith(DRAFT));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Removes what a write that failed has left: on a full disk it would take the room that is missing. */
  #discard(draft: string): void {
    try {
      this.#storage.remove(draft);
    } catch {
      // The error of the write says more than this one.
    }
  }
}

/** Gives the memory of full segments back that a file has, but for the latest rows. */
function releaseOld(log: SavedLog, kept: number): void {
  for (const [index, segment] of log.segments.entries()) {
    if ((log.gone + index + 1) * SEGMENT > log.count - kept) return;
    if (segment.page && !segment.isAway) release(segment);
  }
}
