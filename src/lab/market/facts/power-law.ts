import { meanOf } from './series.ts';

export interface Point {
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

/**
 * Sorts points by x into `bins` groups of equal size and returns the mean x and y of each. Points beyond the last full
 * group are in the last one.
 */
export function binnedMeans(points: readonly Point[], bins: number): Point[] {
  const size = Math.floor(points.length / bins);
  if (size === 0) return [];
  const sorted = [...points].sort((one, other) => one.x - other.x);
  return Array.from({ length: bins }, (_none, bin) => {
    const group = sorted.slice(bin * size, bin === bins - 1 ? sorted.length : (bin + 1) * size);
    return { x: meanOf(group.map(({ x }) => x)) ?? 0, y: meanOf(group.map(({ y }) => y)) ?? 0 };
  });
}
