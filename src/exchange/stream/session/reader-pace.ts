import type { GateTime } from '../../clock/gate.ts';
import type { Pace } from './outbox.ts';

/** How often a wait looks at readers whose sockets say nothing. */
const LOOK_EVERY_MS = 20;

/** A connection, as far as an advance may wait for it. */
export interface PacedReader {
  /** True while it is behind and keeps reading. `now` is wall time. */
  holdsUp(now: number): boolean;
}

/** Lets an advance wait for the readers that are behind and keep reading (DET-02). */
export class ReaderPace implements Pace {
  readonly #time: GateTime;
  readonly #readers: () => Iterable<PacedReader>;
  /** Looks at the readers again for each wait. */
  readonly #looks = new Set<() => void>();
  isHeld = false;

  constructor(time: GateTime, readers: () => Iterable<PacedReader>) {
    this.#time = time;
    this.#readers = readers;
  }

  /** Null when no reader holds the advance up; else resolves when none does any more, or on the signal. */
  caughtUp(signal: AbortSignal): Promise<void> | null {
    if (!this.#isHeldUp()) return null;
    return new Promise((resolve) => {
      const done = (): void => {
        this.#looks.delete(look);
        signal.removeEventListener('abort', done);
        stop();
        resolve();
      };
      const look = (): void => {
        if (!this.#isHeldUp()) done();
      };
      const stop = this.#time.every(LOOK_EVERY_MS, look);
      this.#looks.add(look);
      if (signal.aborted) done();
      else signal.addEventListener('abort', done, { once: true });
    });
  }

  /** A reader has taken what its socket held, or is gone. */
  changed(): void {
    for (const look of [...this.#looks]) look();
  }

  /** Asks every reader, because asking also sends on what waits. */
  #isHeldUp(): boolean {
    const now = this.#time.elapsed();
    let isHeldUp = false;
    for (const reader of this.#readers()) if (reader.holdsUp(now)) isHeldUp = true;
    return isHeldUp;
  }
}
