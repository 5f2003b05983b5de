import type { Wall } from '../wall.ts';

/** The target's clock as its responses report it: never ahead of it, and behind by no more than a response takes to come. */
export class ExchangeClock {
  readonly #wall: Wall;
  #offset: number | undefined;
  #latest = 0;

  constructor(wall: Wall) {
    this.#wall = wall;
  }

  /** Milliseconds between this machine's clock and the target's; undefined before the first response. */
  get offset(): number | undefined {
    return this.#offset;
  }

  /** A response came just now, and carried this time. */
  received(timestamp: number): void {
    const offset = timestamp - this.#wall.now();
    this.#offset = Math.max(this.#offset ?? offset, offset);
    this.#latest = Math.max(this.#latest, timestamp);
  }

  now(): number {
    this.#latest = Math.max(this.#latest, this.#wall.now() + (this.#offset ?? 0));
    return this.#latest;
  }

  /**
   * Waits until the target's clock has left the millisecond of the last response, and returns the time.
   *
   * @param least a time that must be over as well
   */
  async next(least = 0): Promise<number> {
    const after = Math.max(this.#latest, least);
    while (this.now() <= after) await this.#wall.wait(after + 1 - this.now());
    return this.now();
  }
}
