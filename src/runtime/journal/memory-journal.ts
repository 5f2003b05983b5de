import type { Input } from '../../engine/command.ts';
import { invariant } from '../../kernel/assert.ts';
import { GENESIS, type Journal, type JournalRecord, type JournalStart } from './journal.ts';

/** A log that lives as long as its process. A plain clock input, by far the most frequent one, is kept as its time alone. */
export class MemoryJournal implements Journal {
  readonly start: JournalStart;
  #kept: (readonly [input: Input | number, chain: string])[] = [];

  constructor(start: JournalStart = GENESIS) {
    this.start = start;
  }

  /** The same log, which from now on is independent. */
  copy(): MemoryJournal {
    const copy = new MemoryJournal(this.start);
    copy.#kept = this.#kept.slice();
    return copy;
  }

  get first(): number {
    return this.start.seq + 1;
  }

  get length(): number {
    return this.start.seq + this.#kept.length;
  }

  append(record: JournalRecord): void {
    invariant(record.seq === this.length + 1, 'the journal has no gaps');
    const { input, chain } = record;
    this.#kept.push([input.kind === 'clock' && input.levels === undefined ? input.at : input, chain]);
  }

  *records(from: number = this.first): Iterable<JournalRecord> {
    for (let seq = from; ; seq += 1) {
      const kept = this.#kept[seq - this.first];
      if (kept === undefined) return;
      const [input, chain] = kept;
      yield { seq, input: typeof input === 'number' ? { kind: 'clock', at: input } : input, chain };
    }
  }

  /** Nothing in memory survives its process, so there is nothing to wait for. */
  durable(): null {
    return null;
  }

  trouble(): null {
    return null;
  }
}
