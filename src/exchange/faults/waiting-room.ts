import type { TimeMs } from '../../kernel/units.ts';

/** What waits for exchange time. */
interface Waiting {
  readonly until: TimeMs;
  readonly go: () => void;
  /** A push of a stream waits, and no request for it. */
  readonly isPush: boolean;
}

/** Requests, responses and frames that wait for exchange time. They go on in order of time, then of arrival. */
export class WaitingRoom {
  #waiting: Waiting[] = [];
  #open = true;
  readonly #listeners = new Set<() => void>();

  /** How many wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** The earliest time at which something goes on; null while nothing waits. */
  get next(): TimeMs | null {
    return this.#waiting[0]?.until ?? null;
  }

  /** The earliest time at which a request or its response goes on; null while none waits. */
  get nextRequest(): TimeMs | null {
    return this.#waiting.find(({ isPush }) => !isPush)?.until ?? null;
  }

  /** Calls back whenever something begins to wait. Returns how to end that. */
  onWait(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when exchange time reaches `until`, or when all waiting ends. */
  wait(until: TimeMs): Promise<void> {
    return new Promise((go) => this.at(until, go));
  }

  /** Calls back then. */
  at(until: TimeMs, go: () => void, isPush = false): void {
    if (!this.#open) return go();
    const after = this.#waiting.findIndex((other) => other.until > until);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, { until, go, isPush });
    for (const listener of this.#listeners) listener();
  }

  /** Exchange time has come to `now`. */
  timeReached(now: TimeMs): void {
    while (this.#waiting[0] && this.#waiting[0].until <= now) this.#waiting.shift()?.go();
  }

  /** Ends all waiting, present and later, because the exchange ends. */
  release(): void {
    this.#open = false;
    for (const { go } of this.#waiting.splice(0)) go();
  }
}
