import type { PastProcess, PastTrade } from '../../engine/world/past/past-process.ts';
import { invariant } from '../../kernel/assert.ts';
import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import { MINUTE_MS } from './candle-frames.ts';
import { type Candle, candleOfTrades, newCandle } from './candle.ts';

/**
 * The minutes of one hour of the past, in two flat arrays: a month of nine markets is 390,000 of them, which take a third of the
 * memory of objects and go from one thread to another without a copy.
 */
export interface PastHourRows {
  /** The last price before the hour. */
  readonly open: Ticks;
  /** `NUMBERS` for each minute with trades, oldest first: openTime, open, high, low, close, lots, trades. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Sum of ticks times lots of each of them. */
  readonly tickLots: BigInt64Array<ArrayBuffer>;
}

const NUMBERS = 7;

/** Makes the trades of an hour and what they come to by the minute. */
export function rowsOfHour(process: Pick<PastProcess, 'hour'>, openTime: TimeMs): PastHourRows {
  const { open, trades } = process.hour(openTime);
  const minutes = minutesOf(trades);
  const numbers = new Float64Array(minutes.length * NUMBERS);
  const tickLots = new BigInt64Array(minutes.length);
  for (const [place, minute] of minutes.entries()) {
    const { high, low, close, lots, value } = minute;
    numbers.set([minute.openTime, minute.open, high, low, close, lots, minute.trades], place * NUMBERS);
    tickLots[place] = value;
    invariant(tickLots[place] === value, 'what a minute of the past has traded fits into 64 bits');
  }
  return { open, numbers, tickLots };
}

/** How many minutes of the hour have trades. */
export const minuteCount = ({ tickLots }: PastHourRows): number => tickLots.length;

export const minuteOpens = ({ numbers }: PastHourRows, place: number): TimeMs => numbers[place * NUMBERS] as TimeMs;

/** The close of one of its minutes. */
export const minuteCloses = ({ numbers }: PastHourRows, place: number): Ticks => numbers[place * NUMBERS + 4] as Ticks;

/** One of its minutes; `notionalPerTickLot` is that of the market. */
export function minuteAt({ numbers, tickLots }: PastHourRows, place: number, notionalPerTickLot: Units): Candle {
  const row = place * NUMBERS;
  return newCandle(numbers[row] as TimeMs, numbers[row + 1] as Ticks, {
    high: numbers[row + 2] as Ticks,
    low: numbers[row + 3] as Ticks,
    close: numbers[row + 4] as Ticks,
    lots: numbers[row + 5] as Lots,
    value: (tickLots[place] as bigint) * notionalPerTickLot,
    trades: numbers[row + 6] as number,
  });
}

/** Many hours in two arrays, which go to another thread in no time. */
export interface PackedHours extends Omit<PastHourRows, 'open'> {
  readonly opens: readonly Ticks[];
  /** Minutes with trades of each hour. */
  readonly minutes: readonly number[];
}

export function packHours(hours: readonly PastHourRows[]): PackedHours {
  const minutes = hours.map(minuteCount);
  const total = minutes.reduce((sum, count) => sum + count, 0);
  const numbers = new Float64Array(total * NUMBERS);
  const tickLots = new BigInt64Array(total);
  let at = 0;
  for (const hour of hours) {
    numbers.set(hour.numbers, at * NUMBERS);
    tickLots.set(hour.tickLots, at);
    at += minuteCount(hour);
  }
  return { opens: hours.map(({ open }) => open), minutes, numbers, tickLots };
}

export function unpackHours({ opens, minutes, numbers, tickLots }: PackedHours): PastHourRows[] {
  let at = 0;
  return opens.map((open, place) => {
    const end = at + (minutes[place] as number);
    const hour = { open, numbers: numbers.subarray(at * NUMBERS, end * NUMBERS), tickLots: tickLots.subarray(at, end) };
    at = end;
    return hour;
  });
}

/** Minutes with trades only, their value as ticks times lots. */
function minutesOf(trades: readonly PastTrade[]): Candle[] {
  const minutes: Candle[] = [];
  for (let first = 0; first < trades.length; ) {
    const openTime = minuteOf((trades[first] as PastTrade).at);
    let end = first + 1;
    while (end < trades.length && (trades[end] as PastTrade).at < openTime + MINUTE_MS) end += 1;
    minutes.push(candleOfTrades(openTime, trades.slice(first, end), 1n));
    first = end;
  }
  return minutes;
}

const minuteOf = (time: TimeMs): TimeMs => Math.floor(time / MINUTE_MS) * MINUTE_MS;
