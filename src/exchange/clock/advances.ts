import { ControlError } from '../control-error.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { AdvanceResult, ClockDriver, ExchangeClock, Gate, Readers, WallTime } from './clock.ts';
import { nextTurn, runSlice } from './slices.ts';

/** Progress of an advance. */
export interface AdvanceProgress {
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly now: TimeMs;
  readonly startedBy: string;
  /** Wall time since it began. */
  readonly elapsedMs: number;
  /** Requests that wait for its end. */
  readonly waitingRequests: number;
}

/** Options of an advance in slices. */
export interface AdvanceOptions {
  /** Called after each slice. */
  readonly onProgress?: (progress: AdvanceProgress) => void;
  /** Stops the advance at a whole input, as `cancelAdvance` does. */
  readonly signal?: AbortSignal;
  /** Who asks for it, for those who read the progress. Default `program`. */
  readonly startedBy?: string;
}

/** `cancelled` stands where an advance was stopped before its end, which is then `now`. */
export interface AsyncAdvanceResult extends AdvanceResult {
  readonly cancelled?: true;
}

export interface AdvancesParts {
  readonly clock: ExchangeClock;
  readonly driver: ClockDriver;
  readonly gate: Gate;
  readonly readers: Readers;
  readonly wall: Pick<WallTime, 'elapsed'>;
  /** The last slice has run: what waited for exchange time goes on. */
  readonly onEnd: () => void;
}

/** An advance under way, or about to begin. */
interface Advance extends Pick<AdvanceProgress, 'from' | 'to' | 'startedBy'> {
  readonly startedAt: number;
  readonly controller: AbortController;
}

/**
 * Advances of a manual clock that run in slices, with a turn of the event loop between them. Clients see each as one
 * step: their requests wait until it is over. One at a time.
 */
export class Advances {
  readonly #parts: AdvancesParts;
  #current: Advance | null = null;
  #done: Promise<AsyncAdvanceResult> | null = null;

  constructor(parts: AdvancesParts) {
    this.#parts = parts;
  }

  /** Rejects with ControlError when the clock cannot be advanced so, or is being advanced already; so does `advanceTo`. */
  async advance(ms: number, options?: AdvanceOptions): Promise<AsyncAdvanceResult> {
    this.refuseMeanwhile();
    return this.#begin(this.#parts.clock.timeAfter(ms), options);
  }

  async advanceTo(to: TimeMs, options?: AdvanceOptions): Promise<AsyncAdvanceResult> {
    this.refuseMeanwhile();
    return this.#begin(this.#parts.clock.checkedTime(to), options);
  }

  progress(): AdvanceProgress | null {
    const { driver, gate, wall } = this.#parts;
    if (!this.#current) return null;
    const { from, to, startedBy, startedAt } = this.#current;
    const elapsedMs = Math.round(wall.elapsed() - startedAt);
    return { from, to, now: driver.stateTime(), startedBy, elapsedMs, waitingRequests: gate.waiting };
  }

  /** Stops the advance under way at a whole input. Resolves with how it ended; with null when there is none. */
  async cancel(): Promise<AsyncAdvanceResult | null> {
    this.#current?.controller.abort();
    return this.#done;
  }

  /** Throws ControlError 409 while an advance is under way: nothing else may change the exchange then. */
  refuseMeanwhile(): void {
    if (!this.#current) return;
    const { to } = this.#current;
    const now = this.#parts.driver.stateTime();
    const message = `the clock is at ${now} on its way to ${to}: wait for the end of that advance, or cancel it`;
    throw new ControlError('CONFLICT', 'clock', message, 409);
  }

  #begin(to: TimeMs, { startedBy = 'program', signal, onProgress }: AdvanceOptions = {}): Promise<AsyncAdvanceResult> {
    const { driver, wall } = this.#parts;
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    this.#current = { from: driver.stateTime(), to, startedBy, startedAt: wall.elapsed(), controller };
    this.#done = this.#run(this.#current, onProgress).finally(() => {
      signal?.removeEventListener('abort', cancel);
      this.#current = null;
      this.#done = null;
    });
    return this.#done;
  }

  async #run({ to, controller }: Advance, onProgress: AdvanceOptions['onProgress']): Promise<AsyncAdvanceResult> {
    const { driver, gate, readers } = this.#parts;
    // Behind the requests that still wait for the end of the advance before.
    await new Promise<void>((resolve) => {
      const begin = (): void => {
        gate.close();
        resolve();
      };
      gate.pass(begin, null);
    });
    const from = driver.stateTime();
    const firstEvent = driver.lastEvent() + 1;
    readers.hold();
    try {
      await this.#runSlices(to, controller.signal, onProgress);
      this.#parts.onEnd();
      await readers.handOut();
      await readers.caughtUp(controller.signal);
    } finally {
      readers.release();
      gate.open();
    }
    const now = driver.stateTime();
    return { from, now, firstEvent, lastEvent: driver.lastEvent(), ...(now < to && { cancelled: true }) };
  }

  async #runSlices(to: TimeMs, signal: AbortSignal, onProgress: AdvanceOptions['onProgress']): Promise<void> {
    const { driver, readers, wall } = this.#parts;
    for (;;) {
      const waiting = readers.caughtUp(signal);
      if (waiting) await waiting;
      if (signal.aborted) return;
      const isThere = runSlice(driver, to, wall, () => readers.isFull());
      const progress = this.progress();
      if (progress) onProgress?.(progress);
      if (isThere) return;
      await nextTurn();
    }
  }
}
