import type { CandleInterval } from '../../contract/views.ts';
import type { TimeMs } from '../../kernel/units.ts';

/** How time is cut into the candles of one interval. All cuts are in UTC. */
export interface Frame {
  /** Candles that these are made of: minutes, which are kept for a while, or hours, which are kept for good. */
  readonly source: 'minutes' | 'hours';
  /** When the candle of `time` opens. */
  start(time: TimeMs): TimeMs;
  /** When the candle after the one that opens at `start` does. */
  next(start: TimeMs): TimeMs;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** 1970-01-05, the first Monday of Unix time. */
const FIRST_MONDAY = 4 * DAY_MS;

/** Candles of equal length, counted from `origin`. */
function every(lengthMs: number, origin: TimeMs = 0): Frame {
  return {
    source: lengthMs < HOUR_MS ? 'minutes' : 'hours',
    start: (time) => origin + Math.floor((time - origin) / lengthMs) * lengthMs,
    next: (start) => start + lengthMs,
  };
}

/** Candles of whole calendar months, as many as divide a year. */
function calendar(months: number): Frame {
  const firstOf = (time: TimeMs, later: number): TimeMs => {
    const date = new Date(time);
    const month = date.getUTCMonth();
    return Date.UTC(date.getUTCFullYear(), month - (month % months) + later, 1);
  };
  return { source: 'hours', start: (time) => firstOf(time, 0), next: (start) => firstOf(start, months) };
}

/** Wire 3.5: weeks begin on Monday, months and quarters follow the calendar; three days count from 1970. */
export const FRAMES: Readonly<Record<CandleInterval, Frame>> = {
  '1m': every(MINUTE_MS),
  '5m': every(5 * MINUTE_MS),
  '15m': every(15 * MINUTE_MS),
  '30m': every(30 * MINUTE_MS),
  '1h': every(HOUR_MS),
  '4h': every(4 * HOUR_MS),
  '8h': every(8 * HOUR_MS),
  '12h': every(12 * HOUR_MS),
  '1d': every(DAY_MS),
  '3d': every(3 * DAY_MS),
  '1w': every(7 * DAY_MS, FIRST_MONDAY),
  '1M': calendar(1),
  '3M': calendar(3),
};
