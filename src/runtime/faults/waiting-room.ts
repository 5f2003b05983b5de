import type { TimeMs } from '../../kernel/units.ts';

interface Waiting {
  readonly until: TimeMs;
  readonly go: () => void;
}

/** Whoever waits here for exchange time goes on when it has come, in order of time and then of arrival. */
export class WaitingRoom {
  #waiting: Waiting[] = [];
  #open = true;

  /** How many wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Resolves once exchange time has come to `until`, or nobody waits any more. */
  wait(until: TimeMs): Promise<void> {
    if (!this.#open) return Promise.resolve();
    return new Promise((go) => {
      const after = this.#waiting.findIndex((other) => other.until > until);
      this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, { until, go });
    });
  }

  /** Exchange time has come to `now`. */
  tell(now: TimeMs): void {
    while (this.#waiting[0] && this.#waiting[0].until <= now) this.#waiting.shift()?.go();
  }

  /** Lets everybody go on at once, and whoever comes later: the exchange ends. */
  release(): void {
    this.#open = false;
    for (const { go } of this.#waiting.splice(0)) go();
  }
}
