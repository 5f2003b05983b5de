import type { TimeMs } from '../../../kernel/units.ts';
import type { Market } from '../../state.ts';

/**
 * What a group remembers of the index: averages over minutes and over hours, and how far it usually strays from the
 * slow one; prices in thousandths of a tick.
 */
export interface Trend {
  readonly at: TimeMs;
  readonly fast: number;
  readonly slow: number;
  readonly deviation: number;
}

const FAST_MS = 600_000;
const SLOW_MS = 7_200_000;
const DEVIATION_MS = 21_600_000;
/** The usual distance before anything is known, in ppm of the price. */
const FIRST_DEVIATION_PPM = 3_000;
const THOUSAND = 1_000;
const MILLION = 1_000_000;
const MOST = 3 * MILLION;

/** The index in thousandths of a tick. */
export function milliTicks({ index, spec }: Market): number {
  const whole = Math.floor(index / spec.tickUnits);
  return whole * THOUSAND + Math.floor(((index % spec.tickUnits) * THOUSAND) / spec.tickUnits);
}

export function trendFrom(market: Market, at: TimeMs): Trend {
  const price = milliTicks(market);
  return { at, fast: price, slow: price, deviation: deviationFloor(price) };
}

/** The averages after the time since the last look. */
export function trendAfter(trend: Trend, market: Market, at: TimeMs): Trend {
  const price = milliTicks(market);
  const passed = at - trend.at;
  const slow = towards(trend.slow, price, passed, SLOW_MS);
  const distance = Math.abs(price - slow);
  const deviation = towards(trend.deviation, distance, passed, DEVIATION_MS);
  return {
    at,
    fast: towards(trend.fast, price, passed, FAST_MS),
    slow,
    deviation: Math.max(deviation, Math.floor(deviationFloor(price) / THOUSAND)),
  };
}

/** The way of the fast average from the slow one in usual distances, ppm; within three of them. */
export const strengthPpm = ({ fast, slow, deviation }: Trend): number =>
  Math.max(-MOST, Math.min(MOST, Math.trunc(((fast - slow) * MILLION) / Math.max(1, deviation))));

const deviationFloor = (price: number): number => Math.max(1, Math.floor((price * FIRST_DEVIATION_PPM) / MILLION));

/** An average that loses its share of the distance for the time that passed. */
const towards = (average: number, price: number, passed: TimeMs, span: TimeMs): number =>
  average + Math.trunc(((price - average) * Math.min(passed, span)) / span);
