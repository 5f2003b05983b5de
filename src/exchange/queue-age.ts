/** Default of `--max-queue-ms`. */
export const MAX_QUEUE_MS = 1_000;

export interface QueueAgeParts {
  /** How long a request may wait for those ahead of it; 0 for as long as it takes. */
  readonly maxMs: number;
  /** Wall time in ms, monotonic. */
  readonly now?: () => number;
  /** Calls back once everything that has arrived by now has had its turn. */
  readonly whenServed?: (run: () => void) => void;
}

/**
 * The time that requests wait which the process has read and not begun. It reads from all sockets in one go and carries out what
 * it has read in that order, so a request has waited since the first of them began. Beyond the bound requests are refused, which
 * costs a fraction of carrying them out: so the process comes back to its sockets in time, and those that it accepts have waited about
 * twice the bound at most, however many are sent.
 */
export class QueueAge {
  readonly maxMs: number;
  readonly #now: () => number;
  readonly #whenServed: (run: () => void) => void;
  /** When the first of those began that were read in one go; null before it. */
  #since: number | null = null;
  #refused = 0;
  /** Longest wait since it was last asked for. */
  #longest = 0;

  constructor({ maxMs, now = () => performance.now(), whenServed = (run) => void setImmediate(run) }: QueueAgeParts) {
    this.maxMs = maxMs;
    this.#now = now;
    this.#whenServed = whenServed;
  }

  /** Requests refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** The longest that a request has waited since this was last asked for, in ms. */
  takeLongest(): number {
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  /** Called when a request is about to begin. True when it has waited too long, and is to be refused. */
  refuses(): boolean {
    const age = this.#age();
    if (this.maxMs === 0 || age < this.maxMs) return false;
    this.#refused += 1;
    return true;
  }

  #age(): number {
    const now = this.#now();
    if (this.#since === null) {
      this.#since = now;
      this.#whenServed(() => {
        this.#since = null;
      });
    }
    const age = now - this.#since;
    this.#longest = Math.max(this.#longest, age);
    return age;
  }
}
