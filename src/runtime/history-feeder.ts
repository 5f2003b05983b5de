import type { History } from '../projections/history.ts';
import type { Log } from './log.ts';

/** Events written in one go: about two milliseconds of work, which requests that come meanwhile have to wait for. */
const BATCH = 200;
/**
 * One in so many waiting events is written in one go where that is more: under load a turn brings more events than a batch, and what is
 * never written in idle moments has to be written all at once in the end.
 */
const SHARE = 20;

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
    const { isReady, backlog, wantsReady } = this.#history;
    if (this.#stopped || this.#scheduled || !(isReady ? backlog >= BATCH : wantsReady)) return;
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
    this.#history.feed(Math.max(BATCH, Math.ceil(this.#history.backlog / SHARE)));
    this.#scheduled = false;
    this.nudge();
  }
}
