import type { Envelope } from '@cucumber/messages';
import type { RunReader } from '../../suite/results/read-messages.ts';
import { FAILED } from '../../suite/reporters/summary.ts';
import { JsonProgress } from '../json-progress.ts';

/** A line of JSON for each scenario that has ended, with its verdict. */
export class ConformJsonProgress {
  readonly #lines = new JsonProgress();
  readonly #total: number;
  readonly #reader: RunReader;
  #done = 0;
  #failed = 0;
  #skipped = 0;

  /** @param reader has received each message before this does */
  constructor(total: number, reader: RunReader) {
    this.#total = total;
    this.#reader = reader;
    this.#lines.write({ done: 0, total, unit: 'scenarios', failed: 0, skipped: 0 });
  }

  receive({ testCaseFinished }: Envelope): void {
    if (!testCaseFinished || testCaseFinished.willBeRetried) return;
    const last = this.#reader.lastEnded();
    if (!last) return;
    const { id, name, verdict } = last;
    this.#done += 1;
    if (FAILED.includes(verdict)) this.#failed += 1;
    if (verdict === 'skipped') this.#skipped += 1;
    this.#lines.write({
      done: this.#done,
      total: this.#total,
      unit: 'scenarios',
      failed: this.#failed,
      skipped: this.#skipped,
      ended: { id, name, verdict },
    });
  }

  end(): void {
    // A line has nothing to take away.
  }
}
