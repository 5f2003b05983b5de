import type { Lots, Ticks, TimeMs, Units } from '../kernel/units.ts';

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

/** Adds what came later to a candle; its open stays. */
export function extend(candle: Candle, later: Omit<Candle, 'openTime' | 'open'>): void {
  candle.high = Math.max(candle.high, later.high);
  candle.low = Math.min(candle.low, later.low);
  candle.close = later.close;
  candle.lots += later.lots;
  candle.value += later.value;
  candle.trades += later.trades;
}
