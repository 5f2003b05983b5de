import { tailExponent } from '../../market/statistics.ts';
import { deviation, type Estimate, type Figure, mean, missing, type Missing, scaled } from './figure.ts';
import { type FlowFigures, flowOf, spanText } from './flow.ts';
import { jumpFigures, type JumpFigures, volatilityOf } from './jumps.ts';
import { memoryOf, type VolatilityMemory } from './memory.ts';
import type { BookSample, Candle, DepthSample, Observations, OrderSeries } from './observations.ts';
import { type Returns, returnsOf, returnsOfCandles } from './returns.ts';

/** All that is estimated of one market. */
export interface MarketFigures {
  readonly symbol: string;
  readonly price: number;
  /** Per year, jumps and all. */
  readonly volatility: Estimate;
  readonly memory: VolatilityMemory;
  readonly jumps: JumpFigures;
  readonly flow: FlowFigures;
  readonly book: BookFigures;
  readonly profile: Profile;
  /** Deviation of mark over index. */
  readonly basis: Estimate;
}

const BASIS_LEAST = 60;

/** Estimates every figure that the observations allow; the others say what they lack. */
export function figuresOf(observed: Observations, tick: number): MarketFigures {
  const returns = returnsOf(observed);
  const { annual, jumps } = volatilityOf(returns);
  const { symbol, orders, candles, hours, book, distances, basis } = observed;
  const long = hours.length > 0 ? hours : candles;
  return {
    symbol,
    price: lastPrice(observed),
    volatility: annual,
    memory: memoryOf(returns, new Set(jumps.found.map(({ at }) => at))),
    jumps: jumpFigures(jumps, returns?.stepMs ?? 1),
    flow: flowOf(orders, long),
    book: bookOf(book, distances, tick),
    profile: profileOf(hours.length > 0 ? returnsOfCandles(hours) : returns, orders, long),
    basis: basisOf(basis.map(({ value }) => value)),
  };
}

/** The newest price of all that there is; 0 where there is none. */
function lastPrice({ book, candles, hours, orders }: Observations): number {
  const sample = book.at(-1);
  const candle = candles.at(-1) ?? hours.at(-1);
  const known = [
    { time: sample?.time ?? -1, price: sample ? (sample.bid + sample.ask) / 2 : 0 },
    { time: orders.times.at(-1) ?? -1, price: orders.prices.at(-1) ?? 0 },
    { time: candle ? candle.time + candle.length : -1, price: candle?.close ?? 0 },
  ];
  return known.reduce((best, each) => (each.time > best.time ? each : best)).price;
}

function basisOf(values: readonly number[]): Estimate {
  if (values.length < BASIS_LEAST)
    return missing(
      `takes ${BASIS_LEAST} marks and indexes a second apart, which fork --watch sees, there are ${values.length}`,
    );
  const value = deviation(values);
  return { value, error: value / Math.sqrt(values.length / 20), from: `${values.length} marks and indexes` };
}

/** Activity by UTC hour and by weekday (0 is Sunday), each with the mean 1. */
interface Profile {
  readonly hours: readonly number[] | Missing;
  readonly weekdays: readonly number[] | Missing;
}

const HOUR_MS = 3_600_000;
const DAYS_FOR_HOURS = 7;
const DAYS_FOR_WEEKDAYS = 28;
const LOW = 0.2;
const HIGH = 4;

/** An hour of the data: its number since 1970, and what happened in it. */
interface HourSum {
  squares: number;
  returns: number;
  volume: number;
}

/**
 * The geometric mean of volatility and volume of each hour of the day, over those of the whole day, and the same for
 * weekdays. One long hour counts once: hours are averaged over days by their logarithms.
 */
function profileOf(returns: Returns | null, orders: OrderSeries, candles: readonly Candle[]): Profile {
  const sums = hourSums(returns, orders, candles);
  const days = sums.size / 24;
  const logs = [...sums].flatMap(([hour, sum]) => {
    const level = activityOf(sum);
    return level === null ? [] : [{ hour, level }];
  });
  const centred = (groups: number, groupOf: (hour: number) => number): number[] | null => {
    const means = Array.from({ length: groups }, (_, group) => {
      const levels = logs.filter(({ hour }) => groupOf(hour) === group).map(({ level }) => level);
      return levels.length < 3 ? null : mean(levels);
    });
    if (means.includes(null)) return null;
    const levels = means.map((each) => Math.exp(each ?? 0));
    const whole = mean(levels);
    return levels.map((level) => Math.min(HIGH, Math.max(LOW, level / whole)));
  };
  const hours = days >= DAYS_FOR_HOURS ? centred(24, (hour) => hour % 24) : null;
  // 1 January 1970 was a Thursday.
  const weekdays = days >= DAYS_FOR_WEEKDAYS ? centred(7, (hour) => (Math.floor(hour / 24) + 4) % 7) : null;
  return {
    hours: hours ?? missing(`takes ${DAYS_FOR_HOURS} days of prices and volumes, there are ${Math.floor(days)}`),
    weekdays:
      weekdays ?? missing(`takes ${DAYS_FOR_WEEKDAYS} days of prices and volumes, there are ${Math.floor(days)}`),
  };
}

function hourSums(
  returns: Returns | null,
  { times, sizes }: OrderSeries,
  candles: readonly Candle[],
): Map<number, HourSum> {
  const sums = new Map<number, HourSum>();
  const at = (time: number): HourSum => {
    const hour = Math.floor(time / HOUR_MS);
    const sum = sums.get(hour) ?? { squares: 0, returns: 0, volume: 0 };
    sums.set(hour, sum);
    return sum;
  };
  if (returns && returns.stepMs <= HOUR_MS) {
    for (const [index, value] of returns.values.entries()) {
      if (value === null) continue;
      const sum = at(returns.start + index * returns.stepMs);
      sum.squares += value * value;
      sum.returns += 1;
    }
  }
  if (candles.length > 0) for (const { time, volume } of candles) at(time).volume += volume;
  else for (const [index, time] of times.entries()) at(time).volume += sizes[index] ?? 0;
  return sums;
}

/** Mean of the logarithms of volatility and volume; null for an hour that has one of them only. */
function activityOf({ squares, returns, volume }: HourSum): number | null {
  if (squares === 0 || returns < 1 || volume === 0) return null;
  return (Math.log(Math.sqrt(squares / returns)) + Math.log(volume)) / 2;
}

/** The book of a market. */
interface BookFigures {
  /** Mean distance of the best prices: in ticks, and as a share of the price. */
  readonly spreadTicks: Estimate;
  readonly spread: Estimate;
  /** Quantity of one side within 0.1 % and 1 % of the middle, in the base asset. */
  readonly near: Estimate;
  readonly depth: Estimate;
  /** Levels of one side. */
  readonly levels: Estimate;
  /** Exponent of the power law of distances of new orders. */
  readonly distanceTail: Estimate;
}

const DISTANCES_LEAST = 300;

function bookOf(samples: readonly BookSample[], distances: readonly number[], tick: number): BookFigures {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) {
    const why = missing('takes a book');
    return { spreadTicks: why, spread: why, near: why, depth: why, levels: why, distanceTail: why };
  }
  const from =
    samples.length === 1
      ? 'one look at the book'
      : `${samples.length} looks at the book in ${spanText(last.time - first.time)}`;
  const deep = samples.flatMap(({ depth }) => (depth ? [depth] : []));
  const spreads = samples.map(({ bid, ask }) => ask - bid);
  const figure = (values: readonly number[]): Figure => figureOf(values, from);
  const ofDepth = (read: (depth: DepthSample) => number): Estimate =>
    deep.length === 0 ? missing('takes depth; only the best prices are known') : figure(deep.map(read));
  const reach = mean(deep.map((depth) => depth.reach));
  const seen =
    deep.length > 0 && reach < 0.0099
      ? ` (only ${Math.round(reach * 1e5) / 1e3} % of the price is shown: more is likely)`
      : '';
  const depth = ofDepth(({ far }) => far);
  return {
    spreadTicks: scaled(figure(spreads), 1 / tick),
    spread: figure(samples.map(({ bid, ask }) => (2 * (ask - bid)) / (bid + ask))),
    near: ofDepth(({ near }) => near),
    depth: 'from' in depth ? { ...depth, from: `${depth.from}${seen}` } : depth,
    levels: ofDepth(({ levels }) => levels),
    distanceTail: distanceTailOf(distances),
  };
}

/** Looks that follow each other are alike: blocks of them are compared. */
function figureOf(values: readonly number[], from: string): Figure {
  const value = mean(values);
  const blocks = Math.min(10, Math.floor(values.length / 5));
  if (blocks < 4) return { value, error: values.length === 1 ? value / 2 : deviation(values), from };
  const size = Math.floor(values.length / blocks);
  const means = Array.from({ length: blocks }, (_, at) => mean(values.slice(at * size, (at + 1) * size)));
  return { value, error: deviation(means) / Math.sqrt(blocks), from };
}

/** Of the farther half: near the touch, quotes follow the price and follow no power law. */
function distanceTailOf(distances: readonly number[]): Estimate {
  const sorted = distances.filter((each) => each > 0).sort((a, b) => a - b);
  if (sorted.length < DISTANCES_LEAST)
    return missing(`takes ${DISTANCES_LEAST} new orders in a book of depth, there are ${sorted.length}`);
  const far = sorted.slice(Math.floor(sorted.length / 2));
  const bound = far[0] ?? 1;
  const value = tailExponent(far, bound);
  if (value === null) return missing('new orders all have one distance');
  return { value, error: value / Math.sqrt(far.length), from: `distances of ${far.length} new orders` };
}
