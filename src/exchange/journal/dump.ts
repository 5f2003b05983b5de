import type { Input } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { parseDumpText } from './dump-text.ts';
import type { JournalStart, NumberedInput } from './journal.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { END, HEADER, INPUTS } from './dump-shapes.ts';
import { readFrequentLine } from './frequent-line.ts';
import { LineCursor } from './line-cursor.ts';
import { hasRightSum } from './line-sum.ts';
import { type Check, ShapeError } from './shape.ts';

/**
 * A journal as text, one JSON document a line: a header, every input in order, and what the exchange had come to after
 * the last of them. The start and these inputs give every state it was in.
 */
export const DUMP_FORMAT = 'perpsim-journal';
/** Counts from the first release on: it goes up when an older reader would misread what is written. */
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
  readonly start: JournalStart;
  /** In a data directory: the clock follows the wall, so a restarted exchange catches up with it. */
  readonly followsWall?: boolean;
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
  /** `chain`: the rolling digest before this input. */
  | { readonly kind: 'input'; readonly record: NumberedInput; readonly chain: string }
  | { readonly kind: 'end'; readonly end: DumpEnd };

/** A journal cannot be read; the message names the line, where it begins and the field. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
  /** From 1. */
  readonly line: number;
  /** Bytes before this line. */
  readonly offset: number;

  constructor({ line, offset }: DumpPlace, message: string) {
    super(`line ${line} (byte ${offset}): ${message}`);
    this.line = line;
    this.offset = offset;
  }
}

/** A line of a journal: its number from 1, and the bytes before it. */
export interface DumpPlace {
  readonly line: number;
  readonly offset: number;
}

/**
 * Reads a journal line by line and checks each against what may stand there. An end may be followed by more inputs:
 * an exchange that was closed and started again.
 */
export class DumpReader {
  readonly #cursor = new LineCursor();
  #line = 0;
  #offset = 0;
  #next = 0;
  #sum = '';
  #at = 0;
  #inputs = 0;
  #ended = false;

  /** Where the line that was read last begins. */
  get place(): DumpPlace {
    return { line: this.#line, offset: this.#offset };
  }

  /** Bytes read so far, with the end of each line. */
  get bytes(): number {
    return this.#next;
  }

  /** Number of the last input read, or of the one that the journal starts after. */
  get inputs(): number {
    return this.#inputs;
  }

  /** Sum of the last line read. */
  get sum(): string {
    return this.#sum;
  }

  /** Whether the line that was read last is an end. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Takes the next line, without its end.
   *
   * @throws DumpError
   */
  read(text: string): DumpLine {
    this.#line += 1;
    this.#offset = this.#next;
    this.#next += Buffer.byteLength(text) + 1;
    const frequent = this.#line > 1 ? readFrequentLine(this.#cursor, text) : null;
    if (frequent) {
      if (frequent.sum !== this.#cursor.sumAfter(this.#sum)) throw this.#error(WRONG_SUM);
      this.#sum = frequent.sum;
      return this.#follow(frequent.seq, frequent.input, frequent.chain);
    }
    const value = parseDumpText(text);
    if (!isObject(value)) throw this.#error(this.#line === 1 ? NO_JOURNAL : CHANGED);
    if (this.#line === 1) return { kind: 'header', header: this.#header(text, value) };
    this.#checkSum(text, value);
    return 'ledger' in value ? { kind: 'end', end: this.#end(value) } : this.#input(value);
  }

  /**
   * Says that no line is left.
   *
   * @throws DumpError when the last line was no end
   */
  close(): void {
    if (this.#ended) return;
    this.#line += 1;
    this.#offset = this.#next;
    throw this.#error(this.#line === 1 ? 'the journal is empty' : 'the end of the journal is missing: it was cut off');
  }

  #header(text: string, value: object): DumpHeader {
    const { format, version } = value as Partial<DumpHeader>;
    if (format !== DUMP_FORMAT) throw this.#error(NO_JOURNAL);
    if (typeof version === 'number' && version > DUMP_VERSION) {
      throw this.#error(
        `field "version": ${version} is newer than ${DUMP_VERSION}, the newest that this perpsim reads`,
      );
    }
    if (version !== DUMP_VERSION) {
      throw this.#error(`field "version": there is no version ${String(version)}`);
    }
    this.#checkSum(text, value);
    this.#check(HEADER, value);
    const { sum: _, ...read } = value as DumpHeader & { readonly sum: string };
    if (read.seed !== read.config.seed) throw this.#error('field "seed": differs from that of the config');
    const { start } = read;
    const isHeld = start.snapshot !== null || start.state !== undefined;
    if ((start.seq === 0) === isHeld || (start.snapshot !== null && start.state !== undefined)) {
      throw this.#error('field "start": takes a state or the name of a snapshot when inputs come before it, else none');
    }
    this.#at = read.config.startTime;
    this.#inputs = start.seq;
    return read;
  }

  #input(value: object): DumpLine {
    const { kind } = (value as Partial<NumberedInput>).input ?? {};
    const shapeOfInput = INPUTS.get(kind);
    if (!shapeOfInput) throw this.#error('field "input.kind": there is no such input');
    this.#check(shapeOfInput, value);
    const { seq, input, chain } = value as NumberedInput & { readonly chain: string };
    return this.#follow(seq, input, chain);
  }

  /** Takes an input that looks as it must, if it is the one that follows. */
  #follow(seq: number, input: Input, chain: string): DumpLine {
    if (seq !== this.#inputs + 1) throw this.#error(`field "seq": ${seq} stands where ${this.#inputs + 1} belongs`);
    if (input.at < this.#at) throw this.#error('field "input.at": is before that of the line before');
    this.#at = input.at;
    this.#inputs = seq;
    this.#ended = false;
    return { kind: 'input', record: { seq, input }, chain };
  }

  #end(value: object): DumpEnd {
    this.#check(END, value);
    const end = value as DumpEnd;
    if (end.inputs !== this.#inputs) {
      throw this.#error(`field "inputs": says ${end.inputs}, but ${this.#inputs} stand before it`);
    }
    this.#ended = true;
    return end;
  }

  #checkSum(text: string, value: object): void {
    if (!hasRightSum(this.#sum, text, value)) throw this.#error(WRONG_SUM);
    this.#sum = (value as { sum: string }).sum;
  }

  #check(shape: Check, value: unknown): void {
    try {
      shape(value);
    } catch (error) {
      if (error instanceof ShapeError) throw this.#error(`field "${error.field}": ${error.message}`);
      throw error;
    }
  }

  #error(message: string): DumpError {
    return new DumpError(this.place, message);
  }
}

const NO_JOURNAL = 'is not the header of a perpsim journal';
const WRONG_SUM = 'field "sum": does not fit this line and the one before: changed, or a line is missing';
const CHANGED = 'is not as a journal writes it: cut off or changed';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
