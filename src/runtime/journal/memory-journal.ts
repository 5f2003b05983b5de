import type { Input } from '../../engine/command.ts';
import { invariant } from '../../kernel/assert.ts';
import type { Journal, JournalRecord } from './journal.ts';

/** A log that lives as long as its process. A clock input, by far the most frequent one, is kept as its time alone. */
export class MemoryJournal implements Journal {
  readonly #inputs: (Input | number)[] = [];

  get length(): number {
    return this.#inputs.length;
  }

  append(record: JournalRecord): void {
    invariant(record.seq === this.#inputs.length + 1, 'the journal has no gaps');
    this.#inputs.push(record.input.kind === 'clock' ? record.input.at : record.input);
  }

  *records(): Iterable<JournalRecord> {
    for (const [index, kept] of this.#inputs.entries()) {
      yield { seq: index + 1, input: typeof kept === 'number' ? { kind: 'clock', at: kept } : kept };
    }
  }
}
