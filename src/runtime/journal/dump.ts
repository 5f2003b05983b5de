import type { ExchangeConfig } from '../../engine/config.ts';
import { parseDumpText } from './dump-text.ts';
import type { JournalRecord } from './journal.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { END, HEADER, INPUTS } from './dump-shapes.ts';
import { ShapeError } from './shape.ts';

/**
 * A journal as text, one JSON document a line: a header, every input in order, and what the exchange had come to
 * behind the last of them. Genesis and these inputs give every state it was in.
 */
export const DUMP_FORMAT = 'perpsim-journal';
/** Goes up when an older reader would misread what is written. */
export const DUMP_VERSION = 1;

export interface DumpHeader {
  readonly format: typeof DUMP_FORMAT;
  readonly version: number;
  /** Of the package that wrote it: another one may replay the same inputs to another state. */
  readonly package: string;
  readonly world: string;
  readonly serviceName: string;
  readonly seed: string;
  readonly config: ExchangeConfig;
}

export interface DumpEnd {
  readonly inputs: number;
  /** Rolling digest over all inputs and their events, and the digest of the state. */
  readonly chain: string;
  readonly state: string;
  readonly ledger: LedgerRecord;
}

export type DumpLine =
  | { readonly kind: 'header'; readonly header: DumpHeader }
  | { readonly kind: 'input'; readonly record: JournalRecord }
  | { readonly kind: 'end'; readonly end: DumpEnd };

/** A dump cannot be read; the message names the line and the field. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** Reads a dump line by line and holds each against what may stand there. */
export class DumpReader {
  #line = 0;
  #at = 0;
  #inputs = 0;
  #ended = false;

  /** Lines read so far. */
  get line(): number {
    return this.#line;
  }

  /** @throws DumpError */
  read(text: string): DumpLine {
    this.#line += 1;
    if (this.#ended) throw this.#error('nothing may follow the end of the journal');
    const value = parseDumpText(text);
    if (value === undefined)
      throw this.#error(this.#line === 1 ? NO_JOURNAL : 'is not as a journal writes it: cut off or changed');
    if (this.#line === 1) return { kind: 'header', header: this.#header(value) };
    const isEnd = typeof value === 'object' && value !== null && 'chain' in value;
    return isEnd ? { kind: 'end', end: this.#end(value) } : { kind: 'input', record: this.#input(value) };
  }

  /** Says that no line is left. Throws DumpError when the end of the journal has not come. */
  close(): void {
    if (this.#ended) return;
    this.#line += 1;
    throw this.#error(this.#line === 1 ? 'the journal is empty' : 'the end of the journal is missing: it was cut off');
  }

  #header(value: unknown): DumpHeader {
    const { format, version } = value as Partial<DumpHeader>;
    if (format !== DUMP_FORMAT) throw this.#error(NO_JOURNAL);
    if (typeof version === 'number' && version > DUMP_VERSION) {
      throw this.#error(
        `field "version": ${version} is newer than ${DUMP_VERSION}, the newest that this perpsim reads`,
      );
    }
    this.#check(HEADER, value);
    const header = value as DumpHeader;
    if (version !== DUMP_VERSION) throw this.#error(`field "version": there is no version ${version}`);
    if (header.seed !== header.config.seed) throw this.#error('field "seed": differs from that of the config');
    this.#at = header.config.startTime;
    return header;
  }

  #input(value: unknown): JournalRecord {
    const { seq, input } = value as Partial<JournalRecord>;
    const shapeOfInput = INPUTS.get(input?.kind);
    if (typeof seq !== 'number' || !shapeOfInput) throw this.#error('field "input.kind": there is no such input');
    this.#check(shapeOfInput, value);
    const record = value as JournalRecord;
    if (seq !== this.#inputs + 1) throw this.#error(`field "seq": ${seq} stands where ${this.#inputs + 1} belongs`);
    if (record.input.at < this.#at) throw this.#error('field "input.at": is before that of the line before');
    this.#at = record.input.at;
    this.#inputs = seq;
    return record;
  }

  #end(value: unknown): DumpEnd {
    this.#check(END, value);
    const end = value as DumpEnd;
    if (end.inputs !== this.#inputs) {
      throw this.#error(`field "inputs": says ${end.inputs}, but ${this.#inputs} stand before it`);
    }
    this.#ended = true;
    return end;
  }

  #check(shape: typeof HEADER, value: unknown): void {
    try {
      shape(value, '');
    } catch (error) {
      if (error instanceof ShapeError) throw this.#error(`field "${error.field}": ${error.message}`);
      throw error;
    }
  }

  #error(message: string): DumpError {
    return new DumpError(this.#line, message);
  }
}

const NO_JOURNAL = 'is not the header of a perpsim journal';
