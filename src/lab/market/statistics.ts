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

/** Logarithmic returns over `step` places of a series of prices, one after the other without overlap. */
export function returnsOf(prices: readonly number[], step: number): number[] {
  const returns: number[] = [];
  for (let place = step; place < prices.length; place += step) {
    const [before, after] = [prices[place - step] ?? 0, prices[place] ?? 0];
    if (before > 0 && after > 0) returns.push(Math.log(after / before));
  }
  return returns;
}

/** Smallest mean of `together` neighbouring autocorrelations over the lags 1 to `lags`; a mean varies less than each. */
export function leastAutocorrelation(values: readonly number[], lags: number, together: number): number | null {
  const all = Array.from({ length: lags }, (_none, place) => autocorrelationOf(values, place + 1));
  const known = all.filter((value) => value !== null);
  if (known.length < lags) return null;
  return Math.min(
    ...known.slice(together - 1).map((_last, place) => meanOf(known.slice(place, place + together)) ?? 0),
  );
}

/** Exponent g of an autocorrelation that falls as lag^-g, from the lags 1 to `lags` at which it is positive. */
export function memoryExponent(values: readonly number[], lags: number): number | null {
  const points: Point[] = [];
  for (let lag = 1; lag <= lags; lag += 1) {
    const value = autocorrelationOf(values, lag);
    if (value === null) return null;
    points.push({ x: lag, y: value });
  }
  const exponent = powerLawExponent(points);
  return exponent === null ? null : -exponent;
}

/** The lag at which the autocorrelation falls below a half, between two lags by its line; null where it stays above. */
export function halfLife(values: readonly number[], lags: number): number | null {
  let before = 1;
  for (let lag = 1; lag <= lags; lag += 1) {
    const value = autocorrelationOf(values, lag);
    if (value === null) return null;
    if (value < 0.5) return lag - 1 + (before - 0.5) / (before - value);
    before = value;
  }
  return null;
}

/**
 * Largest over smallest mean of the values by group, such as the volume by hour of the day. Null where a group is
 * missing or its mean is 0.
 */
export function peakToTrough(
  values: readonly number[],
  groupOf: (place: number) => number,
  groups: number,
): number | null {
  const means = Array.from({ length: groups }, (_none, group) =>
    meanOf(values.filter((_value, place) => groupOf(place) === group)),
  );
  const known = means.filter((mean) => mean !== null);
  if (known.length < groups || Math.min(...known) <= 0) return null;
  return Math.max(...known) / Math.min(...known);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Fits y = c * x^b by least squares of the logarithms and returns b. Points that are not positive have no logarithm and
 * are left out. Null for fewer than three points that remain, or where all have the same x.
 */
export function powerLawExponent(points: readonly Point[]): number | null {
  const logs = points.filter(({ x, y }) => x > 0 && y > 0).map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const meanX = meanOf(logs.map(({ x }) => x));
  const meanY = meanOf(logs.map(({ y }) => y));
  if (meanX === null || meanY === null || logs.length < 3) return null;
  const across = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const along = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return along === 0 ? null : across / along;
}

/**
 * Hill estimator of the exponent a of a tail P(X > x) = c * x^-a, from the values at or above `from`. Null for fewer than
 * ten of them, or where all are equal.
 */
export function tailExponent(values: readonly number[], from: number): number | null {
  const tail = values.filter((value) => value >= from && from > 0);
  const sum = tail.reduce((total, value) => total + Math.log(value / from), 0);
  return tail.length < 10 || sum === 0 ? null : tail.length / sum;
}

/** Share of times that are no whole second. */
export function shareOffSeconds(times: readonly number[]): number | null {
  return meanOf(times.map((time) => (time % 1000 === 0 ? 0 : 1)));
}

/** Standard deviation over mean of the gaps between times: 1 for independent arrivals, more where they cluster. */
export function gapDispersion(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  const [mean, deviation] = [meanOf(gaps), deviationOf(gaps)];
  return mean === null || deviation === null || mean === 0 ? null : deviation / mean;
}

/** Events of a window of time that are few tell nothing of what excites them. */
const LEAST_EVENTS = 100;
const RATIOS = Array.from({ length: 20 }, (_none, place) => place * 0.05);
/** Mean lives of the excitement that are tried, as shares of the mean gap: powers of two. */
const LIVES = Array.from({ length: 12 }, (_none, place) => 2 ** (place - 3));

/**
 * Branching ratio of a Hawkes process with an exponential kernel, by maximum likelihood over a grid: how many events one
 * event causes directly in the mean. Times are sorted; the base rate follows from the ratio and the mean rate, so the
 * window should be short enough that the base rate is about constant in it. Null for fewer than 100 events.
 */
export function hawkesRatio(times: readonly number[], from: number, to: number): number | null {
  const span = to - from;
  if (times.length < LEAST_EVENTS || span <= 0) return null;
  let best = { ratio: 0, likelihood: Number.NEGATIVE_INFINITY };
  for (const life of LIVES) {
    const decay = times.length / span / life;
    const excitations = excitationsAt(times, decay);
    const inside = times.reduce((sum, time) => sum + 1 - Math.exp(-decay * (to - time)), 0);
    for (const ratio of RATIOS) {
      const base = (times.length - ratio * inside) / span;
      if (base <= 0) continue;
      const likelihood = excitations.reduce((sum, excitation) => sum + Math.log(base + ratio * decay * excitation), 0);
      if (likelihood > best.likelihood) best = { ratio, likelihood };
    }
  }
  return best.ratio;
}

/** Returns for each time the sum of exp(-decay x age) over the times before it. */
export function excitationsAt(times: readonly number[], decay: number): number[] {
  let sum = 0;
  return times.map((time, place) => {
    const before = times[place - 1];
    sum = before === undefined ? 0 : (sum + 1) * Math.exp(-decay * (time - before));
    return sum;
  });
}

export interface Level {
  readonly price: number;
  readonly quantity: number;
}

/** One side of a book, best price first. */
export type Side = readonly Level[];

/** Quantity at prices whose distance from `mid` is at most `share` of it. */
export const depthWithin = (side: Side, mid: number, share: number): number =>
  side.reduce((sum, { price, quantity }) => (Math.abs(price - mid) <= mid * share ? sum + quantity : sum), 0);

/** Counts the different gaps between neighbouring levels, in ticks. */
export function distinctGaps(side: Side, tick: number): number {
  const gaps = side.slice(1).map(({ price }, place) => ticksBetween(price, side[place]?.price ?? price, tick));
  return new Set(gaps).size;
}

/** Distance of two prices in ticks. */
export const ticksBetween = (one: number, other: number, tick: number): number =>
  Math.round(Math.abs(one - other) / tick);

/**
 * Place of the largest value of a shape, such as the mean quantity by distance; of several the first. Null where all
 * are zero.
 */
export function peakOf(shape: readonly number[]): number | null {
  const largest = Math.max(0, ...shape);
  return largest === 0 ? null : shape.indexOf(largest);
}

/**
 * Distances in ticks, behind the best price before, at which a side has more quantity than in the book before it. What
 * arrives at better prices has the distance 0.
 */
export function arrivalDistances(side: 'buy' | 'sell', before: Side, after: Side, tick: number): number[] {
  const best = before[0]?.price;
  if (best === undefined) return [];
  const known = new Map(before.map(({ price, quantity }) => [price, quantity]));
  const behind = side === 'buy' ? -1 : 1;
  return after
    .filter(({ price, quantity }) => quantity > (known.get(price) ?? 0))
    .map(({ price }) => Math.max(0, Math.round((behind * (price - best)) / tick)));
}

/** What a metaorder of some size did to the price at its end. */
export interface Impact {
  readonly size: number;
  readonly move: number;
}

/** Mean move by size, smallest size first. */
export function meanImpacts(impacts: readonly Impact[]): Point[] {
  const sizes = [...new Set(impacts.map(({ size }) => size))].sort((one, other) => one - other);
  return sizes.map((size) => ({
    x: size,
    y: meanOf(impacts.filter((impact) => impact.size === size).map(({ move }) => move)) ?? 0,
  }));
}

/** Exponent b of impact = c * size^b, from the mean move of each size. */
export const impactExponent = (impacts: readonly Impact[]): number | null => powerLawExponent(meanImpacts(impacts));

/** Mean of paths of equal length, place by place. */
export const meanPath = (paths: readonly (readonly number[])[]): number[] =>
  (paths[0] ?? []).map((_none, place) => meanOf(paths.map((path) => path[place] ?? 0)) ?? 0);
