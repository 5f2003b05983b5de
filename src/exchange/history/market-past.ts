import { invariant, itemAt } from '../../kernel/errors.ts';
import type { TradeNo } from '../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import { formatRatio } from '../../contract/format.ts';
import type { FundingRateRow } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import { FUNDING_MS } from '../../engine/funding.ts';
import type { Side } from '../../engine/orders/order-terms.ts';
import type { PastProcess, PastTrade } from '../../engine/world/past/past-process.ts';
import { lastSettlement, type PastTradeNumbers } from '../../engine/world/past/start-of-present.ts';
import { type Candle, candleOfTrades, extend, HOUR_MS, MINUTE_MS, newCandle } from './candle.ts';

/** Hours whose trades are kept: readers ask for the newest ones again and again. */
const TRADES_KEPT_HOURS = 3;

const hourOf = (time: TimeMs): TimeMs => Math.floor(time / HOUR_MS) * HOUR_MS;
const minuteOf = (time: TimeMs): TimeMs => Math.floor(time / MINUTE_MS) * MINUTE_MS;

/**
 * The past of one market as the public reads it. Candles, last trades, day figures and settlements are all derived from
 * the trades and rates of one process, in the way the present derives them from its events, so that they agree.
 * Trades are made again whenever they are needed; minutes and hours are kept from the first read on, at most 2.7 MB for a market.
 */
export class MarketPast {
  /** Begins with `from` and ends before `to`; equal when there is no past. */
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly #spec: MarketSpec;
  readonly #process: PastProcess;
  readonly #numbers: PastTradeNumbers;
  /** The trades of the last few hours that were read. */
  readonly #recent = new Map<TimeMs, readonly PastTrade[]>();
  readonly #hours = new Map<TimeMs, PastHourRows>();
  /** Null for an hour without trades. */
  readonly #hourCandles = new Map<TimeMs, Candle | null>();

  constructor(spec: MarketSpec, process: PastProcess, numbers: PastTradeNumbers) {
    this.#spec = spec;
    this.#process = process;
    this.#numbers = numbers;
    this.from = process.from;
    this.to = process.to;
  }

  hasTraded(): boolean {
    return this.#process.hasTraded();
  }

  /** Full hours with a part in the window that nobody has read yet, oldest first. */
  missing(from: TimeMs, before: TimeMs): TimeMs[] {
    return [...this.#hoursFrom(from, before)].filter((hour) => !this.#hours.has(hour));
  }

  /** Takes an hour that was made elsewhere. */
  keep(openTime: TimeMs, rows: PastHourRows): void {
    this.#hours.set(openTime, rows);
  }

  /** The last price before `time`: what a candle that opens then carries on. */
  closeBefore(time: TimeMs): Ticks {
    const at = Math.max(time, this.from);
    if (at >= this.to) return this.#process.closing;
    const rows = this.#hour(hourOf(at));
    let last = minuteCount(rows) - 1;
    while (last >= 0 && minuteOpens(rows, last) >= at) last -= 1;
    return last < 0 ? rows.open : minuteCloses(rows, last);
  }

  /** Minutes with trades from `time`, a full minute, on that open before `before`; oldest first. */
  *minutesSince(time: TimeMs, before = this.to): Generator<Candle> {
    for (const hour of this.#hoursFrom(time, before)) {
      const rows = this.#hour(hour);
      for (let place = 0; place < minuteCount(rows); place += 1) {
        const opens = minuteOpens(rows, place);
        if (opens >= time && opens < before) yield minuteAt(rows, place, this.#spec.notionalPerTickLot);
      }
    }
  }

  /** Hours with trades from `time`, a full hour, on that open before `before`; oldest first. The last one may go on in the present. */
  *hoursSince(time: TimeMs, before = this.to): Generator<Candle> {
    for (const hour of this.#hoursFrom(time, before)) {
      const candle = this.#hourCandle(hour);
      if (candle) yield candle;
    }
  }

  /** All trades, newest first. */
  *newestTrades(): Generator<PublicTrade> {
    if (this.#process.minuteTradesMax === 0) return;
    for (let hour = hourOf(this.to - 1); hour + HOUR_MS > this.from; hour -= HOUR_MS) {
      yield* this.#numbered(this.#tradesOf(hour)).reverse();
    }
  }

  /** Settlements within the window, newest first. */
  *settlements(from: TimeMs, to: TimeMs): Generator<FundingRateRow> {
    const last = lastSettlement(this);
    if (last === null) return;
    const first = Math.min(last, Math.floor(to / FUNDING_MS) * FUNDING_MS);
    for (let at = first; at >= from && at > this.from; at -= FUNDING_MS) {
      yield { fundingRate: formatRatio(this.#process.fundingRateAt(at)), at };
    }
  }

  *#hoursFrom(time: TimeMs, before: TimeMs): Generator<TimeMs> {
    const end = Math.min(this.to, before);
    for (let hour = hourOf(Math.max(time, this.from)); hour < end; hour += HOUR_MS) yield hour;
  }

  #hour(openTime: TimeMs): PastHourRows {
    const known = this.#hours.get(openTime);
    if (known) return known;
    const made = rowsOfHour(this.#process, openTime);
    this.#hours.set(openTime, made);
    return made;
  }

  #tradesOf(openTime: TimeMs): readonly PastTrade[] {
    const known = this.#recent.get(openTime);
    if (known) return known;
    const { trades } = this.#process.hour(openTime);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size < TRADES_KEPT_HOURS) break;
      this.#recent.delete(oldest);
    }
    this.#recent.set(openTime, trades);
    return trades;
  }

  #hourCandle(openTime: TimeMs): Candle | null {
    const known = this.#hourCandles.get(openTime);
    if (known !== undefined) return known;
    let candle: Candle | null = null;
    for (const minute of this.minutesSince(openTime, openTime + HOUR_MS)) {
      if (candle) extend(candle, minute);
      else candle = { ...minute, openTime };
    }
    this.#hourCandles.set(openTime, candle);
    return candle;
  }

  /** Trades of one hour with their numbers, which count up within each minute. */
  #numbered(trades: readonly PastTrade[]): PublicTrade[] {
    let minute = -1;
    let trade = 0;
    return trades.map(({ at, takerSide, price, lots }) => {
      if (minuteOf(at) !== minute) {
        minute = minuteOf(at);
        trade = this.#numbers.before(this.#spec.symbol, minute);
      }
      trade += 1;
      return { trade, at, takerSide, price, quantity: lots };
    });
  }
}

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
const minuteCount = ({ tickLots }: PastHourRows): number => tickLots.length;

const minuteOpens = ({ numbers }: PastHourRows, place: number): TimeMs => numbers[place * NUMBERS] ?? 0;

/** The close of one of its minutes. */
const minuteCloses = ({ numbers }: PastHourRows, place: number): Ticks => numbers[place * NUMBERS + 4] ?? 0;

/** One of its minutes; `notionalPerTickLot` is that of the market. */
function minuteAt({ numbers, tickLots }: PastHourRows, place: number, notionalPerTickLot: Units): Candle {
  const row = place * NUMBERS;
  return newCandle(numbers[row] ?? 0, numbers[row + 1] ?? 0, {
    high: numbers[row + 2] ?? 0,
    low: numbers[row + 3] ?? 0,
    close: numbers[row + 4] ?? 0,
    lots: numbers[row + 5] ?? 0,
    value: (tickLots[place] ?? 0n) * notionalPerTickLot,
    trades: numbers[row + 6] ?? 0,
  });
}

/** Many hours in two arrays, which go to another thread in no time. */
export interface PackedHours extends Omit<PastHourRows, 'open'> {
  readonly opens: readonly Ticks[];
  /** Minutes with trades of each hour. */
  readonly minutes: readonly number[];
}

/** Packs hours of the past into typed arrays, which cross to another thread without a copy. */
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

/** Reads hours that `packHours` has packed. */
export function unpackHours({ opens, minutes, numbers, tickLots }: PackedHours): PastHourRows[] {
  let at = 0;
  return opens.map((open, place) => {
    const end = at + itemAt(minutes, place);
    const hour = { open, numbers: numbers.subarray(at * NUMBERS, end * NUMBERS), tickLots: tickLots.subarray(at, end) };
    at = end;
    return hour;
  });
}

/** Minutes with trades only, their value as ticks times lots. */
function minutesOf(trades: readonly PastTrade[]): Candle[] {
  const minutes: Candle[] = [];
  for (let first = 0; first < trades.length;) {
    const openTime = minuteOf(itemAt(trades, first).at);
    let end = first + 1;
    while (end < trades.length && itemAt(trades, end).at < openTime + MINUTE_MS) end += 1;
    minutes.push(candleOfTrades(openTime, trades.slice(first, end), 1n));
    first = end;
  }
  return minutes;
}

/** What the public may know of an execution: no account, no order, no wallet (INV-52). */
export interface PublicTrade {
  readonly trade: TradeNo;
  readonly at: TimeMs;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
}
