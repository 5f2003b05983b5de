import { meanOf } from '../../market/statistics.ts';

/** A figure with the deviation of its estimate, and what it was computed from. */
export interface Figure {
  readonly value: number;
  /** One standard error, in the unit of the value. */
  readonly error: number;
  /** Such as `8640 returns of 10 s`. */
  readonly from: string;
}

/** Why a figure could not be estimated, and what it takes. */
export interface Missing {
  readonly missing: string;
}

export type Estimate = Figure | Missing;

export const isFigure = (estimate: Estimate): estimate is Figure => 'value' in estimate;

export const missing = (why: string): Missing => ({ missing: why });

/** The figure times an exact factor. */
export const scaled = (estimate: Estimate, factor: number): Estimate =>
  isFigure(estimate) ? { ...estimate, value: estimate.value * factor, error: estimate.error * factor } : estimate;

const DIGITS_MOST = 3;

/**
 * A number without the digits that its error makes unsure: at most three significant ones, and one more than the error has
 * in common with the value. Numbers that differ in their last bits between machines give equal text.
 */
export function sureText(value: number, error = 0): string {
  if (value === 0 || !Number.isFinite(value)) return '0';
  const top = Math.floor(Math.log10(Math.abs(value)));
  const unsure = error > 0 ? Math.floor(Math.log10(error)) : -Infinity;
  if (top < unsure) return Math.abs(value) < error / 2 ? '0' : sureText(Math.sign(value) * error, error);
  const digits = Math.min(DIGITS_MOST, top - unsure + 1);
  const [mantissa = '0', exponent = '0'] = value.toExponential(digits - 1).split('e');
  return plain(mantissa, Number(exponent));
}

/** A mantissa and an exponent as decimal text without an exponent. */
function plain(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`;
  const point = 1 + exponent;
  if (point <= 0) return trimmed(`${sign}0.${'0'.repeat(-point)}${digits}`);
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
  return trimmed(`${sign}${digits.slice(0, point)}.${digits.slice(point)}`);
}

const trimmed = (text: string): string => text.replace(/\.?0+$/, '');

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
