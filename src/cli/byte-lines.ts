import { closeSync, createReadStream, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { reasonOf, UsageError } from './usage-error.ts';

/** Lines of UTF-8, however the bytes are cut into pieces; the last one counts whether or not it ends. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let started = '';
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
    started += first;
    for (const other of others) {
      yield started;
      started = other;
    }
  }
  if (started !== '') yield started;
}

/** The bytes of a file, a piece at a time. Throws UsageError when it cannot be read. */
export async function* fileBytes(file: string): AsyncIterable<Uint8Array> {
  try {
    for await (const piece of createReadStream(file)) yield piece as Uint8Array;
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
}

/** A file that appears under its name only when it is whole. All throw UsageError when it cannot be written. */
export class SavedCopy {
  readonly #file: string;
  readonly #draft: string;
  #descriptor: number | null;

  constructor(file: string) {
    this.#file = file;
    this.#draft = `${file}.${process.pid}.tmp`;
    this.#descriptor = this.#try(() => openSync(this.#draft, 'w'));
  }

  add(text: string): void {
    this.#try(() => {
      if (this.#descriptor !== null) writeSync(this.#descriptor, text);
    });
  }

  keep(): void {
    this.#close();
    this.#try(() => {
      renameSync(this.#draft, this.#file);
    });
  }

  /** Nothing is left of it, unless it was kept. */
  discard(): void {
    this.#close();
    rmSync(this.#draft, { force: true });
  }

  #close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #try<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      throw new UsageError(`cannot write ${this.#file}: ${reasonOf(error)}`);
    }
  }
}
