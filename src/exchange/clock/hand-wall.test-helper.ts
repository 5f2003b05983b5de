import type { WallTime } from './clock.ts';

/** A wall that stands where a test puts it, and a machine whose every look at it takes `stepMs`. */
export class HandWall implements WallTime {
  at = 1_800_000_000_000;
  stepMs: number;
  readonly #runs = new Set<() => void>();
  #elapsed = 0;

  constructor(stepMs = 0) {
    this.stepMs = stepMs;
  }

  now(): number {
    return this.at;
  }

  elapsed(): number {
    this.#elapsed += this.stepMs;
    return this.#elapsed;
  }

  every(_periodMs: number, run: () => void): () => void {
    this.#runs.add(run);
    return () => this.#runs.delete(run);
  }

  /** Lets wall time pass, and every timer run once. */
  pass(ms: number): void {
    this.at += ms;
    this.#elapsed += ms;
    for (const run of [...this.#runs]) run();
  }
}
