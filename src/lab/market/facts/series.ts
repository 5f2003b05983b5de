/** Statistics of plain numbers. Each returns null where the series does not determine a value. */

export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Variance of a population (divided by n). */
export function varianceOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  return mean === null ? null : meanOf(values.map((value) => (value - mean) ** 2));
}

/** Standard deviation of a population. */
export function deviationOf(values: readonly number[]): number | null {
  const variance = varianceOf(values);
  return variance === null ? null : Math.sqrt(variance);
}

/** Fourth central moment over the squared variance, less the 3 of a normal distribution. */
export function excessKurtosisOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  const variance = varianceOf(values);
  if (mean === null || variance === null || variance === 0) return null;
  const fourth = meanOf(values.map((value) => (value - mean) ** 4));
  return fourth === null ? null : fourth / variance ** 2 - 3;
}

/** Third central moment over the cubed standard deviation: positive where the right tail is the longer one. */
export function skewnessOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  const variance = varianceOf(values);
  if (mean === null || variance === null || variance === 0) return null;
  const third = meanOf(values.map((value) => (value - mean) ** 3));
  return third === null ? null : third / variance ** 1.5;
}

/** Pearson correlation of two series of equal length. */
export function correlationOf(one: readonly number[], other: readonly number[]): number | null {
  const [meanOne, meanOther] = [meanOf(one), meanOf(other)];
  if (meanOne === null || meanOther === null || one.length !== other.length) return null;
  let [cross, squareOne, squareOther] = [0, 0, 0];
  for (const [place, value] of one.entries()) {
    const [left, right] = [value - meanOne, (other[place] ?? 0) - meanOther];
    cross += left * right;
    squareOne += left ** 2;
    squareOther += right ** 2;
  }
  return squareOne === 0 || squareOther === 0 ? null : cross / Math.sqrt(squareOne * squareOther);
}

/** Autocorrelation at a lag: the usual estimator, with the mean and the variance of the whole series. */
export function autocorrelationOf(values: readonly number[], lag: number): number | null {
  const mean = meanOf(values);
  const variance = varianceOf(values);
  if (mean === null || variance === null || variance === 0 || lag >= values.length) return null;
  let sum = 0;
  for (let place = lag; place < values.length; place += 1) {
    sum += ((values[place] ?? 0) - mean) * ((values[place - lag] ?? 0) - mean);
  }
  return sum / values.length / variance;
}

/** The value that occurs most often, the smallest of several. */
export function modeOf(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: readonly [value: number, count: number] | null = null;
  for (const [value, count] of counts) {
    if (!best || count > best[1] || (count === best[1] && value < best[0])) best = [value, count];
  }
  return best?.[0] ?? null;
}
