import { formatAmount, formatLots, formatPrice } from '../../contract/format.ts';
import type { CandleRow, CandlesQuery } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { TradedEvent } from '../../engine/event.ts';
import type { Ticks, TimeMs } from '../../kernel/units.ts';
import { type Candle, extend, type Frame, FRAMES, HOUR_MS, MINUTE_MS, newCandle } from './candle.ts';
import type { MarketPast } from './market-past.ts';
import { itemAt } from '../../kernel/errors.ts';

const DAY_MS = 86_400_000;
/** How far back candles shorter than an hour are served; longer ones are served for good. */
const MINUTES_REACH_MS = 31 * DAY_MS;
/** Minutes are dropped a day later than they are served, and a day's worth at a time. */
const MINUTES_KEPT_MS = MINUTES_REACH_MS + DAY_MS;

/** What a market has traded, in stretches of time; oldest first. */
export interface SavedCandles {
  readonly minutes: readonly Candle[];
  readonly hours: readonly Candle[];
  readonly dropped: Ticks | null;
}

export const NO_CANDLES: SavedCandles = { minutes: [], hours: [], dropped: null };

/** Only the last candle still changes; all others can be shared. */
function ownCopy(candles: readonly Candle[]): Candle[] {
  const copy = [...candles];
  const last = copy.pop();
  if (last) copy.push({ ...last });
  return copy;
}

/**
 * Candles of one market: minutes for a month, hours for good, each made as executions come in. Only stretches with
 * executions are stored; every interval is put together from them when it is asked for (wire 3.5).
 */
export class MarketCandles {
  readonly #spec: MarketSpec;
  readonly #startTime: TimeMs;
  readonly #past: MarketPast;
  #minutes: Candle[];
  readonly #hours: Candle[];
  /** Close of the newest minute that was dropped. */
  #dropped: Ticks | null;

  constructor(spec: MarketSpec, past: MarketPast, startTime: TimeMs, saved: SavedCandles = NO_CANDLES) {
    this.#spec = spec;
    this.#startTime = startTime;
    this.#past = past;
    this.#minutes = ownCopy(saved.minutes);
    this.#hours = ownCopy(saved.hours);
    this.#dropped = saved.dropped;
  }

  save(): SavedCandles {
    return { minutes: ownCopy(this.#minutes), hours: ownCopy(this.#hours), dropped: this.#dropped };
  }

  add({ at, price, quantity, notional }: TradedEvent): void {
    const traded = { high: price, low: price, close: price, lots: quantity, value: notional, trades: 1 };
    addTo(this.#minutes, Math.floor(at / MINUTE_MS) * MINUTE_MS, price, traded);
    addTo(this.#hours, Math.floor(at / HOUR_MS) * HOUR_MS, price, traded);
    const oldest = this.#minutes[0]?.openTime ?? at;
    if (at - oldest > MINUTES_KEPT_MS + DAY_MS) this.#drop(at - MINUTES_KEPT_MS);
  }

  /** Minutes with executions of the present that open at `time` or later, and the last price before them, if any. */
  presentSince(time: TimeMs): { readonly minutes: readonly Candle[]; readonly before: Ticks | null } {
    const first = firstAtOrAfter(this.#minutes, time);
    return { minutes: this.#minutes.slice(first), before: this.#minutes[first - 1]?.close ?? this.#dropped };
  }

  /** Candles that reach into the window, oldest first; of more than `limit` the newest. */
  read(query: CandlesQuery): CandleRow[] {
    const stretch = this.#stretchOf(query);
    return stretch ? this.#cut(FRAMES[query.interval], stretch.first, stretch.to) : [];
  }

  /** What a read needs to know of the past: from the opening of its first candle until the end of its last. Null for nothing. */
  reach(query: CandlesQuery): { readonly from: TimeMs; readonly before: TimeMs } | null {
    const stretch = this.#stretchOf(query);
    if (!stretch || stretch.first >= this.#past.to) return null;
    const frame = FRAMES[query.interval];
    return { from: stretch.first, before: frame.next(frame.start(stretch.to)) };
  }

  /** When the first candle opens, and the moment that the last one holds. */
  #stretchOf({ interval, now, limit, ...window }: CandlesQuery): { first: TimeMs; to: TimeMs } | null {
    const frame = FRAMES[interval];
    const earliest = frame.source === 'hours' ? 0 : now - MINUTES_REACH_MS;
    const from = Math.max(window.from, this.#beginning, earliest);
    const to = Math.min(window.to, now);
    return from > to ? null : { first: firstOf(frame, from, to, limit), to };
  }

  /** Nothing is known of the time before. */
  get #beginning(): TimeMs {
    const { from, to } = this.#past;
    return from < to ? from : this.#startTime;
  }

  #cut(frame: Frame, first: TimeMs, to: TimeMs): CandleRow[] {
    const rows: CandleRow[] = [];
    const parts = this.#partsOf(frame, first, frame.next(frame.start(to)));
    let part = parts.next();
    let carried = this.#closeBefore(frame, first);
    for (let openTime = first; openTime <= to;) {
      const closeTime = frame.next(openTime);
      let candle: Candle | undefined;
      for (; !part.done && part.value.openTime < closeTime; part = parts.next()) {
        if (candle) extend(candle, part.value);
        else candle = newCandle(openTime, part.value.open, part.value);
      }
      candle ??= {
        openTime,
        open: carried,
        high: carried,
        low: carried,
        close: carried,
        lots: 0,
        value: 0n,
        trades: 0,
      };
      rows.push(this.#rowOf(candle, closeTime));
      carried = candle.close;
      openTime = closeTime;
    }
    return rows;
  }

  /** What the candles of a frame are made of, in order of time: first the past until a moment, then the present. */
  *#partsOf(frame: Frame, time: TimeMs, before: TimeMs): Generator<Candle, undefined> {
    if (time < this.#past.to) {
      yield* frame.source === 'hours' ? this.#past.hoursSince(time, before) : this.#past.minutesSince(time, before);
    }
    const own = this.#own(frame);
    for (let index = firstAtOrAfter(own, time); index < own.length; index += 1) yield itemAt(own, index);
  }

  #closeBefore(frame: Frame, time: TimeMs): Ticks {
    const own = this.#own(frame);
    const before = own[firstAtOrAfter(own, time) - 1];
    if (before) return before.close;
    if (frame.source === 'minutes' && this.#dropped !== null) return this.#dropped;
    return this.#past.closeBefore(time);
  }

  #own(frame: Frame): readonly Candle[] {
    return frame.source === 'hours' ? this.#hours : this.#minutes;
  }

  #drop(before: TimeMs): void {
    const kept = firstAtOrAfter(this.#minutes, before);
    this.#dropped = this.#minutes[kept - 1]?.close ?? this.#dropped;
    this.#minutes = this.#minutes.slice(kept);
  }

  #rowOf({ openTime, open, high, low, close, lots, value, trades }: Candle, closeTime: TimeMs): CandleRow {
    const price = (ticks: Ticks): string => formatPrice(this.#spec, ticks);
    return {
      openTime,
      closeTime,
      openPrice: price(open),
      highPrice: price(high),
      lowPrice: price(low),
      closePrice: price(close),
      volume: formatLots(this.#spec, lots),
      quoteVolume: formatAmount(value),
      tradeCount: trades,
    };
  }
}

/** Executions come in order of time, so they belong to the last candle or to a new one. */
function addTo(candles: Candle[], openTime: TimeMs, price: Ticks, traded: Omit<Candle, 'openTime' | 'open'>): void {
  const last = candles.at(-1);
  if (last?.openTime === openTime) extend(last, traded);
  else candles.push(newCandle(openTime, price, traded));
}

/** When the oldest candle to show opens; a limit of 0 shows all. */
function firstOf(frame: Frame, from: TimeMs, to: TimeMs, limit: number): TimeMs {
  const oldest = frame.start(from);
  if (limit === 0) return oldest;
  let first = frame.start(to);
  for (let count = 1; count < limit && first > oldest; count += 1) first = frame.start(first - 1);
  return first;
}

/** Index of the first candle that opens at `time` or later. */
function firstAtOrAfter(candles: readonly Candle[], time: TimeMs): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(candles, middle).openTime < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
