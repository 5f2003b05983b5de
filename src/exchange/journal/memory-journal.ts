import { invariant } from '../../kernel/errors.ts';
import type { Input } from '../../engine/command.ts';
import { dumpText, parseDumpText } from '../../kernel/canonical-json.ts';
import { GENESIS, type Journal, type JournalRecord, type JournalStart } from './journal.ts';

/** Inputs that a journal in memory keeps at least, unless their text is longer than `WINDOW_BYTES`, or it is made with another number. */
const WINDOW = 100_000;
/** A batch of twenty orders is a hundred times as long as an input of the clock, so that a number of inputs alone bounds no memory. */
const WINDOW_BYTES = 16 * 1_048_576;

/** What a log starts with that holds its start. */
type Saved = Required<Pick<JournalStart, 'chain' | 'state'>>;

/** Some records in a row, and where they begin. */
interface Segment {
  readonly start: JournalStart;
  /** The checksum before each input, and the input. */
  readonly kept: PackedTexts;
}

/**
 * A log that lives as long as its process. It keeps at least the latest `window` inputs, and at most twice as many: when
 * as many again have come, the older half is dropped, and the state after it, which was saved at that time, becomes
 * the start. Without a window a half is full when its text is long, whatever the number of its inputs.
 */
export class MemoryJournal implements Journal {
  readonly #window: number | undefined;
  #older: Segment | null = null;
  #newer: Segment;
  #save: (() => Saved) | null = null;

  constructor(start: JournalStart = GENESIS, window?: number) {
    this.#newer = { start, kept: new PackedTexts() };
    this.#window = window;
  }

  /** Says how the state of the engine and the rolling digest are saved. Until then nothing is dropped. */
  saveWith(save: () => Saved): void {
    this.#save = save;
  }

  get start(): JournalStart {
    return (this.#older ?? this.#newer).start;
  }

  get first(): number {
    return this.start.seq + 1;
  }

  get length(): number {
    return this.#newer.start.seq + this.#newer.kept.length;
  }

  append({ seq, input, crc }: JournalRecord): void {
    invariant(seq === this.length + 1, 'the journal has no gaps');
    if (this.#save && this.#isFull(this.#newer.kept)) {
      this.#older = this.#newer;
      const start = { ...this.#older.start, seq: seq - 1, snapshot: null, ...this.#save() };
      this.#newer = { start, kept: new PackedTexts() };
    }
    this.#newer.kept.push(`${crc} ${textOf(input)}`);
  }

  /** Bytes of text that are kept, without the latest few inputs. */
  get bytes(): number {
    return (this.#older?.kept.bytes ?? 0) + this.#newer.kept.bytes;
  }

  #isFull({ length, bytes }: PackedTexts): boolean {
    return length >= (this.#window ?? WINDOW) || (this.#window === undefined && bytes >= WINDOW_BYTES);
  }

  /** The records that are kept now; what is dropped while they are read is among them. */
  records(from: number = this.first): Iterable<JournalRecord> {
    return recordsOf(this.#older ? [this.#older, this.#newer] : [this.#newer], from);
  }

  /** The same log, which from now on is independent. */
  copy(): MemoryJournal {
    const copy = new MemoryJournal(this.#newer.start, this.#window);
    copy.#older = this.#older;
    copy.#newer = { start: this.#newer.start, kept: this.#newer.kept.copy() };
    return copy;
  }

  /** Nothing in memory survives its process, so there is nothing to wait for. */
  durable(): null {
    return null;
  }

  trouble(): null {
    return null;
  }
}

function* recordsOf(segments: readonly Segment[], from: number): Iterable<JournalRecord> {
  for (const { start, kept } of segments) {
    let seq = Math.max(from, start.seq + 1);
    for (const text of kept.from(seq - start.seq - 1)) {
      const space = text.indexOf(' ');
      yield { seq, input: inputOf(text.slice(space + 1)), crc: Number(text.slice(0, space)) };
      seq += 1;
    }
  }
}

/** A plain clock input, by far the most frequent one, is its time alone. */
const textOf = (input: Input): string =>
  input.kind === 'clock' && input.levels === undefined ? String(input.at) : dumpText(input);

function inputOf(text: string): Input {
  if (!text.startsWith('{')) return { kind: 'clock', at: Number(text) };
  return parseDumpText(text) as Input;
}

/** Texts that are packed into one block. */
const BLOCK = 256;

/**
 * A list of one-line texts, appended one at a time and read in order. Full blocks are kept as bytes: they cost what the
 * texts are long, and the garbage collector does not walk through them.
 */
export class PackedTexts {
  readonly #blocks: Buffer[] = [];
  #open: string[] = [];
  #bytes = 0;

  /** Bytes of the full blocks. */
  get bytes(): number {
    return this.#bytes;
  }

  get length(): number {
    return this.#blocks.length * BLOCK + this.#open.length;
  }

  push(text: string): void {
    this.#open.push(text);
    if (this.#open.length < BLOCK) return;
    const block = Buffer.from(this.#open.join('\n'));
    this.#blocks.push(block);
    this.#bytes += block.length;
    this.#open = [];
  }

  /** The texts from this place on, also those that are appended while they are read. */
  *from(place: number): Iterable<string> {
    let unpacked: Buffer | undefined;
    let texts: readonly string[] = [];
    for (let index = place; index < this.length; index += 1) {
      const within = index % BLOCK;
      const block = this.#blocks[(index - within) / BLOCK];
      if (block && unpacked !== block) texts = block.toString().split('\n');
      unpacked = block;
      const text = block ? texts[within] : this.#open[within];
      if (text !== undefined) yield text;
    }
  }

  /** The same list, which from now on is independent. */
  copy(): PackedTexts {
    const copy = new PackedTexts();
    copy.#blocks.push(...this.#blocks);
    copy.#open = [...this.#open];
    copy.#bytes = this.#bytes;
    return copy;
  }
}
