import { crc32 } from 'node:zlib';
import { invariant } from '../../kernel/errors.ts';
import { parseDumpText } from '../../kernel/canonical-json.ts';
import { summedLine } from '../journal/line-cursor.ts';
import type { DumpEnd, DumpHeader } from '../journal/dump.ts';
import { type Journal, JournalError, type JournalRecord, type JournalStart } from '../journal/journal.ts';
import type { Written } from './generation-files.ts';
import { storedLines } from './generation-reader.ts';
import { type Durability, isFull, type Storage, type StorageFile, writeAll } from './storage.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

/** Where a journal goes on: what its file holds so far. */
export interface WrittenSoFar extends Written {
  /** Number of the last input. */
  readonly inputs: number;
  readonly places: readonly LineStart[];
}

/** Where the line of an input begins. */
export interface LineStart {
  readonly seq: number;
  readonly offset: number;
}

/** Of every so many inputs the place is kept, so that reading from the middle need not start at the beginning. */
export const PLACE_EVERY = 1_024;

/** A log in a file: each input is written before the engine applies it, and durable before its response leaves. */
export class FileJournal implements Journal {
  readonly path: string;
  readonly durability: Durability;
  readonly start: JournalStart;
  readonly first: number;
  readonly #storage: Storage;
  readonly #file: StorageFile;
  readonly #syncs: SyncQueue;
  readonly #places: LineStart[];
  #length: number;
  #written: Written;
  #full: JournalError | null = null;
  #closed = false;

  /** Goes on in a file whose lines have been read. */
  constructor(
    storage: Storage,
    path: string,
    { start }: Pick<DumpHeader, 'start'>,
    written: WrittenSoFar,
    durability: Durability,
  ) {
    this.path = path;
    this.durability = durability;
    this.start = start;
    this.first = start.seq + 1;
    this.#storage = storage;
    this.#file = storage.open(path, 'continue');
    this.#length = written.inputs;
    const { lines, bytes, crc, sum } = written;
    this.#written = { lines, bytes, crc, sum };
    this.#places = [...written.places];
    this.#syncs = new SyncQueue(this.#file, path, written.inputs);
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#written.bytes;
  }

  /** What the file holds so far. */
  get written(): WrittenSoFar {
    return { ...this.#written, inputs: this.#length, places: [...this.#places] };
  }

  /** Resolves with what went wrong once nothing can be written any more. */
  get failure(): Promise<JournalError> {
    return this.#syncs.failure;
  }

  append({ seq, input, crc }: JournalRecord): void {
    invariant(seq === this.#length + 1, 'the journal has no gaps');
    const offset = this.#written.bytes;
    this.#write({ seq, input, crc });
    if (this.durability === 'none') this.#checkThere();
    if (this.durability === 'sync') this.#syncs.now(seq);
    if (seq % PLACE_EVERY === 0) this.#places.push({ seq, offset });
    this.#length = seq;
    if (this.durability === 'batch') this.#syncs.soon(seq);
  }

  *records(from: number = this.first): Iterable<JournalRecord> {
    const start = this.#places.findLast(({ seq }) => seq <= from)?.offset ?? 0;
    const last = this.#length;
    if (from > last) return;
    for (const { text } of storedLines(this.#storage, this.path, start)) {
      const line = parseDumpText(text ?? '');
      invariant(typeof line === 'object' && line !== null, 'a journal reads what it wrote');
      if (!('input' in line)) continue;
      const { seq, input, crc } = line as JournalRecord;
      if (seq >= from) yield { seq, input, crc };
      if (seq === last) return;
    }
  }

  durable(seq: number): Promise<void> | null {
    return this.durability === 'batch' || this.#syncs.failed ? this.#syncs.done(seq) : null;
  }

  /** Resolves once an input is on the disk, under every durability. Rejects with JournalError. */
  async synced(seq: number): Promise<void> {
    if (this.durability === 'none') this.#syncs.soon(this.#length);
    await this.#syncs.done(seq);
  }

  /** While the disk was full at the last write, each call tries whether there is room again. */
  trouble(): JournalError | null {
    if (this.#full !== null && this.#syncs.failed === null) this.#probe();
    return this.#syncs.failed ?? this.#full;
  }

  /** Takes away what stands behind the last whole line. */
  cutTail(): void {
    this.#cutBack();
    this.#syncs.now(this.#length);
  }

  /** Writes what the exchange has come to, and syncs. */
  mark(end: DumpEnd): void {
    this.#write(end);
    if (this.durability !== 'none') this.#syncs.now(this.#length);
  }

  /** Waits for a sync under way, then closes the file. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#syncs.idle();
    this.#file.close();
  }

  /** Without syncs, each write looks whether the file is still there. */
  #checkThere(): void {
    try {
      this.#syncs.checkThere();
    } catch (error) {
      throw this.#syncs.fail(error);
    }
  }

  /** Tries whether there is room, without an input to write. */
  #probe(): void {
    try {
      writeAll(this.#file, ROOM, this.#written.bytes);
      this.#full = null;
      this.#cutBack();
    } catch (error) {
      if (isFull(error)) this.#cutBack();
      else this.#syncs.fail(error);
    }
  }

  #write(document: object): void {
    if (this.#syncs.failed !== null) throw this.#syncs.failed;
    invariant(!this.#closed, 'a closed journal takes no input');
    const { lines, bytes, crc, sum: before } = this.#written;
    const { text, sum } = summedLine(before, document);
    const line = Buffer.from(`${text}\n`);
    try {
      writeAll(this.#file, line, bytes);
    } catch (error) {
      if (!isFull(error)) throw this.#syncs.fail(error);
      this.#cutBack();
      this.#full = new JournalError('full', `${this.path} cannot grow: no space is left on the device`, error);
      throw this.#full;
    }
    this.#full = null;
    this.#written = { lines: lines + 1, bytes: bytes + line.length, crc: crc32(line, crc), sum };
  }

  /** Takes away what a write that failed has left of its line. */
  #cutBack(): void {
    try {
      this.#file.truncate(this.#written.bytes);
    } catch (error) {
      throw this.#syncs.fail(error);
    }
  }
}

/** As much as most inputs take. */
const ROOM = new Uint8Array(4_096).fill(32);

/** A file that is written has no name any more. */
class RemovedError extends Error {
  override readonly name = 'RemovedError';

  constructor() {
    super('was removed while the exchange ran: what it records would be lost with the process');
  }
}

interface Waiting {
  readonly seq: number;
  readonly resolve: () => void;
  readonly reject: (error: JournalError) => void;
}

/**
 * Syncs a file once for all that was written in a turn, and again for what was written meanwhile. After the first
 * failure nothing is synced any more: a second sync may report success although the first one has dropped the data.
 */
class SyncQueue {
  readonly failure: Promise<JournalError>;
  readonly #file: StorageFile;
  readonly #path: string;
  #written: number;
  #synced: number;
  #running: Promise<void> | null = null;
  #waiting: Waiting[] = [];
  #failed: JournalError | null = null;
  #report: (error: JournalError) => void = () => undefined;

  /** @param seq - the last input that is durable already */
  constructor(file: StorageFile, path: string, seq: number) {
    this.#file = file;
    this.#path = path;
    this.#written = seq;
    this.#synced = seq;
    this.failure = new Promise((resolve) => (this.#report = resolve));
  }

  get failed(): JournalError | null {
    return this.#failed;
  }

  /** Syncs before it returns. Throws JournalError. */
  now(seq: number): void {
    if (this.#failed !== null) throw this.#failed;
    try {
      this.#file.sync();
      this.checkThere();
    } catch (error) {
      throw this.fail(error);
    }
    this.#written = seq;
    this.#arrive(seq);
  }

  /** Syncs after this turn. */
  soon(seq: number): void {
    this.#written = seq;
    this.#running ??= this.#run();
  }

  /** Null when the input is durable. */
  done(seq: number): Promise<void> | null {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    if (seq <= this.#synced) return null;
    return new Promise((resolve, reject) => this.#waiting.push({ seq, resolve, reject }));
  }

  /**
   * Notices that the file was removed. A sync of such a file succeeds, and what it holds is lost with the process.
   *
   * @throws RemovedError
   */
  checkThere(): void {
    if (!this.#file.isThere()) throw new RemovedError();
  }

  /** Ends everything: what waits is rejected, and nothing is written or synced any more. */
  fail(error: unknown): JournalError {
    if (this.#failed !== null) return this.#failed;
    const reason = error instanceof Error ? error.message : String(error);
    const what = error instanceof RemovedError ? reason : `cannot be written (${systemCodeOf(error) ?? reason})`;
    const failed = new JournalError('failed', `${this.#path} ${what}`, error);
    this.#failed = failed;
    for (const { reject } of this.#waiting.splice(0)) reject(failed);
    this.#report(failed);
    return failed;
  }

  /** Resolves when no sync is under way. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#failed === null && this.#synced < this.#written) {
      // Everything of the turn first: what is written in the rest of it would otherwise wait for a sync of its own.
      await new Promise((resolve) => setImmediate(resolve));
      const covered = this.#written;
      try {
        await this.#file.syncSoon();
        this.checkThere();
        this.#arrive(covered);
      } catch (error) {
        this.fail(error);
      }
    }
    this.#running = null;
  }

  #arrive(seq: number): void {
    if (this.#failed !== null) return;
    this.#synced = Math.max(this.#synced, seq);
    const arrived = this.#waiting.filter((waiting) => waiting.seq <= this.#synced);
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > this.#synced);
    for (const { resolve } of arrived) resolve();
  }
}
