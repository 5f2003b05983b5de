import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { packageRoot } from '../../../exchange/package-root.ts';
import { meanPlots } from '../table/plots.ts';
import { tableOf } from '../table/table.ts';
import { type FactsResult, type Outcome, type SeedResult, Shared, type Task } from './facts-result.ts';

/** A world or an option cannot be used. */
export class FactsError extends Error {
  override readonly name = 'FactsError';
}

export interface FactsOptions {
  /** Name or absolute file of the world, and how it is called in the report. */
  readonly world: string;
  readonly shownWorld: string;
  readonly hours: number;
  readonly seeds: number;
  /** Start of the first seed, Unix ms. */
  readonly startTime: number;
  /** Seeds that run at a time, each on a thread. */
  readonly threads: number;
  /** Flags of Node for the threads; those of this process by default. */
  readonly execArgv?: readonly string[];
}

const DAY_MS = 86_400_000;
/** Days after the first start at which each seed starts, so that few seeds have weekdays and weekends. */
const START_DAYS: readonly number[] = [0, 5, 2, 6, 4, 1, 3];
const HEAP_MB = 2048;
const MINUTES_PER_HOUR = 60;

/** Runs one exchange for each seed on threads of this process, and makes the table of what was observed. */
export class FactsRun {
  readonly #options: FactsOptions;
  readonly #shared: Shared;

  constructor(options: FactsOptions) {
    this.#options = options;
    this.#shared = Shared.of(options.seeds);
  }

  /** Minutes of exchange time that are done, and of how many. */
  progress(): { readonly minutes: number; readonly total: number } {
    const { seeds, hours } = this.#options;
    const minutes = Array.from({ length: seeds }, (_none, place) => this.#shared.minutes(place));
    return { minutes: minutes.reduce((sum, each) => sum + each, 0), total: seeds * hours * MINUTES_PER_HOUR };
  }

  /** Ends the run soon, with what it has. */
  stop(): void {
    this.#shared.stop();
  }

  /**
   * Runs all seeds.
   *
   * @throws FactsError for a world that cannot be used
   */
  async run(): Promise<FactsResult> {
    const { seeds, threads, execArgv, hours, shownWorld } = this.#options;
    const pool = new Piscina<Task, Outcome>({
      filename: join(packageRoot(), 'bin', 'worker-thread.cjs'),
      workerData: taskModule(),
      minThreads: 1,
      maxThreads: Math.min(threads, seeds),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      ...(execArgv && { execArgv: [...execArgv] }),
    });
    try {
      const outcomes = await Promise.all(
        Array.from({ length: seeds }, async (_none, place) => pool.run(this.#taskAt(place))),
      );
      const results = outcomes.map(resultOf).filter((result) => result !== null);
      return {
        format: 'perpsim-market-facts',
        version: 1,
        world: shownWorld,
        hours,
        complete: results.length === seeds && results.every((result) => result.hours === hours),
        seeds: results.map(({ figures: _, plots: __, ...seed }) => seed),
        rows: tableOf(results.map(({ figures }) => figures)),
        plots: meanPlots(results.map(({ plots }) => plots)),
      };
    } finally {
      await pool.destroy();
    }
  }

  #taskAt(place: number): Task {
    const { world, startTime, hours } = this.#options;
    return {
      world,
      seed: String(place + 1),
      startTime: startTime + (START_DAYS[place % START_DAYS.length] ?? 0) * DAY_MS,
      hours,
      memory: this.#shared.memory,
      place,
    };
  }
}

function resultOf(outcome: Outcome): SeedResult | null {
  if ('wrong' in outcome) throw new FactsError(outcome.wrong);
  return outcome.result;
}

/** The module that threads run: a part of the bundle, or the source beside this file. */
function taskModule(): string {
  const own = import.meta.url;
  if (own.endsWith('.ts')) return new URL('worker.ts', own).href;
  return pathToFileURL(join(packageRoot(), 'dist', 'market-worker.js')).href;
}
