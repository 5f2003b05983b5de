import seedrandom from 'seedrandom';
import { EXP_MAX_PPB, expPpb, lnPpb, mulDiv } from './fixed-point.ts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
/** Logarithms of 2^32 and of a billion, in parts per billion. */
const LN_WORDS = 22_180_709_778;
const LN_BILLION = 20_723_265_837;

/**
 * Named streams of pseudo-random integers, all split from one seed. A stream is the state of an sfc32
 * generator (C. Doty-Humphrey, PractRand): four 32-bit words that are part of the exchange's state and of its
 * digest, and a draw from one stream never moves another (DET-03). The generator uses integers only, no
 * transcendental functions, so every machine draws the same numbers.
 */
export type RandomStream = readonly [number, number, number, number];

/** The outputs that PractRand discards after it fills the three words, so that each word affects all the others. */
const WARM_UP_DRAWS = 15;

/** Discarded by a branch, whose words are random already. */
const BRANCH_DRAWS = 4;

const UTF_8 = new TextEncoder();

/**
 * Returns the stream called `name` of this seed. The ARC4 key schedule of seedrandom expands seed and name into the
 * three words that seed sfc32.
 */
export function streamOf(seed: string, name: string): RandomStream {
  const key = seedrandom(keyOf(seed, name));
  const word = (): number => key.int32() >>> 0;
  const draw = new Draw([word(), word(), word(), 1]);
  for (let count = 0; count < WARM_UP_DRAWS; count += 1) draw.uint32();
  return draw.stream();
}

/**
 * Returns seed and name as a key of one byte per character, because seedrandom ignores all but the low byte of a
 * character. JSON keeps the pair unambiguous. It also prevents that one key is a repetition of another, for which
 * ARC4 would give the same words.
 */
function keyOf(seed: string, name: string): string {
  const text = JSON.stringify([seed, name]);
  const bytes = UTF_8.encode(text);
  if (bytes.length === text.length) return text;
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
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
    // By place: taking a list apart asks its iterator, and each act of the world makes a draw.
    this.#a = stream[0];
    this.#b = stream[1];
    this.#c = stream[2];
    this.#counter = stream[3];
  }

  /** The stream after the draws made so far. */
  stream(): RandomStream {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  /**
   * Returns a new generator whose words are the next three draws of this one. However much is drawn from it, this
   * stream moves on by three draws.
   */
  branch(): Draw {
    const branch = new Draw([this.uint32(), this.uint32(), this.uint32(), 1]);
    for (let count = 0; count < BRANCH_DRAWS; count += 1) branch.uint32();
    return branch;
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

  /** Returns true with a probability of `perMillion` in a million. */
  chance(perMillion: number): boolean {
    return this.between(0, 999_999) < perMillion;
  }

  /**
   * A nearly normal integer with mean 0 and deviation 1,000,000: the sum of twelve uniform integers less
   * six, which needs no logarithm or cosine.
   */
  normalMillionths(): number {
    // The twelve draws of `uint32`, on local words: sizes and returns take most of what is drawn.
    let a = this.#a;
    let b = this.#b;
    let c = this.#c;
    let counter = this.#counter;
    let sum = 0;
    for (let term = 0; term < 12; term += 1) {
      const t = (a + b + counter) >>> 0;
      counter = (counter + 1) >>> 0;
      a = (b ^ (b >>> 9)) >>> 0;
      b = (c + (c << 3)) >>> 0;
      c = (((c << 21) | (c >>> 11)) + t) >>> 0;
      sum += Math.floor((t / 0x100000000) * MILLION);
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = counter;
    return sum - 5_999_994;
  }

  /** Returns a whole number of an exponential distribution: the time to the next of events that come at random, for example. */
  exponential(mean: number): number {
    return mulDiv(mean, LN_WORDS - lnPpb(this.uint32() + 1), BILLION);
  }

  /** Returns a whole number of a Pareto distribution. */
  pareto(least: number, most: number, tailPpm: number): number {
    return paretoAt({ least, most, tailPpm }, this.between(0, BILLION));
  }

  /** Returns a whole number whose logarithm is nearly normal around that of `median`, with a deviation of at most 2,500,000 ppm. */
  logNormal(median: number, deviationPpm: number): number {
    return mulDiv(median, expPpb(mulDiv(this.normalMillionths(), deviationPpm, 1_000)), BILLION);
  }
}

/**
 * Whole numbers from `least` to `most` of a Pareto distribution cut at both ends: the chance to exceed x falls as x to the power of
 * minus `tailPpm` parts per million. `most` is at most three million times `least`.
 */
export interface Pareto {
  readonly least: number;
  readonly most: number;
  readonly tailPpm: number;
}

/** Returns the number that the share `abovePpb` of a distribution exceeds. */
export function paretoAt(pareto: Pareto, abovePpb: number): number {
  const { least, most, tailPpm } = pareto;
  const beyond = beyondOf(pareto);
  const share = Math.max(1, beyond + mulDiv(BILLION - beyond, abovePpb, BILLION));
  const growth = expPpb(Math.min(EXP_MAX_PPB, mulDiv(LN_BILLION - lnPpb(share), MILLION, tailPpm)));
  return Math.max(least, Math.min(most, mulDiv(least, growth, BILLION)));
}

interface KnownPareto extends Pareto {
  readonly beyond: number;
}

/** By a number that few distributions share. Worlds have few of them, and draw from each all the time. */
const PARETOS = new Map<number, KnownPareto>();
const PARETOS_MAX = 1_000;

/** The share of an uncut distribution that is beyond `most`, in ppb. */
function beyondOf({ least, most, tailPpm }: Pareto): number {
  const key = least + most * 1_009 + tailPpm * 1_000_003;
  const known = PARETOS.get(key);
  if (known && known.least === least && known.most === most && known.tailPpm === tailPpm) return known.beyond;
  const beyond = expPpb(-mulDiv(lnPpb(most) - lnPpb(least), tailPpm, MILLION));
  if (PARETOS.size >= PARETOS_MAX) PARETOS.clear();
  PARETOS.set(key, { least, most, tailPpm, beyond });
  return beyond;
}
