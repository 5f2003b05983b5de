import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { packageRoot } from '../../../exchange/package-root.ts';
import { messageOf, systemCodeOf } from '../../../kernel/thrown.ts';
import { errorRow, errorText, WORKER_ENDED } from '../results/results-file.ts';
import type { SweepJob, SweepRow } from '../sweep.ts';
import type { Outcome, Task } from './task.ts';

/** Runs of a job that end without a result before its row says so. */
const TRIES = 3;
/** Memory of the heap that one run may take. */
const HEAP_MB = 2048;

export interface PoolOptions {
  /** Runs that go on at a time, each on a thread of its own. */
  readonly threads: number;
  /** Flags of Node for the threads; those of this process by default. */
  readonly execArgv?: readonly string[];
}

/** Runs jobs on worker threads of this process. */
export class LocalPool {
  readonly #threads: Piscina<Task, Outcome>;

  constructor({ threads, execArgv }: PoolOptions) {
    this.#threads = new Piscina<Task, Outcome>({
      filename: join(packageRoot(), 'bin', 'worker-thread.cjs'),
      workerData: taskModule(),
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 10_000,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      ...(execArgv && { execArgv: [...execArgv] }),
    });
    // A thread that ends between two jobs is replaced with the next job.
    this.#threads.on('error', () => undefined);
  }

  /**
   * Runs a job of a scenario, given by its absolute folder or file. A job that fails, or whose thread ends, is run
   * again; the third time its row says why.
   *
   * @throws AbortError once the signal has stopped it
   */
  async run(scenario: string, job: SweepJob, signal: AbortSignal): Promise<SweepRow> {
    let error = '';
    for (let tried = 0; tried < TRIES; tried += 1) {
      const outcome = await this.#once({ scenario, job }, signal);
      if ('row' in outcome) return JSON.parse(outcome.row) as SweepRow;
      ({ error } = outcome);
    }
    return errorRow(job, error);
  }

  /** Stops what is running. */
  async close(): Promise<void> {
    await this.#threads.destroy();
  }

  async #once(task: Task, signal: AbortSignal): Promise<Outcome> {
    try {
      return await this.#threads.run(task, { signal });
    } catch (error) {
      if (signal.aborted) throw error;
      return { error: crashText(error) };
    }
  }
}

/** Why a thread gave no outcome: it ran out of memory, ended by itself, or met an error that nothing caught. */
function crashText(error: unknown): string {
  const code = systemCodeOf(error);
  const message = messageOf(error);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `the run took more than the ${HEAP_MB} MB that one may take`;
  return message.startsWith('worker exited with code') ? WORKER_ENDED : errorText(error);
}

/** The module that threads run: a part of the bundle, or the source beside this file. */
function taskModule(): string {
  const own = import.meta.url;
  if (own.endsWith('.ts')) return new URL('worker.ts', own).href;
  return pathToFileURL(join(packageRoot(), 'dist', 'sweep-worker.js')).href;
}
