import { autocorrelationOf, excitationsAt, powerLawExponent, tailExponent } from '../../market/statistics.ts';
import { ascending, deviation, type Estimate, mean, median, missing, peak, quantile, sureText } from './figure.ts';
import type { Candle, OrderSeries } from './observations.ts';

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

/** How taker orders excite each other: an exponential kernel. */
interface Excitation {
  /** Mean number of orders that one order causes directly. */
  readonly branching: Estimate;
  /** Mean ms until an order that another one causes. */
  readonly excitedMs: Estimate;
}

const LEAST = 500;
/** The newest ones, which is plenty and keeps the fit at about a second. */
const MOST = 60_000;
const WINDOW_MS = 1_800_000;
/** A window has at least this many orders in the mean: a base rate of its own takes up what excitation explains. */
const PER_WINDOW = 300;
const EXCITED_LEAST_MS = 20;
const EXCITED_MOST_MS = 600_000;
const BRANCHING_MOST = 0.98;

/**
 * Maximum likelihood of a self-exciting process with the intensity base + branching x decay x sum of exp(-decay x age).
 * The base rate of each half hour is (1 - branching) times its mean rate, so that busy and quiet hours are not taken for
 * excitation. `times` are Unix ms.
 */
export function excitationOf(times: readonly number[]): Excitation {
  if (times.length < LEAST) {
    const why = `takes ${LEAST} taker orders, there are ${times.length}`;
    return { branching: missing(why), excitedMs: missing(why) };
  }
  const events = spread(times.slice(-MOST));
  const rates = baseRates(events);
  const fitAt = (logMs: number): { branching: number; height: number } => {
    const decay = 1 / Math.exp(logMs);
    const sums = excitationsAt(events, decay);
    const height = (branching: number): number => likelihood(sums, rates, branching, decay);
    const branching = peak(0, BRANCHING_MOST, 14, height);
    return { branching, height: height(branching) };
  };
  let best = Math.log(1000);
  let bestHeight = -Infinity;
  const step = 0.9;
  for (let logMs = Math.log(EXCITED_LEAST_MS); logMs <= Math.log(EXCITED_MOST_MS); logMs += step) {
    const { height } = fitAt(logMs);
    if (height > bestHeight) [best, bestHeight] = [logMs, height];
  }
  const logMs = peak(best - step, best + step, 10, (at) => fitAt(at).height);
  const { branching } = fitAt(logMs);
  const decay = 1 / Math.exp(logMs);
  const sums = excitationsAt(events, decay);
  const error = Math.max(
    0.02,
    curvatureError((at) => likelihood(sums, rates, at, decay), branching),
  );
  const from = `maximum likelihood over ${events.length} taker orders, self-exciting with an exponential kernel`;
  if (branching < 2 * error) {
    return {
      branching: { value: branching, error, from },
      excitedMs: missing('orders do not excite each other beyond chance'),
    };
  }
  return {
    branching: { value: branching, error, from },
    excitedMs: { value: Math.exp(logMs), error: (Math.exp(logMs) * error) / Math.max(branching, 0.1), from },
  };
}

/** Times of one millisecond are spread over it: an intensity knows no two events at once. */
function spread(times: readonly number[]): number[] {
  const result: number[] = [];
  for (let at = 0; at < times.length;) {
    let end = at;
    while (end < times.length && times[end] === times[at]) end += 1;
    for (let place = at; place < end; place += 1) result.push((times[at] ?? 0) + (place - at + 0.5) / (end - at));
    at = end;
  }
  return result;
}

/** The mean rate per ms around each event, by windows of equal length. */
function baseRates(events: readonly number[]): number[] {
  const first = events[0] ?? 0;
  const span = (events.at(-1) ?? 0) - first + 1;
  const windowMs = Math.max(WINDOW_MS, (span * PER_WINDOW) / events.length);
  const windows = Math.max(1, Math.round(span / windowMs));
  const counts = new Array<number>(windows).fill(0);
  const windowOf = (time: number): number => Math.min(windows - 1, Math.floor(((time - first) / span) * windows));
  for (const time of events) counts[windowOf(time)] = (counts[windowOf(time)] ?? 0) + 1;
  return events.map((time) => ((counts[windowOf(time)] ?? 0) * windows) / span);
}

/** The integral of the intensity is the number of events for every branching, so that only the logarithms count. */
function likelihood(sums: readonly number[], rates: readonly number[], branching: number, decay: number): number {
  let total = 0;
  for (let at = 0; at < rates.length; at += 1) {
    total += Math.log((rates[at] ?? 0) * (1 - branching) + branching * decay * (sums[at] ?? 0));
  }
  return total;
}

function curvatureError(height: (at: number) => number, at: number): number {
  const step = 0.01;
  const middle = Math.min(Math.max(at, 2 * step), BRANCHING_MOST - step);
  const bend = (height(middle - step) - 2 * height(middle) + height(middle + step)) / (step * step);
  return bend < 0 ? 1 / Math.sqrt(-bend) : 0.2;
}
