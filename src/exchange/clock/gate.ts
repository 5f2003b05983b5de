import { refuse } from '../../kernel/errors.ts';
import { SLICE_MS } from './slices.ts';

/** Wall time that a request may wait for the end of an advance. */
export const LONGEST_WAIT_MS = 5_000;
/**
 * How many may wait for preparations. Beyond it the oldest is prepared here before the next is taken, so that the process
 * reads from its sockets no faster than requests are prepared, and none is refused for that.
 */
export const PREPARING_MAX = 1_024;
/** How often the waiting ones are looked at, so how late a refusal can be. */
const LOOK_EVERY_MS = 100;

/** The part of `WallTime` that a gate needs. */
export interface GateTime {
  elapsed(): number;
  every(periodMs: number, run: () => void): () => void;
}

/** Work that a request needs before its turn, done elsewhere: the check of its signature. */
export interface Preparation {
  readonly isDone: boolean;
  /** Calls back once it is done. */
  whenDone(run: () => void): void;
  /** Does it here and now, wherever it has got to. */
  finish(): void;
}

interface Waiting {
  /** Since when an advance makes it wait; null while only preparations do. */
  since: number | null;
  readonly run: () => void;
  readonly preparation: Preparation | null;
  /** What happens instead after `LONGEST_WAIT_MS`; null waits as long as it takes. */
  readonly late: (() => void) | null;
}

/**
 * Runs what arrives in the order of its arrival. An advance of the clock closes the gate, so that it is atomic for
 * clients: what arrives meanwhile waits, and runs once the gate is open again. A request that needs a preparation waits
 * for that, and so does everything behind it. Those that wait run in slices, and what arrives meanwhile queues behind them.
 */
export class Gate {
  readonly #time: GateTime;
  #queue: Waiting[] = [];
  #isClosed = false;
  #isReleasing = false;
  /** How many of the queue an advance has made wait. */
  #held = 0;
  #stopLooking: (() => void) | null = null;
  #idle: (() => void)[] = [];

  constructor(time: GateTime) {
    this.#time = time;
  }

  /** True while an advance is under way. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True while an advance is under way, or something still waits that it has made wait. */
  get isHolding(): boolean {
    return this.#isClosed || this.#held > 0;
  }

  /** True while what arrives, and needs no preparation, runs at once. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.#isReleasing && this.#queue.length === 0;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#queue) this.#hold(waiting);
    this.#lookWhileNeeded();
  }

  /** Those that wait run from the next turn on, after what the advance itself has set free. */
  open(): void {
    this.#isClosed = false;
    this.#askRelease();
  }

  /** Runs something now while nothing is ahead of it and it is prepared, else in its turn. */
  pass(run: () => void, late: (() => void) | null, preparation: Preparation | null = null): void {
    if (this.isOpen && (preparation === null || preparation.isDone)) return run();
    const waiting: Waiting = { since: null, run, late, preparation };
    if (this.isHolding) this.#hold(waiting);
    this.#queue.push(waiting);
    preparation?.whenDone(() => this.#prepared());
    this.#lookWhileNeeded();
    if (this.#queue.length > PREPARING_MAX && !this.#isClosed) this.#queue[0]?.preparation?.finish();
  }

  /** As `pass`, with the result of what was run. */
  inTurn<T>(run: () => T | Promise<T>, late: () => T | Promise<T>, preparation: Preparation | null = null): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => T | Promise<T>) => (): void => {
        try {
          resolve(act());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.pass(settle(run), settle(late), preparation);
    });
  }

  /** Resolves once nothing waits any more. */
  whenIdle(): Promise<void> {
    return this.#queue.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #hold(waiting: Waiting): void {
    if (waiting.since !== null) return;
    waiting.since = this.#time.elapsed();
    this.#held += 1;
  }

  /** One of those that wait is prepared. */
  #prepared(): void {
    if (this.#isClosed || this.#isReleasing) return;
    this.#isReleasing = true;
    this.#release();
  }

  get #next(): Waiting | null {
    const next = this.#queue[0];
    return next && (next.preparation === null || next.preparation.isDone) ? next : null;
  }

  #askRelease(): void {
    this.#isReleasing = this.#next !== null;
    if (this.#isReleasing) setImmediate(() => this.#release());
  }

  #release(): void {
    const start = this.#time.elapsed();
    try {
      for (let next = this.#next; next; next = this.#next) {
        this.#queue.shift();
        if (next.since !== null) this.#held -= 1;
        if (next.late !== null && this.#isLate(next)) next.late();
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
      if (one.late !== null && this.#isLate(one)) refused.push(one.late);
      else kept.push(one);
    }
    this.#queue = kept;
    this.#held -= refused.length;
    for (const refuse of refused) refuse();
    this.#lookWhileNeeded();
    if (!this.#isClosed && !this.#isReleasing) this.#askRelease();
  }

  #isLate({ since }: Waiting): boolean {
    return since !== null && this.#time.elapsed() - since >= LONGEST_WAIT_MS;
  }

  #lookWhileNeeded(): void {
    if (this.#held > 0) {
      this.#stopLooking ??= this.#time.every(LOOK_EVERY_MS, () => this.#refuseLate());
      return;
    }
    this.#stopLooking?.();
    this.#stopLooking = null;
    if (this.#queue.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** What a request gets that has waited too long for the end of an advance; it was not carried out. */
export const ADVANCING = refuse('SERVICE_UNAVAILABLE', 'the exchange clock is being advanced, send the request again');
