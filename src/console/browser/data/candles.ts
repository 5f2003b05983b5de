import { stream } from './exchange.ts';
import { endingWith } from './use-followed.ts';

/** One candle as numbers, for drawing alone. `time` is Unix seconds. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type ChartInterval = (typeof INTERVALS)[number];

const PAGE = 500;

/** So many closed and running candles before `endTime`, oldest first. Throws what the client throws. */
export async function readBars(symbol: string, interval: ChartInterval, endTime?: number): Promise<Bar[]> {
  const { candles } = await stream.getCandles({
    symbol,
    interval,
    limit: PAGE,
    ...(endTime !== undefined && { endTime }),
  });
  return candles
    .map((candle) => ({
      time: candle.openTime / 1_000,
      open: Number(candle.openPrice),
      high: Number(candle.highPrice),
      low: Number(candle.lowPrice),
      close: Number(candle.closePrice),
      volume: Number(candle.volume),
    }))
    .reverse();
}

/** Calls `onBar` with the running candle whenever it changes, until `until`. Rejects when the exchange refuses. */
export const followBars = (
  symbol: string,
  timeframe: ChartInterval,
  until: AbortSignal,
  onBar: (bar: Bar) => void,
): Promise<void> =>
  endingWith(
    until,
    stream.subscribe('candles', { symbol, timeframe }, ({ data }) => {
      if (until.aborted) return;
      onBar({
        time: data.openTime / 1_000,
        open: Number(data.open),
        high: Number(data.high),
        low: Number(data.low),
        close: Number(data.close),
        volume: Number(data.volume),
      });
    }),
  );
