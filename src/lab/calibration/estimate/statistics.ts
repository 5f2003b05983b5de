import { meanOf } from '../../market/facts/series.ts';

/** Small statistics on plain numbers. Every sum runs in the order of the data, so equal data give equal results. */

/** The mean of the values, 0 where there are none. */
export const mean = (values: readonly number[]): number => meanOf(values) ?? 0;

export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  let sum = 0;
  for (const value of values) sum += (value - centre) * (value - centre);
  return values.length < 2 ? 0 : Math.sqrt(sum / (values.length - 1));
}

export const meanSquare = (values: readonly number[]): number => mean(values.map((value) => value * value));

export const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The value below which this share of the values lies; they are sorted. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(ascending(values), 0.5);

/** Covariance of a series with itself `lag` steps later; places without a value are left out. */
export function autocovariance(values: readonly (number | null)[], lag: number): { value: number; pairs: number } {
  const there = values.filter((value) => value !== null);
  const centre = mean(there);
  let sum = 0;
  let pairs = 0;
  for (let index = lag; index < values.length; index += 1) {
    const now = values[index];
    const before = values[index - lag];
    if (now === null || now === undefined || before === null || before === undefined) continue;
    sum += (now - centre) * (before - centre);
    pairs += 1;
  }
  return { value: pairs === 0 ? 0 : sum / pairs, pairs };
}

/** The place between `low` and `high` where a function with one peak is greatest. */
export function peak(low: number, high: number, rounds: number, height: (at: number) => number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [left, right] = [low, high];
  let [inner, outer] = [right - golden * (right - left), left + golden * (right - left)];
  let [atInner, atOuter] = [height(inner), height(outer)];
  for (let round = 0; round < rounds; round += 1) {
    if (atInner > atOuter) {
      [right, outer, atOuter] = [outer, inner, atInner];
      inner = right - golden * (right - left);
      atInner = height(inner);
    } else {
      [left, inner, atInner] = [inner, outer, atOuter];
      outer = left + golden * (right - left);
      atOuter = height(outer);
    }
  }
  return (left + right) / 2;
}
