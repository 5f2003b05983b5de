import { autocorrelationOf, meanOf } from './series.ts';
import { type Point, powerLawExponent } from './power-law.ts';

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
