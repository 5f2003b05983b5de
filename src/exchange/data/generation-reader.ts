import { crc32 } from 'node:zlib';
import { parseDumpText } from '../../kernel/canonical-json.ts';
import { DumpError, type DumpLine, DumpReader, type ReadUpTo } from '../journal/dump.ts';
import type { Storage } from './storage.ts';

/** The end of a file that a crash cut off in the middle of a write. */
export interface TornTail {
  /** Bytes before it, which are whole lines. */
  readonly keptBytes: number;
  readonly lostBytes: number;
}

/** A file of a journal is damaged where no crash can have damaged it. */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  readonly path: string;
  readonly line: number;
  readonly offset: number;

  constructor(path: string, { line, offset, message }: DumpError) {
    super(`${path} ${message}`);
    this.path = path;
    this.line = line;
    this.offset = offset;
  }
}

/** A line with its text, and the bytes before it. */
export type ReadLine = DumpLine & { readonly text: string; readonly offset: number };

/** The lines of a file up to the end of an input, as they were when they had been written. */
export interface WrittenLines extends ReadUpTo {
  /** CRC-32 of their bytes. */
  readonly crc: number;
}

/** True when a file begins with these lines, to the byte. That takes a hundredth of the time of reading each of them. */
export function holds(storage: Storage, path: string, { bytes, crc }: WrittenLines): boolean {
  let left = bytes;
  let found = 0;
  for (const piece of storage.pieces(path)) {
    const part = piece.subarray(0, left);
    found = crc32(part, found);
    left -= part.length;
    if (left === 0) break;
  }
  return left === 0 && found === crc;
}

/** How far a file was read. */
export interface ReadSoFar {
  readonly lines: number;
  readonly bytes: number;
  /** CRC-32 of these bytes. */
  readonly crc: number;
  /** Of the last line. */
  readonly sum: string;
  /** Number of the last input. */
  readonly inputs: number;
  /** Whether the last line is an end. */
  readonly ended: boolean;
}

/**
 * Reads one file of a journal from its start to its end, and tells a torn tail from damage (DUR-03, R-124): the last line is a torn
 * tail when its end is missing, or when a block of it was never written. Everything else that cannot be read is damage.
 */
export class GenerationReader {
  readonly #storage: Storage;
  readonly #path: string;
  #tail: TornTail | null = null;
  #soFar: ReadSoFar = { lines: 0, bytes: 0, crc: 0, sum: '', inputs: 0, ended: false };

  constructor(storage: Storage, path: string) {
    this.#storage = storage;
    this.#path = path;
  }

  /** What stands behind the last whole line; null when nothing does, or before the end. */
  get tail(): TornTail | null {
    return this.#tail;
  }

  get soFar(): ReadSoFar {
    return this.#soFar;
  }

  /**
   * The whole lines, each once.
   *
   * @param behind - lines that stand in the file as they were written (`holds`): after the header, those behind them are read
   * @throws DamageError
   */
  *lines(behind: WrittenLines | null = null): Iterable<ReadLine> {
    const reader = new DumpReader();
    for (const line of this.#linesFrom(0, reader)) {
      yield line;
      if (behind) break;
    }
    if (!behind) return;
    const { lines, bytes, crc, sum, inputs } = behind;
    reader.goOn(behind);
    this.#soFar = { lines, bytes, crc, sum, inputs, ended: false };
    yield* this.#linesFrom(bytes, reader);
  }

  *#linesFrom(from: number, reader: DumpReader): Iterable<ReadLine> {
    for (const stored of storedLines(this.#storage, this.#path, from)) {
      const line = this.#take(reader, stored);
      if (line === null) return;
      const { place, bytes, sum, inputs, ended } = reader;
      const crc = crc32(END_OF_LINE, crc32(stored.bytes, this.#soFar.crc));
      this.#soFar = { lines: place.line, bytes, crc, sum, inputs, ended };
      yield { ...line, text: stored.text ?? NO_TEXT, offset: stored.offset };
    }
  }

  /** Null for the start of a torn tail. */
  #take(reader: DumpReader, { text, offset, isWhole }: StoredLine): DumpLine | null {
    if (!isWhole) {
      // A crash leaves out the end of a line; another character in its place is damage.
      if (!isLine((text ?? NO_TEXT).slice(0, -1)) || text?.endsWith(UNWRITTEN)) return this.#tear(offset);
      throw new DamageError(this.#path, new DumpError({ line: reader.place.line + 1, offset }, 'has no end of line'));
    }
    try {
      return reader.read(text ?? NO_TEXT);
    } catch (error) {
      if (!(error instanceof DumpError)) throw error;
      // A header is put in place whole: a crash cannot have damaged it.
      const isUnwritten = text?.includes(UNWRITTEN) === true;
      if (reader.place.line > 1 && isUnwritten && !this.#hasLineAfter(offset)) return this.#tear(offset);
      throw new DamageError(this.#path, error);
    }
  }

  #tear(offset: number): null {
    this.#tail = { keptBytes: offset, lostBytes: this.#storage.sizeOf(this.#path) - offset };
    return null;
  }

  /** Whether a readable line begins anywhere behind this place, also where the end of the line before it is damaged. */
  #hasLineAfter(offset: number): boolean {
    for (const { text, offset: at } of storedLines(this.#storage, this.#path, offset)) {
      const starts = [...(text ?? '').matchAll(STARTS)].map(({ index }) => index);
      if (starts.some((index) => (index > 0 || at > offset) && isLine((text ?? '').slice(index)))) return true;
    }
    return false;
  }
}

/** How a line begins that is no header: an input, or an end. */
const STARTS = /\{"(?:crc":\d|chain":")/g;

/** A block that was allocated and never written reads as zeros, which no line has. */
const UNWRITTEN = '\0';

/** What stands for a line that is no text: it is no JSON. */
const NO_TEXT = '';

function isLine(text: string): boolean {
  const value = parseDumpText(text);
  return typeof value === 'object' && value !== null && 'sum' in value && ('input' in value || 'ledger' in value);
}

/** A line of a stored file. */
interface StoredLine {
  /** Without its end. */
  readonly bytes: Uint8Array;
  /** The same as text; null when the bytes are no UTF-8. Of a last line without an end, U+FFFD stands for such bytes. */
  readonly text: string | null;
  /** Bytes before it. */
  readonly offset: number;
  /** Whether an end of line follows. */
  readonly isWhole: boolean;
}

const NEWLINE = 10;
const END_OF_LINE = Uint8Array.of(NEWLINE);

/** The lines of a file from this place on, which is the start of a line. The last one may have no end. */
export function* storedLines(storage: Storage, path: string, from = 0): Iterable<StoredLine> {
  const decoder = new TextDecoder('utf8', { fatal: true, ignoreBOM: true });
  const decoded = (bytes: Uint8Array): string | null => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
  let started: Uint8Array[] = [];
  let offset = from;
  for (const piece of storage.pieces(path, from)) {
    let rest = piece;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const bytes = started.length === 0 ? rest.subarray(0, end) : Buffer.concat([...started, rest.subarray(0, end)]);
      yield { bytes, text: decoded(bytes), offset, isWhole: true };
      offset += bytes.length + 1;
      started = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) started.push(rest);
  }
  if (started.length === 0) return;
  const bytes = Buffer.concat(started);
  yield { bytes, text: bytes.toString('utf8'), offset, isWhole: false };
}
