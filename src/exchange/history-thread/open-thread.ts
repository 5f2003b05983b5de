import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { type HistoryStore, openStore } from '../history/history-store.ts';
import type { StoreStart } from '../history/rows.ts';
import type { Log } from '../log.ts';

/** Returns whether history gets a thread of its own in a server: with one core it would only take turns with the exchange. */
export const hasCoreForHistory = (): boolean => availableParallelism() > 1;

const LOST = 'what reads history is refused until the exchange starts again; everything else goes on';

/**
 * Opens stores on threads of their own; on this thread where none can start. The thread of a store that is closed serves the
 * next one, because a thread takes a tenth of a second to start and an exchange that is reset for each test opens many stores.
 */
export class HistoryThreads {
  readonly #log: Log;
  #spare: Worker | null = null;
  #isReleased = false;

  constructor(log: Log) {
    this.#log = log;
  }

  readonly open = async (start: StoreStart): Promise<HistoryStore> => {
    // Loaded late: most exchanges never read history.
    const { HistoryThread } = await import('./history-thread.ts');
    const log = this.#log;
    let isOpen = false;
    const onFailure = (err: Error): void => void (isOpen && log.error({ err }, LOST));
    const spare = this.#spare?.off('exit', this.#forgetSpare);
    this.#spare = null;
    try {
      const options = { onFailure, onSpare: (worker: Worker) => this.#keep(worker), ...(spare && { spare }) };
      const thread = await HistoryThread.open(start, options);
      isOpen = true;
      return thread;
    } catch (err) {
      log.error({ err }, 'history has no thread of its own and shares that of the exchange');
      return openStore(start);
    }
  };

  /** Ends a thread that waits for a store; later ones end with their store. */
  release(): void {
    this.#isReleased = true;
    void this.#spare?.terminate();
    this.#spare = null;
  }

  #keep(worker: Worker): void {
    if (this.#isReleased || this.#spare) {
      void worker.terminate();
      return;
    }
    this.#spare = worker.once('exit', this.#forgetSpare);
  }

  readonly #forgetSpare = (): void => {
    this.#spare = null;
  };
}
