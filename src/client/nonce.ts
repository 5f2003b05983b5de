/**
 * Nonces of one wallet: each greater than the one before, and near the time in milliseconds, so that a
 * restarted client starts above what it used before. Requests of one source may overlap.
 */
export class NonceSource {
  readonly #now: () => number;
  #last = 0;

  /** `now` in Unix milliseconds; the wall clock unless another is given. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  next(): number {
    this.#last = Math.max(this.#last + 1, Math.floor(this.#now()));
    return this.#last;
  }
}
