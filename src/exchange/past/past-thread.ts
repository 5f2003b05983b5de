import { Worker } from 'node:worker_threads';
import type { MarketSpec } from '../../engine/config.ts';
import type { PastOrigin } from '../../engine/world/past/start-of-present.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { type PackedHours, type PastHourRows, unpackHours } from '../history/market-past.ts';
import type { Log } from '../log.ts';
import { threadModule } from '../package-root.ts';

/** What the thread makes a past of. */
export interface PastStart {
  readonly markets: readonly MarketSpec[];
  readonly origin: PastOrigin;
}

export interface PastQuestion {
  readonly symbol: string;
  readonly hours: readonly TimeMs[];
}

const LOST = 'the past of the markets has no thread of its own: reads of it make it themselves';

/**
 * Makes hours of the past on a thread of its own, which starts with the first question. Without a thread, or after one that has
 * ended, nothing is made: the response is empty, and who reads makes what is missing.
 */
export class PastThread {
  readonly #start: PastStart;
  readonly #log: Log;
  readonly #startWorker: (start: PastStart) => Worker;
  #worker: Worker | null = null;
  /** Those who wait, in the order of their questions. */
  readonly #waiting: ((made: readonly PastHourRows[]) => void)[] = [];
  #isOver = false;

  /** @param startWorker - how the thread starts; a parameter so that one can be tried that ends */
  constructor(start: PastStart, log: Log, startWorker = startThread) {
    this.#start = start;
    this.#log = log;
    this.#startWorker = startWorker;
  }

  readonly make = (symbol: string, hours: readonly TimeMs[]): Promise<readonly PastHourRows[]> => {
    if (this.#isOver) return Promise.resolve([]);
    const worker = (this.#worker ??= this.#started());
    worker.ref();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      worker.postMessage({ symbol, hours } satisfies PastQuestion);
    });
  };

  /** Ends the thread. Those who wait get nothing. */
  close(): void {
    this.#end();
    void this.#worker?.terminate();
  }

  #started(): Worker {
    const worker = this.#startWorker(this.#start);
    worker.on('message', (made: PackedHours) => {
      this.#waiting.shift()?.(unpackHours(made));
      if (this.#waiting.length === 0) worker.unref();
    });
    worker.on('error', (err) => {
      this.#log.error({ err }, LOST);
      this.#end();
    });
    worker.on('exit', () => this.#end());
    return worker;
  }

  #end(): void {
    this.#isOver = true;
    for (const resolve of this.#waiting.splice(0)) resolve([]);
  }
}

function startThread(workerData: PastStart): Worker {
  const { module, execArgv } = threadModule(import.meta.url, 'past-worker.js');
  return new Worker(module, { name: 'past', workerData, ...(execArgv && { execArgv: [...execArgv] }) });
}
