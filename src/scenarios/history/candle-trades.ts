import type { CandleRow } from '../market-data/rows.ts';
import { type Increments, lotsOf, nearestTicks } from './increments.ts';
import type { RecordedRow } from './recorded-row.ts';

const PARTS = 4;
const MINUTE_MS = 60_000;

/**
 * Makes four trades of each candle, a quarter of its time apart: the open, the low and the high (the high first in a candle
 * that falls), and the close. Each has a quarter of the volume, rounded down to whole lots, and the close has the rest.
 * Prices are rounded to the tick. The side is that in which the price moved. The last candle is as long as the one before.
 */
export async function* tradesOfCandles(
  market: Increments,
  candles: AsyncIterable<CandleRow>,
): AsyncIterable<RecordedRow> {
  let candle: CandleRow | null = null;
  let lengthMs = MINUTE_MS;
  let before = 0;
  let isFirst = true;
  for await (const next of candles) {
    if (candle) {
      // A missing candle makes no longer one.
      lengthMs = isFirst ? next.time - candle.time : Math.min(lengthMs, next.time - candle.time);
      isFirst = false;
      for (const row of tradesOf(market, candle, lengthMs, before)) {
        before = row.ticks;
        yield row;
      }
    }
    candle = next;
  }
  if (candle) yield* tradesOf(market, candle, lengthMs, before);
}

function tradesOf(
  market: Increments,
  { time, open, high, low, close, volume }: CandleRow,
  lengthMs: number,
  before: number,
): Extract<RecordedRow, { kind: 'trade' }>[] {
  const [first, last] = [nearestTicks(market, open), nearestTicks(market, close)];
  const extremes = [nearestTicks(market, low), nearestTicks(market, high)];
  const path = [first, ...(last >= first ? extremes : extremes.reverse()), last];
  const lots = lotsOf(market, volume);
  const quarter = Math.floor(lots / PARTS);
  let previous = before;
  return path.map((ticks, part) => {
    const side = ticks < previous ? 'sell' : 'buy';
    previous = ticks;
    const own = part === PARTS - 1 ? lots - quarter * (PARTS - 1) : quarter;
    return { kind: 'trade', time: time + Math.floor((lengthMs * part) / PARTS), side, ticks, lots: own };
  });
}
