/**
 * Nonces of one wallet: each greater than the one before, and near the time in milliseconds, so that a
 * restarted client starts above what it used before. Requests of one source may overlap.
 */
export class NonceSource {
  #now: () => number;
  #last: number;

  /**
   * @param now - in Unix milliseconds; the wall clock unless another is given
   * @param last - the largest nonce that is used already
   */
  constructor(now: () => number = Date.now, last = 0) {
    this.#now = now;
    this.#last = last;
  }

  /** Counts on from this time, until it is told of another. */
  reached(now: number): void {
    this.#now = () => now;
  }

  /** The next nonce: the time in milliseconds, and more than the one before. */
  next(): number {
    this.#last = Math.max(this.#last + 1, Math.floor(this.#now()));
    return this.#last;
  }
}
