import type { FundingRateRow } from '../api/views.ts';
import { formatRatio } from '../api/format.ts';
import { FUNDING_MS } from '../engine/funding/rate.ts';
import type { MarketSpec } from '../engine/config.ts';
import type { PastProcess, PastTrade } from '../engine/world/past/past-process.ts';
import { lastSettlement, type PastTradeNumbers } from '../engine/world/past/start-of-present.ts';
import type { Ticks, TimeMs } from '../kernel/units.ts';
import { HOUR_MS, MINUTE_MS } from './candle-frames.ts';
import { type Candle, candleOfTrades, extend } from './candle.ts';
import type { PublicTrade } from './public-trade.ts';

/** One hour as it is kept for the next reader: its trades, and what they make of its minutes. */
interface Hour {
  readonly open: Ticks;
  readonly trades: readonly PastTrade[];
  /** Of minutes with trades only, oldest first. */
  readonly minutes: readonly Candle[];
}

/** Readers ask for the newest trades again and again, and for minutes in order. */
const HOURS_KEPT = 3;

const hourOf = (time: TimeMs): TimeMs => Math.floor(time / HOUR_MS) * HOUR_MS;
const minuteOf = (time: TimeMs): TimeMs => Math.floor(time / MINUTE_MS) * MINUTE_MS;

/**
 * The past of one market as the public reads it. Candles, last trades, day figures and settlements are all derived from
 * the trades and rates of one process, in the way the present derives them from its events, so that they agree.
 * Trades are made again whenever they are needed; only the candles of hours are kept.
 */
export class MarketPast {
  /** Begins with `from` and ends before `to`; equal when there is no past. */
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly #spec: MarketSpec;
  readonly #process: PastProcess;
  readonly #numbers: PastTradeNumbers;
  /** The last few that were read. */
  readonly #recent = new Map<TimeMs, Hour>();
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

  /** The last price before `time`: what a candle that opens then carries on. */
  closeBefore(time: TimeMs): Ticks {
    const at = Math.max(time, this.from);
    if (at >= this.to) return this.#process.closing;
    const { open, minutes } = this.#hour(hourOf(at));
    return minutes.findLast(({ openTime }) => openTime < at)?.close ?? open;
  }

  /** Minutes with trades from `time`, a full minute, on; oldest first. */
  *minutesSince(time: TimeMs): Generator<Candle> {
    for (const hour of this.#hoursFrom(time)) {
      for (const minute of this.#hour(hour).minutes) if (minute.openTime >= time) yield minute;
    }
  }

  /** Hours with trades from `time`, a full hour, on; oldest first. The last one may go on in the present. */
  *hoursSince(time: TimeMs): Generator<Candle> {
    for (const hour of this.#hoursFrom(time)) {
      const candle = this.#hourCandle(hour);
      if (candle) yield candle;
    }
  }

  /** All trades, newest first. */
  *newestTrades(): Generator<PublicTrade> {
    if (this.#process.minuteTradesMax === 0) return;
    for (let hour = hourOf(this.to - 1); hour + HOUR_MS > this.from; hour -= HOUR_MS) {
      yield* this.#numbered(this.#hour(hour).trades).reverse();
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

  *#hoursFrom(time: TimeMs): Generator<TimeMs> {
    for (let hour = hourOf(Math.max(time, this.from)); hour < this.to; hour += HOUR_MS) yield hour;
  }

  #hour(openTime: TimeMs): Hour {
    const known = this.#recent.get(openTime);
    if (known) return known;
    const { open, trades } = this.#process.hour(openTime);
    const made = { open, trades, minutes: this.#minutesOf(trades) };
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size < HOURS_KEPT) break;
      this.#recent.delete(oldest);
    }
    this.#recent.set(openTime, made);
    return made;
  }

  #minutesOf(trades: readonly PastTrade[]): Candle[] {
    const minutes: Candle[] = [];
    for (let first = 0; first < trades.length; ) {
      const openTime = minuteOf((trades[first] as PastTrade).at);
      let end = first + 1;
      while (end < trades.length && (trades[end] as PastTrade).at < openTime + MINUTE_MS) end += 1;
      minutes.push(candleOfTrades(openTime, trades.slice(first, end), this.#spec.notionalPerTickLot));
      first = end;
    }
    return minutes;
  }

  #hourCandle(openTime: TimeMs): Candle | null {
    const known = this.#hourCandles.get(openTime);
    if (known !== undefined) return known;
    const [first, ...later] = this.#hour(openTime).minutes;
    const candle = first ? { ...first, openTime } : null;
    if (candle) for (const minute of later) extend(candle, minute);
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
