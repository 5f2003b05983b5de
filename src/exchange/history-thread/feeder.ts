import type { History } from '../history/history.ts';
import type { Log } from '../log.ts';

/**
 * Works off what waits for its rows in idle moments, so that neither memory nor the first read pays for a long
 * run. It begins with the first read or when much waits; until then an exchange has no database.
 */
export class HistoryFeeder {
  readonly #history: History;
  readonly #log: Log;
  #scheduled = false;
  #stopped = false;

  constructor(history: History, log: Log) {
    this.#history = history;
    this.#log = log;
  }

  /** To be called after each input. */
  nudge(): void {
    if (this.#stopped || this.#scheduled || !this.#history.hasWork) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#work().catch((error: unknown) => this.#log.error({ err: error }, 'history could not be written'));
    }).unref();
  }

  /** Nothing more is written; the waiting rows are left to a read, if there is one. */
  stop(): void {
    this.#stopped = true;
  }

  async #work(): Promise<void> {
    await this.#history.work();
    this.#scheduled = false;
    this.nudge();
  }
}
