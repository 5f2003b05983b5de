import type { ExchangeConfig } from '../../engine/config.ts';
import { exchangeConfig } from '../../engine/state-codec/config-codec.ts';
import { parseDumpText } from '../../kernel/canonical-json.ts';
import {
  bool,
  CodecError,
  count,
  type Decoder,
  nullable,
  oneOf,
  optional,
  plain,
  text,
} from '../../kernel/codec/codec.ts';
import { recordReader } from '../../kernel/codec/collections.ts';
import { isRecord } from '../../kernel/entries.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { readFrequentLine } from './frequent-line.ts';
import { chainPlace, hexDigest, inputReader } from './input-codec.ts';
import type { JournalRecord, JournalStart } from './journal.ts';
import { ledgerReader, type LedgerRecord } from './ledger-record.ts';
import { hasRightSum, LineCursor } from './line-cursor.ts';

/**
 * A journal as text, one JSON document a line: a header, every input in order, and what the exchange had come to after
 * the last of them. The start and these inputs give every state it was in.
 */
export const DUMP_FORMAT = 'perpsim-journal';
/** Goes up when an older reader would misread what is written. */
export const DUMP_VERSION = 2;

/** Every line has a sum. */
interface Summed {
  readonly sum: string;
}

/** What a journal is of: the first line. */
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
  /** Checksum and rolling digest of all inputs and their events, and the digest of the state. */
  readonly crc: number;
  readonly chain: string;
  readonly state: string;
  readonly ledger: LedgerRecord;
}

const HEADER = recordReader<DumpHeader & Summed>({
  format: oneOf(DUMP_FORMAT),
  version: count,
  package: text,
  world: text,
  serviceName: text,
  seed: text,
  config: exchangeConfig,
  start: recordReader<JournalStart>({
    seq: count,
    chain: chainPlace,
    snapshot: nullable(text),
    state: optional(plain),
  }),
  followsWall: optional(bool),
  sum: text,
});

const INPUT = recordReader<JournalRecord & Summed>({ seq: count, input: inputReader, crc: count, sum: text });

const END = recordReader<DumpEnd & Summed>({
  inputs: count,
  crc: count,
  chain: hexDigest,
  state: hexDigest,
  ledger: ledgerReader,
  sum: text,
});

export type DumpLine =
  | { readonly kind: 'header'; readonly header: DumpHeader }
  | { readonly kind: 'input'; readonly record: JournalRecord }
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

/** A journal up to the end of one of its inputs, for a reader that goes on there. */
export interface ReadUpTo {
  readonly lines: number;
  readonly bytes: number;
  /** Of the last line. */
  readonly sum: string;
  /** Number and time of the last input. */
  readonly inputs: number;
  readonly at: TimeMs;
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

  /** Goes on behind lines that were read before, after the header. */
  goOn({ lines, bytes, sum, inputs, at }: ReadUpTo): void {
    this.#line = lines;
    this.#next = bytes;
    this.#sum = sum;
    this.#inputs = inputs;
    this.#at = at;
    this.#ended = false;
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
      return this.#follow(frequent);
    }
    const value = parseDumpText(text);
    if (!isRecord(value)) throw this.#error(this.#line === 1 ? NO_JOURNAL : CHANGED);
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

  #header(text: string, value: Readonly<Record<string, unknown>>): DumpHeader {
    const { format, version } = value;
    if (format !== DUMP_FORMAT) throw this.#error(NO_JOURNAL);
    if (typeof version === 'number' && version > DUMP_VERSION) {
      throw this.#error(
        `field "version": ${version} is newer than ${DUMP_VERSION}, the newest that this perpsim reads`,
      );
    }
    if (version !== DUMP_VERSION) {
      const problem =
        typeof version === 'number' && version > 0
          ? `${version} is older than ${DUMP_VERSION}, the oldest that this perpsim reads`
          : `there is no version ${String(version)}`;
      throw this.#error(`field "version": ${problem}`);
    }
    this.#checkSum(text, value);
    const { sum: _, ...read } = this.#decoded(HEADER, value);
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
    return this.#follow(this.#decoded(INPUT, value));
  }

  /** Takes an input that looks as it must, if it is the one that follows. */
  #follow({ seq, input, crc }: JournalRecord): DumpLine {
    if (seq !== this.#inputs + 1) throw this.#error(`field "seq": ${seq} stands where ${this.#inputs + 1} belongs`);
    if (input.at < this.#at) throw this.#error('field "input.at": is before that of the line before');
    this.#at = input.at;
    this.#inputs = seq;
    this.#ended = false;
    return { kind: 'input', record: { seq, input, crc } };
  }

  #end(value: object): DumpEnd {
    const { sum: _, ...end } = this.#decoded(END, value);
    if (end.inputs !== this.#inputs) {
      throw this.#error(`field "inputs": says ${end.inputs}, but ${this.#inputs} stand before it`);
    }
    this.#ended = true;
    return end;
  }

  #checkSum(text: string, value: Readonly<Record<string, unknown>>): void {
    if (!hasRightSum(this.#sum, text, value)) throw this.#error(WRONG_SUM);
    this.#sum = String(value['sum']);
  }

  #decoded<T>(reader: Decoder<T>, value: unknown): T {
    try {
      return reader.decode(value);
    } catch (error) {
      if (error instanceof CodecError) throw this.#error(fieldProblem(error));
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

/** The words for a part of a line or a ledger that is not what it must be. */
export const fieldProblem = ({ path, problem }: CodecError): string => `field "${path}": ${problem}`;
