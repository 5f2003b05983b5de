import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import type { CandleInterval } from '../../contract/views.ts';

/** What was traded in one stretch of time, exactly; there is none for a stretch without executions. */
export interface Candle {
  readonly openTime: TimeMs;
  readonly open: Ticks;
  high: Ticks;
  low: Ticks;
  close: Ticks;
  lots: Lots;
  /** Sum of price times size. */
  value: Units;
  trades: number;
}

/**
 * Returns a candle built field by field, so that all candles share one shape. With a spread each has a shape of its own, which takes
 * twice the memory of the candle, and an exchange keeps half a million of them.
 */
export function newCandle(openTime: TimeMs, open: Ticks, traded: Omit<Candle, 'openTime' | 'open'>): Candle {
  const { high, low, close, lots, value, trades } = traded;
  return { openTime, open, high, low, close, lots, value, trades };
}

/** Adds what came later to a candle; its open stays. */
export function extend(candle: Candle, later: Omit<Candle, 'openTime' | 'open'>): void {
  candle.high = Math.max(candle.high, later.high);
  candle.low = Math.min(candle.low, later.low);
  candle.close = later.close;
  candle.lots += later.lots;
  candle.value += later.value;
  candle.trades += later.trades;
}

/** The candle of some trades, oldest first; at least one. */
export function candleOfTrades(
  openTime: TimeMs,
  trades: readonly { readonly price: Ticks; readonly lots: Lots }[],
  notionalPerTickLot: bigint,
): Candle {
  const open = trades[0]?.price ?? 0;
  const candle = { openTime, open, high: open, low: open, close: trades.at(-1)?.price ?? 0, lots: 0, trades: 0 };
  let tickLots = 0;
  for (const { price, lots } of trades) {
    candle.high = Math.max(candle.high, price);
    candle.low = Math.min(candle.low, price);
    candle.lots += lots;
    candle.trades += 1;
    tickLots += price * lots;
  }
  // Nearly every sum is a safe integer, and then it is exact; only a huge one needs more digits.
  const exact = Number.isSafeInteger(tickLots)
    ? BigInt(tickLots)
    : trades.reduce((sum, { price, lots }) => sum + BigInt(price) * BigInt(lots), 0n);
  return newCandle(openTime, open, { ...candle, value: exact * notionalPerTickLot });
}

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
