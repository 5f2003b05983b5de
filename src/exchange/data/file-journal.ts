import { invariant } from '../../kernel/assert.ts';
import type { DumpEnd, DumpHeader } from '../journal/dump.ts';
import { parseDumpText } from '../journal/dump-text.ts';
import type { Journal, JournalRecord, JournalStart } from '../journal/journal.ts';
import { JournalError } from '../journal/journal-error.ts';
import { summedLine } from '../journal/line-sum.ts';
import type { Durability } from './durability.ts';
import { isFull, type Storage, type StorageFile, writeAll } from './storage.ts';
import { storedLines } from './stored-lines.ts';
import { SyncQueue } from './sync-queue.ts';

/** Where a journal goes on: what its file holds so far. */
export interface WrittenSoFar {
  readonly bytes: number;
  readonly sum: string;
  /** Number of the last input. */
  readonly inputs: number;
  readonly places: readonly Place[];
}

/** Where the line of an input begins. */
export interface Place {
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
  readonly #places: Place[];
  #length: number;
  #bytes: number;
  #sum: string;
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
    this.#bytes = written.bytes;
    this.#sum = written.sum;
    this.#places = [...written.places];
    this.#syncs = new SyncQueue(this.#file, path, written.inputs);
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves with what went wrong once nothing can be written any more. */
  get failure(): Promise<JournalError> {
    return this.#syncs.failure;
  }

  append({ seq, input, chain }: JournalRecord): void {
    invariant(seq === this.#length + 1, 'the journal has no gaps');
    const offset = this.#bytes;
    this.#write({ seq, input, chain });
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
      const { seq, input, chain } = line as JournalRecord;
      if (seq >= from) yield { seq, input, chain };
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
      writeAll(this.#file, ROOM, this.#bytes);
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
    const { text, sum } = summedLine(this.#sum, document);
    const line = Buffer.from(`${text}\n`);
    try {
      writeAll(this.#file, line, this.#bytes);
    } catch (error) {
      if (!isFull(error)) throw this.#syncs.fail(error);
      this.#cutBack();
      this.#full = new JournalError('full', `${this.path} cannot grow: no space is left on the device`, error);
      throw this.#full;
    }
    this.#full = null;
    this.#bytes += line.length;
    this.#sum = sum;
  }

  /** Takes away what a write that failed has left of its line. */
  #cutBack(): void {
    try {
      this.#file.truncate(this.#bytes);
    } catch (error) {
      throw this.#syncs.fail(error);
    }
  }
}

/** As much as most inputs take. */
const ROOM = new Uint8Array(4_096).fill(32);
