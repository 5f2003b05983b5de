import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';

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
