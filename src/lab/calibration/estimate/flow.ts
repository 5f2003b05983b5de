import { powerLawExponent, tailExponent } from '../../market/facts/power-law.ts';
import { autocorrelationOf } from '../../market/facts/series.ts';
import { type Estimate, missing, sureText } from './figure.ts';
import { excitationOf, type Excitation } from './hawkes.ts';
import type { Candle, OrderSeries } from './observations.ts';
import { ascending, deviation, mean, median, quantile } from './statistics.ts';

/** Taker orders of a market. */
export interface FlowFigures extends Excitation {
  readonly perDay: Estimate;
  /** Of the settlement asset, per day. */
  readonly turnover: Estimate;
  /** In the base asset. */
  readonly medianSize: Estimate;
  readonly meanSize: Estimate;
  /** Exponent of the power law of the largest twentieth of sizes. */
  readonly sizeTail: Estimate;
  /** Exponent with which the autocorrelation of signs falls. */
  readonly signMemory: Estimate;
}

const DAY_MS = 86_400_000;
const FEW = 30;
const TAIL_LEAST = 400;
const SIGNS_LEAST = 2_000;
const LAGS = [1, 2, 3, 5, 8, 13, 20, 32, 50];

export function flowOf(orders: OrderSeries, candles: readonly Candle[]): FlowFigures {
  const { times, sizes, prices, sides } = orders;
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  if (times.length < FEW || span <= 0) {
    const why = missing(`takes ${FEW} taker orders, there are ${times.length}`);
    const none = {
      perDay: ordersOfCandles(candles, 1) ?? why,
      medianSize: why,
      meanSize: why,
      sizeTail: why,
      signMemory: why,
    };
    return { ...none, ...excitationOf(times), turnover: turnoverOfCandles(candles) ?? why };
  }
  const from = `${times.length} taker orders in ${spanText(span)}`;
  const counted = times.length - 1;
  const perDay = (counted * DAY_MS) / span;
  const value = sizes.reduce((sum, size, at) => sum + size * (prices[at] ?? 0), 0) * (counted / times.length);
  const turnover = (value * DAY_MS) / span;
  const sizeError = deviation(sizes) / Math.sqrt(sizes.length);
  return {
    ...excitationOf(times),
    perDay: (span < DAY_MS ? ordersOfCandles(candles, orders.executions / times.length) : null) ?? {
      value: perDay,
      error: perDay * clusteredError(times),
      from,
    },
    turnover: turnoverOfCandles(candles) ?? {
      value: turnover,
      error: turnover * Math.hypot(clusteredError(times), sizeError / mean(sizes)),
      from,
    },
    medianSize: { value: median(sizes), error: (1.25 * spreadOf(sizes)) / Math.sqrt(sizes.length), from },
    meanSize: { value: mean(sizes), error: sizeError, from },
    sizeTail: tailOf(sizes),
    signMemory: signMemoryOf(sides),
  };
}

/** Executions of at least a day of candles, over those of one taker order. */
function ordersOfCandles(candles: readonly Candle[], executions: number): Estimate | null {
  const days = spanOf(candles) / DAY_MS;
  const counts = candles.map(({ trades }) => trades);
  if (days < 1 || counts.includes(null)) return null;
  const perDay = counts.reduce<number>((sum, trades) => sum + (trades ?? 0), 0) / executions / days;
  const from = `executions in candles of ${spanText(spanOf(candles))}, ${sureText(executions)} for each taker order`;
  return perDay === 0 ? null : { value: perDay, error: (0.3 * perDay) / Math.sqrt(days), from };
}

function spanOf(candles: readonly Candle[]): number {
  const last = candles.at(-1);
  return last ? last.time + last.length - (candles[0]?.time ?? 0) : 0;
}

/** Volume of at least a day of candles, at their closing prices. */
function turnoverOfCandles(candles: readonly Candle[]): Estimate | null {
  const span = spanOf(candles);
  if (span < DAY_MS) return null;
  const values = candles.map(({ volume, close }) => volume * close);
  const perDay = (values.reduce((sum, value) => sum + value, 0) * DAY_MS) / span;
  const days = span / DAY_MS;
  return perDay === 0
    ? null
    : { value: perDay, error: (0.3 * perDay) / Math.sqrt(days), from: `candles of ${spanText(span)}` };
}

/** Deviation of the number of orders over their number: clusters make it larger than that of independent orders. */
function clusteredError(times: readonly number[]): number {
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - first + 1;
  const counts = new Array<number>(20).fill(0);
  for (const time of times) {
    const block = Math.floor(((time - first) / span) * 20);
    counts[block] = (counts[block] ?? 0) + 1;
  }
  return Math.max(1 / Math.sqrt(times.length), deviation(counts) / mean(counts) / Math.sqrt(20));
}

/** Half of the distance between the quartiles. */
function spreadOf(values: readonly number[]): number {
  const sorted = ascending(values);
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2;
}

function tailOf(sizes: readonly number[]): Estimate {
  if (sizes.length < TAIL_LEAST) return missing(`takes ${TAIL_LEAST} taker orders, there are ${sizes.length}`);
  const sorted = ascending(sizes);
  const largest = sorted.slice(-Math.floor(sorted.length / 20));
  const bound = largest[0] ?? 1;
  const value = tailExponent(largest, bound);
  if (value === null) return missing('the largest sizes are all equal');
  return { value, error: value / Math.sqrt(largest.length), from: `the ${largest.length} largest taker orders` };
}

/** A line through the logarithms of lags and autocorrelations, as far as these are clear of chance. */
function signMemoryOf(sides: readonly (1 | -1)[]): Estimate {
  if (sides.length < SIGNS_LEAST) return missing(`takes ${SIGNS_LEAST} taker orders, there are ${sides.length}`);
  const chance = 2 / Math.sqrt(sides.length);
  const points = LAGS.map((lag) => ({ x: lag, y: autocorrelationOf(sides, lag) ?? 0 })).filter(({ y }) => y > chance);
  const slope = points.length < 4 ? null : powerLawExponent(points);
  if (slope === null) return missing('signs of taker orders show no memory beyond chance');
  return { value: -slope, error: 0.1, from: `autocorrelation of ${sides.length} signs at ${points.length} lags` };
}

export function spanText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)} days`;
  if (ms >= 7_200_000) return `${Math.round(ms / 3_600_000)} hours`;
  return ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1000)} s`;
}
