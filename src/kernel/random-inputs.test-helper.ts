import seedrandom, { type PRNG } from 'seedrandom';

/**
 * Random inputs for tests and benchmarks, repeatable by seed and purpose. They come from seedrandom alone and not from
 * the generator of the exchange: a fault of that generator must not choose the inputs that have to find it, and a
 * change of it leaves the inputs of every test as they are.
 */
export class RandomInputs {
  readonly #generator: PRNG;

  constructor(seed: string, purpose: string) {
    this.#generator = seedrandom(JSON.stringify([seed, purpose]));
  }

  /** Returns a uniform integer from `low` to `high`, both included. The range is at most 2^32 wide. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#generator.quick() * (high - low + 1));
  }

  /** Returns true with a probability of `perMillion` in a million. */
  chance(perMillion: number): boolean {
    return this.between(0, 999_999) < perMillion;
  }
}
