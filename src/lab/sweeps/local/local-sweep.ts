import type { SweepJob, SweepRow } from '../sweep.ts';
import { LocalPool, type PoolOptions } from './pool.ts';
import { type JobRunner, runAll } from './run-all.ts';

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
