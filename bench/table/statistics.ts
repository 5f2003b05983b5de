/** The middle of the values, or the mean of the two in the middle. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('no values');
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The smallest value that at least `percent` of the values do not exceed (nearest rank). Throws on an empty list. */
export function percentile(values: ArrayLike<number>, percent: number): number {
  const sorted = Float64Array.from(values).sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

/**
 * The ratio of two measurements taken in pairs: the median of the ratios of the pairs. A machine that is slow for one
 * round is slow for both sides of it, so that ratios of pairs are steadier than a ratio of medians.
 */
export function pairedRatio(measured: readonly number[], yardstick: readonly number[]): number {
  if (measured.length !== yardstick.length) throw new RangeError('unpaired measurements');
  return median(measured.map((value, round) => value / (yardstick[round] ?? Number.NaN)));
}

/** How far apart the rounds were: (largest - smallest) / median. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/** What a budget asks of a figure. */
export interface Bound {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const meets = (value: number, { atLeast, atMost }: Bound): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
