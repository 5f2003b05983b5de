import { SLICE_MS } from './slices.ts';

/** Wall time that a request may wait for the end of an advance. */
export const LONGEST_WAIT_MS = 5_000;
/** How often the waiting ones are looked at, so how late a refusal can be. */
const LOOK_EVERY_MS = 100;

/** The part of `WallTime` that a gate needs. */
export interface GateTime {
  elapsed(): number;
  every(periodMs: number, run: () => void): () => void;
}

interface Waiting {
  readonly since: number;
  readonly run: () => void;
  /** What happens instead after `LONGEST_WAIT_MS`; null waits as long as it takes. */
  readonly late: (() => void) | null;
}

/**
 * Makes an advance of the clock atomic for clients: what arrives while it is closed waits, and runs in the order of
 * arrival once it is open again. Those that wait run in slices too, and what arrives meanwhile queues behind them.
 */
export class Gate {
  readonly #time: GateTime;
  #queue: Waiting[] = [];
  #isClosed = false;
  #isReleasing = false;
  #stopLooking: (() => void) | null = null;

  constructor(time: GateTime) {
    this.#time = time;
  }

  /** True while an advance is under way. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True while what arrives runs at once. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.#isReleasing;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Those that wait run from the next turn on, after what the advance itself has set free. */
  open(): void {
    this.#isClosed = false;
    this.#askRelease();
  }

  /** Runs something now while nothing is ahead of it, else in its turn. */
  pass(run: () => void, late: (() => void) | null): void {
    if (this.isOpen) return run();
    this.#queue.push({ since: this.#time.elapsed(), run, late });
    this.#stopLooking ??= this.#time.every(LOOK_EVERY_MS, () => this.#refuseLate());
  }

  /** As `pass`, with the result of what was run. */
  inTurn<T>(run: () => T | Promise<T>, late: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => T | Promise<T>) => (): void => {
        try {
          resolve(act());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.pass(settle(run), settle(late));
    });
  }

  #askRelease(): void {
    this.#isReleasing = this.#queue.length > 0;
    if (this.#isReleasing) setImmediate(() => this.#release());
  }

  #release(): void {
    const start = this.#time.elapsed();
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        if (next.late !== null && this.#isLate(next.since)) next.late();
        else next.run();
        if (this.#isClosed || this.#time.elapsed() - start >= SLICE_MS) break;
      }
    } finally {
      this.#lookWhileNeeded();
      // One of them may have closed the gate: the next advance.
      if (this.#isClosed) this.#isReleasing = false;
      else this.#askRelease();
    }
  }

  #refuseLate(): void {
    const kept: Waiting[] = [];
    const refused: (() => void)[] = [];
    for (const one of this.#queue) {
      if (one.late !== null && this.#isLate(one.since)) refused.push(one.late);
      else kept.push(one);
    }
    this.#queue = kept;
    for (const refuse of refused) refuse();
    this.#lookWhileNeeded();
  }

  #isLate(since: number): boolean {
    return this.#time.elapsed() - since >= LONGEST_WAIT_MS;
  }

  #lookWhileNeeded(): void {
    if (this.#queue.length > 0) return;
    this.#stopLooking?.();
    this.#stopLooking = null;
  }
}
