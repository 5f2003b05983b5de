import type { SweepJob, SweepRow } from '../sweep.ts';
import { LocalPool, type PoolOptions } from './pool.ts';

/** Runs the jobs of a sweep on threads of this process. */
export class LocalSweep implements JobRunner {
  readonly #pool: LocalPool;
  readonly #scenario: string;
  readonly #threads: number;

  /** @param scenario absolute file of the scenario */
  constructor(scenario: string, options: PoolOptions) {
    this.#pool = new LocalPool(options);
    this.#scenario = scenario;
    this.#threads = options.threads;
  }

  run(jobs: readonly SweepJob[], onRow: (row: SweepRow) => Promise<void>, signal: AbortSignal): Promise<void> {
    return runAll(jobs, this.#threads, (job) => this.#pool.run(this.#scenario, job, signal), onRow, signal);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** What a sweep runs its jobs on. */
export interface JobRunner {
  /** Runs these jobs in whatever order and hands over the row of each; a row may come more than once. */
  run(jobs: readonly SweepJob[], onRow: (row: SweepRow) => Promise<void>, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Runs jobs in their order, some at a time, until all are done or the signal stops them. */
export async function runAll(
  jobs: readonly SweepJob[],
  atATime: number,
  run: (job: SweepJob) => Promise<SweepRow>,
  onRow: (row: SweepRow) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const rest = jobs.values();
  const isStopped = (): boolean => signal.aborted;
  const takeJobs = async (): Promise<void> => {
    for (const job of rest) {
      if (isStopped()) return;
      try {
        await onRow(await run(job));
      } catch (error) {
        if (!isStopped()) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, jobs.length) }, takeJobs));
}
