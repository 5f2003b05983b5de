import type { Plot } from '../table/plots.ts';
import type { Figures, Row } from '../table/table.ts';

/** One seed of a run. */
export interface SeedResult {
  readonly seed: string;
  /** Exchange time, Unix ms. */
  readonly startTime: number;
  readonly hours: number;
  /** The main market, whose figures they are unless said otherwise. */
  readonly symbol: string;
  readonly figures: Figures;
  readonly plots: readonly Plot[];
  /** Public figures that contradict each other, in words. */
  readonly differences: readonly string[];
}

/** What `perpsim market facts` reports. */
export interface FactsResult {
  readonly format: 'perpsim-market-facts';
  readonly version: 1;
  /** Name of the world, or its file. */
  readonly world: string;
  /** Hours of each seed that were asked for. */
  readonly hours: number;
  readonly complete: boolean;
  readonly seeds: readonly Omit<SeedResult, 'figures' | 'plots'>[];
  readonly rows: readonly Row[];
  /** Means over the seeds. */
  readonly plots: readonly Plot[];
}

/** What a thread is given. */
export interface Task {
  /** Name or absolute file of the world. */
  readonly world: string;
  readonly seed: string;
  readonly startTime: number;
  readonly hours: number;
  /** Memory of a `Shared`, and the place of this task in it. */
  readonly memory: SharedArrayBuffer;
  readonly place: number;
}

/** What comes back: nothing of a task that was stopped before it began; `wrong` says why the world cannot be used. */
export type Outcome = { readonly result: SeedResult | null } | { readonly wrong: string };

/** Messages of the threads and the command to each other: minutes done by each task, and whether to stop. */
export class Shared {
  readonly memory: SharedArrayBuffer;
  readonly #places: Int32Array;

  static of(tasks: number): Shared {
    return new Shared(new SharedArrayBuffer((tasks + 1) * Int32Array.BYTES_PER_ELEMENT));
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#places = new Int32Array(memory);
  }

  report(place: number, minutes: number): void {
    Atomics.store(this.#places, place + 1, minutes);
  }

  minutes(place: number): number {
    return Atomics.load(this.#places, place + 1);
  }

  stop(): void {
    Atomics.store(this.#places, 0, 1);
  }

  isStopped(): boolean {
    return Atomics.load(this.#places, 0) === 1;
  }
}
