import type { Input } from '../../engine/command.ts';
import { invariant } from '../../kernel/assert.ts';
import type { Journal, JournalRecord } from './journal.ts';

/** A log that lives as long as its process. A plain clock input, by far the most frequent one, is kept as its time alone. */
export class MemoryJournal implements Journal {
  readonly first = 1;
  readonly #kept: (readonly [input: Input | number, chain: string])[] = [];

  get length(): number {
    return this.#kept.length;
  }

  append(record: JournalRecord): void {
    invariant(record.seq === this.#kept.length + 1, 'the journal has no gaps');
    const { input, chain } = record;
    this.#kept.push([input.kind === 'clock' && input.levels === undefined ? input.at : input, chain]);
  }

  *records(from: number = this.first): Iterable<JournalRecord> {
    for (let seq = from; ; seq += 1) {
      const kept = this.#kept[seq - 1];
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
