import type { History } from '../projections/history.ts';
import type { Log } from './log.ts';

/** Events written in one go: about two milliseconds of work, which requests that come meanwhile have to wait for. */
const BATCH = 200;

/**
 * Works off what waits for its rows in idle moments, so that neither memory nor the first read pays for a long
 * run. It begins when much waits; an exchange whose history is not read has no database until then.
 */
export class HistoryFeeder {
  readonly #history: History;
  readonly #log: Log;
  #scheduled = false;
  #ready = false;
  #stopped = false;

  constructor(history: History, log: Log) {
    this.#history = history;
    this.#log = log;
  }

  /** To be called after each input. */
  nudge(): void {
    if (this.#stopped || this.#scheduled || !(this.#ready ? this.#history.backlog >= BATCH : this.#history.wantsReady))
      return;
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
    await this.#history.ready();
    if (this.#stopped) return;
    this.#ready = true;
    this.#history.feed(BATCH);
    this.#scheduled = false;
    this.nudge();
  }
}
