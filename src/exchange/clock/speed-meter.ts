import type { TimeMs } from '../../kernel/units.ts';

/** Wall time over which a speed is measured, and the least that gives one. */
export const WINDOW_MS = 5_000;
const LEAST_MS = 1_000;

interface Sample {
  readonly wall: number;
  readonly exchange: TimeMs;
}

/** Measures how many exchange milliseconds a live clock makes of one of the wall. */
export class SpeedMeter {
  #samples: Sample[] = [];

  /** Starts anew: the clock was set to another mode or speed. */
  restart(): void {
    this.#samples = [];
  }

  sample(wall: number, exchange: TimeMs): void {
    this.#samples.push({ wall, exchange });
    // One sample at or before the beginning of the window stays.
    while (this.#samples[1] && this.#samples[1].wall <= wall - WINDOW_MS) this.#samples.shift();
  }

  /** Null until the clock has run for a second. */
  speed(): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || last.wall - first.wall < LEAST_MS) return null;
    return Math.round(((last.exchange - first.exchange) / (last.wall - first.wall)) * 1_000) / 1_000;
  }

  /** True once a whole window was measured. */
  isSettled(): boolean {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    return first !== undefined && last !== undefined && last.wall - first.wall >= WINDOW_MS;
  }
}
