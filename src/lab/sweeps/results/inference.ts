import { Draw, type RandomStream, streamOf } from '../../../kernel/random.ts';
import type { Estimate } from '../sweep.ts';
import { quantile } from './figures.ts';

/** Intervals hold the true value this often. */
export const CONFIDENCE = 0.95;

/** Samples of a bootstrap. */
const SAMPLES = 2_000;
/** Pairs up to which every choice of signs is counted: 2^12. */
const EXACT_PAIRS = 12;
/** Choices of signs that are drawn where there are more pairs. */
const SIGNS = 9_999;
/** Share of studies that find a difference of the size that was seen, in the number of seeds that tell it. */
const POWER = 0.8;

/**
 * Estimates the mean of some values, with an interval by the studentized bootstrap: of each sample the distance to the mean in its own
 * standard errors, so that few and skewed values give no interval that is too narrow. Equal values and streams give equal estimates.
 *
 * @param name of the random stream
 */
export function estimateOf(values: readonly number[], name: string): Estimate {
  const { mean, error } = momentsOf(values);
  if (error === null || values.length < 3) return { count: values.length, mean, error, interval: null };
  if (error === 0) return { count: values.length, mean, error, interval: [mean, mean] };
  const draw = new Draw(streamFor(name));
  const distances: number[] = [];
  const sample = values.map(() => 0);
  for (let done = 0; done < SAMPLES; done += 1) {
    for (let place = 0; place < sample.length; place += 1) {
      sample[place] = values[draw.between(0, values.length - 1)] ?? 0;
    }
    const drawn = momentsOf(sample);
    // A sample of one value, again and again, says nothing of its spread.
    if (drawn.error !== null && drawn.error > 0) distances.push((drawn.mean - mean) / drawn.error);
  }
  distances.sort((one, other) => one - other);
  const tail = (1 - CONFIDENCE) / 2;
  const [low, high] = [quantile(distances, 1 - tail), quantile(distances, tail)].map((far) => mean - far * error);
  return { count: values.length, mean, error, interval: [low ?? mean, high ?? mean] };
}

const streamFor = (name: string): RandomStream => streamOf('perpsim-inference', name);

function momentsOf(values: readonly number[]): { readonly mean: number; readonly error: number | null } {
  const count = values.length;
  const first = values[0] ?? 0;
  // A mean of equal values may differ from them by a rounding, which is no spread.
  if (count >= 2 && values.every((value) => value === first)) return { mean: first, error: 0 };
  let sum = 0;
  for (const value of values) sum += value;
  const mean = count === 0 ? 0 : sum / count;
  if (count < 2) return { mean, error: null };
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return { mean, error: Math.sqrt(squares / (count - 1) / count) };
}

/**
 * The chance that differences without a direction have a mean at least as far from zero: the share of all choices of their signs, or of
 * 9,999 that are drawn where there are more than twelve. It assumes that a difference is as likely in the other direction, and no more.
 *
 * @param name of the random stream
 * @returns null without a difference that is not zero
 */
export function signFlipChance(differences: readonly number[], name: string): number | null {
  // Those without a direction change no sum.
  const sizes = differences.filter((one) => one !== 0);
  if (sizes.length === 0) return null;
  const seen = Math.abs(sizes.reduce((sum, one) => sum + one, 0));
  // Equal sums in another order differ by roundings.
  const least = seen - 1e-9 * sizes.reduce((sum, one) => sum + Math.abs(one), 0);
  if (sizes.length <= EXACT_PAIRS) {
    const choices = 2 ** sizes.length;
    let far = 0;
    for (let choice = 0; choice < choices; choice += 1) {
      const sum = sizes.reduce((so, one, place) => so + ((choice >>> place) & 1 ? -one : one), 0);
      if (Math.abs(sum) >= least) far += 1;
    }
    return far / choices;
  }
  const draw = new Draw(streamFor(`signs of ${name}`));
  let far = 1;
  for (let choice = 0; choice < SIGNS; choice += 1) {
    let bits = 0;
    let sum = 0;
    for (let place = 0; place < sizes.length; place += 1) {
      if (place % 32 === 0) bits = draw.uint32();
      sum += bits & 1 ? -(sizes[place] ?? 0) : (sizes[place] ?? 0);
      bits >>>= 1;
    }
    if (Math.abs(sum) >= least) far += 1;
  }
  return far / (SIGNS + 1);
}

/**
 * Corrects chances for their number (S. Holm, 1979): the k-th smallest of n is multiplied by n - k + 1, and none is smaller than those
 * before it. The chance to call any true equality a difference stays at that of one comparison.
 */
export function holm(chances: readonly number[]): number[] {
  const order = chances.map((chance, place) => ({ chance, place })).toSorted((a, b) => a.chance - b.chance);
  const corrected = chances.map(() => 1);
  let least = 0;
  for (const [rank, { chance, place }] of order.entries()) {
    least = Math.max(least, Math.min(1, chance * (chances.length - rank)));
    corrected[place] = least;
  }
  return corrected;
}

/** Values that a mean needs for an interval of a width: twice the normal quantile times the error of that many values. */
export function countForWidth({ count, error }: Estimate, width: number): number | null {
  if (error === null) return null;
  const spread = (2 * NORMAL_TAIL * error * Math.sqrt(count)) / width;
  return Math.max(count === 0 ? 0 : 3, Math.ceil(spread * spread));
}

/** Pairs with which a difference of the size that was seen is told from none in four of five studies; null where none was seen. */
export function countToTell({ count, mean, error }: Estimate): number | null {
  if (error === null || mean === 0) return null;
  const deviation = error * Math.sqrt(count);
  const share = ((NORMAL_TAIL + normalQuantile(POWER)) * deviation) / mean;
  return Math.max(3, Math.ceil(share * share));
}

/** What a Sharpe ratio is worth that was the best of several. */
export interface DeflatedSharpe {
  /** Mean over deviation of the values, one for each seed. */
  readonly sharpe: number;
  /** The best that so many variants without any merit are expected to have. */
  readonly expectedBest: number;
  /** The chance that the true one exceeds that: above 0.95 it is more than the luck of the best. */
  readonly chance: number;
}

const EULER = 0.577_215_664_901_532_9;
const E = 2.718_281_828_459_045;

/**
 * Deflates the Sharpe ratio of a variant by the number of variants that were tried (D. Bailey and M. Lopez de Prado, 2014): the
 * expected best of them all follows from the spread of their ratios, and skewness and kurtosis widen the error.
 *
 * @param values of the variant, one for each seed
 * @param all Sharpe ratios of all variants
 * @returns null with fewer than three values, or without a spread
 */
export function deflatedSharpe(values: readonly number[], all: readonly number[]): DeflatedSharpe | null {
  const sharpe = sharpeOf(values);
  if (sharpe === null) return null;
  const { mean, error } = momentsOf(values);
  const deviation = (error ?? 0) * Math.sqrt(values.length);
  const power = (exponent: number): number =>
    values.reduce((sum, value) => sum + ((value - mean) / deviation) ** exponent, 0) / values.length;
  const tried = all.length;
  const spread = momentsOf(all).error;
  const deviationOfAll = spread === null ? 0 : spread * Math.sqrt(tried);
  const expectedBest =
    tried < 2
      ? 0
      : deviationOfAll * ((1 - EULER) * normalQuantile(1 - 1 / tried) + EULER * normalQuantile(1 - 1 / (tried * E)));
  const width = Math.sqrt(Math.max(1e-12, 1 - power(3) * sharpe + ((power(4) - 1) / 4) * sharpe * sharpe));
  const chance = normalShare(((sharpe - expectedBest) * Math.sqrt(values.length - 1)) / width);
  return { sharpe, expectedBest, chance };
}

/** Mean over deviation; null with fewer than three values, or without a spread. */
export function sharpeOf(values: readonly number[]): number | null {
  const { mean, error } = momentsOf(values);
  if (error === null || error === 0 || values.length < 3) return null;
  return mean / (error * Math.sqrt(values.length));
}

/** Beyond it a normal variable is never met here. */
const FARTHEST = 8;

/**
 * The share of a normal distribution below a number of deviations, by the series of G. Marsaglia (2004): sums and products alone, so
 * that every machine finds the same.
 */
export function normalShare(deviations: number): number {
  if (deviations <= -FARTHEST) return 0;
  if (deviations >= FARTHEST) return 1;
  let term = deviations;
  let sum = deviations;
  for (let odd = 3; sum + term !== sum; odd += 2) {
    term *= (deviations * deviations) / odd;
    sum += term;
  }
  return 0.5 + (sum * exponentialOf(-(deviations * deviations) / 2)) / 2.506_628_274_631_000_5;
}

/** The number of deviations below which a share of a normal distribution lies. */
export function normalQuantile(share: number): number {
  let low = -FARTHEST;
  let high = FARTHEST;
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** E to the power of a number: that of a small part of it by its series, squared again and again. */
function exponentialOf(exponent: number): number {
  const part = exponent / 1_024;
  let term = 1;
  let sum = 1;
  for (let count = 1; count <= 12; count += 1) {
    term *= part / count;
    sum += term;
  }
  for (let doubling = 0; doubling < 10; doubling += 1) sum *= sum;
  return sum;
}

/** Deviations on either side that hold `CONFIDENCE` of a normal distribution. */
const NORMAL_TAIL = normalQuantile(1 - (1 - CONFIDENCE) / 2);
