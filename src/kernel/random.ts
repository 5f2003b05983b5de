/**
 * Named streams of pseudo-random integers, all split from one seed. A stream is four 32-bit words of
 * plain state, so it lives in the exchange's state, is part of the digest, and a draw in one stream
 * never moves another (DET-03). The generator is sfc32; integers only, no transcendental functions,
 * so every machine draws the same numbers.
 */
export type RandomStream = readonly [number, number, number, number];

/** The stream called `name` of this seed. */
export function streamOf(seed: string, name: string): RandomStream {
  let hash = 0x811c9dc5;
  const words: number[] = [];
  for (let word = 0; word < 3; word += 1) {
    for (const character of `${word}|${seed}|${name}`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
      hash = (hash ^ (hash >>> 15)) >>> 0;
    }
    words.push(hash);
  }
  const draw = new Draw([words[0] ?? 0, words[1] ?? 0, words[2] ?? 0, 1]);
  for (let warmUp = 0; warmUp < 16; warmUp += 1) draw.uint32();
  return draw.stream();
}

/**
 * Draws from a copy of a stream. The caller puts `stream()` into the event that used the draws, so that
 * `evolve` remains the only writer of state.
 */
export class Draw {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(stream: RandomStream) {
    [this.#a, this.#b, this.#c, this.#counter] = stream;
  }

  /** The stream after the draws made so far. */
  stream(): RandomStream {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  /** A uniform integer from 0 to 2^32 - 1. */
  uint32(): number {
    const t = (this.#a + this.#b + this.#counter) >>> 0;
    this.#counter = (this.#counter + 1) >>> 0;
    this.#a = (this.#b ^ (this.#b >>> 9)) >>> 0;
    this.#b = (this.#c + (this.#c << 3)) >>> 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) >>> 0;
    return t;
  }

  /** A uniform integer from `low` to `high`, both included. The range is at most 2^32 wide. */
  between(low: number, high: number): number {
    return low + Math.floor((this.uint32() / 0x100000000) * (high - low + 1));
  }

  /** True with probability `perMillion` in a million. */
  chance(perMillion: number): boolean {
    return this.between(0, 999_999) < perMillion;
  }

  /**
   * A nearly normal integer with mean 0 and deviation 1,000,000: the sum of twelve uniform integers less
   * six, which needs no logarithm or cosine.
   */
  normalMillionths(): number {
    let sum = 0;
    for (let term = 0; term < 12; term += 1) sum += this.between(0, 999_999);
    return sum - 5_999_994;
  }
}
