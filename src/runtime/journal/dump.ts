import type { Input } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { JSON_CHAIN_START } from '../../kernel/digest.ts';
import { parseDumpText } from './dump-text.ts';
import { GENESIS, type JournalStart, type NumberedInput, type OlderForm } from './journal.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { shapesOf, type Shapes } from './dump-shapes.ts';
import { readFrequentLine } from './frequent-line.ts';
import { LineCursor } from './line-cursor.ts';
import { hasRightSum } from './line-sum.ts';
import { type Check, ShapeError } from './shape.ts';

/**
 * A journal as text, one JSON document a line: a header, every input in order, and what the exchange had come to after
 * the last of them. The start and these inputs give every state it was in.
 */
export const DUMP_FORMAT = 'perpsim-journal';
/**
 * Goes up when an older reader would misread what is written. Version 2 added the start, the digest before each input
 * and the sum of each line; since version 3 digests are made of the binary form, before of canonical JSON; since version 4
 * events do not say again what a timer is for; since version 5 the values of many subaccounts are sampled in parts.
 */
export const DUMP_VERSION = 5;

/** The latest version of each form that digests had before that of today. */
const OLDER: Readonly<Record<OlderForm, number>> = { json: 2, full: 3, whole: 4 };

/** The version of a journal whose digests have this form. */
export const versionOf = (form: OlderForm | undefined): number => (form === undefined ? DUMP_VERSION : OLDER[form]);

export interface DumpHeader {
  readonly format: typeof DUMP_FORMAT;
  readonly version: number;
  /** Of the package that wrote it: another one may replay the same inputs to another state. */
  readonly package: string;
  readonly world: string;
  readonly serviceName: string;
  readonly seed: string;
  readonly config: ExchangeConfig;
  /** A journal of version 1 always starts at genesis. */
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
  /** `chain`: the rolling digest before this input; null in a journal of version 1. */
  | { readonly kind: 'input'; readonly record: NumberedInput; readonly chain: string | null }
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
  #shapes: Shapes = shapesOf(DUMP_VERSION);
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

  /** Sum of the last line read; empty in a journal of version 1. */
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
    const frequent = this.#line > 1 && this.#shapes.isSummed ? readFrequentLine(this.#cursor, text) : null;
    if (frequent) {
      if (frequent.sum !== this.#cursor.sumAfter(this.#sum)) throw this.#error(WRONG_SUM);
      this.#sum = frequent.sum;
      return this.#follow(frequent.seq, frequent.input, frequent.chain);
    }
    const value = parseDumpText(text);
    if (!isObject(value)) throw this.#error(this.#line === 1 ? NO_JOURNAL : CHANGED);
    if (this.#line === 1) return { kind: 'header', header: this.#header(text, value) };
    if (this.#ended && !this.#shapes.isSummed) throw this.#error('nothing may follow the end of the journal');
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
    if (version !== 1 && version !== 2 && version !== 3 && version !== 4 && version !== DUMP_VERSION) {
      throw this.#error(`field "version": there is no version ${String(version)}`);
    }
    this.#shapes = shapesOf(version);
    this.#checkSum(text, value);
    this.#check(this.#shapes.header, value);
    const { sum: _, ...read } = value as Omit<DumpHeader, 'start'> & Partial<DumpHeader> & { readonly sum?: string };
    if (read.seed !== read.config.seed) throw this.#error('field "seed": differs from that of the config');
    const start = startOf(read);
    const isHeld = start.snapshot !== null || start.state !== undefined;
    if ((start.seq === 0) === isHeld || (start.snapshot !== null && start.state !== undefined)) {
      throw this.#error('field "start": takes a state or the name of a snapshot when inputs come before it, else none');
    }
    this.#at = read.config.startTime;
    this.#inputs = start.seq;
    return { ...read, start };
  }

  #input(value: object): DumpLine {
    const { kind } = (value as Partial<NumberedInput>).input ?? {};
    const shapeOfInput = this.#shapes.inputs.get(kind);
    if (!shapeOfInput) throw this.#error('field "input.kind": there is no such input');
    this.#check(shapeOfInput, value);
    const { seq, input, chain = null } = value as NumberedInput & { readonly chain?: string };
    return this.#follow(seq, input, chain);
  }

  /** Takes an input that looks as it must, if it is the one that follows. */
  #follow(seq: number, input: Input, chain: string | null): DumpLine {
    if (seq !== this.#inputs + 1) throw this.#error(`field "seq": ${seq} stands where ${this.#inputs + 1} belongs`);
    if (input.at < this.#at) throw this.#error('field "input.at": is before that of the line before');
    this.#at = input.at;
    this.#inputs = seq;
    this.#ended = false;
    return { kind: 'input', record: { seq, input }, chain };
  }

  #end(value: object): DumpEnd {
    this.#check(this.#shapes.end, value);
    const end = value as DumpEnd;
    if (end.inputs !== this.#inputs) {
      throw this.#error(`field "inputs": says ${end.inputs}, but ${this.#inputs} stand before it`);
    }
    this.#ended = true;
    return end;
  }

  #checkSum(text: string, value: object): void {
    if (!this.#shapes.isSummed) return;
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

/** Where a journal starts. One of version 1 always starts at genesis. */
function startOf({ version, start }: Pick<DumpHeader, 'version'> & Partial<DumpHeader>): JournalStart {
  if (version === DUMP_VERSION) return start ?? GENESIS;
  if (version > OLDER.full) return { ...(start ?? GENESIS), form: 'whole' };
  if (version > OLDER.json) return { ...(start ?? GENESIS), form: 'full' };
  return { ...(start ?? { ...GENESIS, chain: JSON_CHAIN_START }), form: 'json' };
}
