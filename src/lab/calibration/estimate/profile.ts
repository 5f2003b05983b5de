import { type Missing, missing } from './figure.ts';
import type { Candle, OrderSeries } from './observations.ts';
import type { Returns } from './returns.ts';
import { mean } from './statistics.ts';

/** Activity by UTC hour and by weekday (0 is Sunday), each with the mean 1. */
export interface Profile {
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
export function profileOf(returns: Returns | null, orders: OrderSeries, candles: readonly Candle[]): Profile {
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
