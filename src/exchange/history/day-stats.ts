import { formatAmount, formatLots, formatPrice } from '../../contract/format.ts';
import type { DayStats } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { TradedEvent } from '../../engine/event.ts';
import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import type { Candle } from './candle.ts';
import type { MarketCandles } from './candles.ts';
import type { MarketPast } from './market-past.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/**
 * Volume and reference price of one market over a rolling day, counted in whole minutes of exchange time: the minute
 * under way and the 1,439 before it. A trade of the first millisecond of a minute leaves exactly 24 hours later, any
 * other up to a minute sooner. Sums are kept as trades come and go, so a read costs nothing and a clock that jumps by
 * days costs one pass over the ring. What the window holds of the past is added at the first read, so that a start
 * costs nothing.
 */
export class RollingDay {
  readonly #spec: MarketSpec;
  /** Not yet added; null once it is. */
  #past: MarketPast | null;
  /** By minute modulo a day; only minutes inside the window hold anything. */
  #lots: Lots[] = new Array<Lots>(DAY_MINUTES).fill(0);
  #value: Units[] = new Array<Units>(DAY_MINUTES).fill(0n);
  #close: Ticks[] = new Array<Ticks>(DAY_MINUTES).fill(0);
  #highs: Ticks[] = new Array<Ticks>(DAY_MINUTES).fill(0);
  #lows: Ticks[] = new Array<Ticks>(DAY_MINUTES).fill(0);
  /** The minute under way, counted from the Unix epoch. */
  #minute: number;
  #totalLots: Lots = 0;
  #totalValue: Units = 0n;
  /** Extremes of the window; null once a minute that held one has left it, until the next read. */
  #range: { high: Ticks; low: Ticks } | null = null;
  /** Last price before the window; until something has left it, the first price ever. 0 before any trade. */
  #reference: Ticks = 0;
  /** A trade of the present has left the window: the past is no longer what came before it. */
  #hasLost = false;

  constructor(spec: MarketSpec, now: TimeMs, past: MarketPast | null) {
    this.#spec = spec;
    this.#past = past;
    this.#minute = Math.floor(now / MINUTE_MS);
  }

  /** The figures at `now` of a market whose executions are known by the minute. */
  static of(spec: MarketSpec, now: TimeMs, past: MarketPast | null, candles: MarketCandles): RollingDay {
    const day = new RollingDay(spec, now, past);
    const { minutes, before } = candles.presentSince(day.#windowStart);
    for (const candle of minutes) day.#put(candle);
    day.#hasLost = before !== null;
    day.#reference = before ?? minutes[0]?.open ?? 0;
    return day;
  }

  get #windowStart(): TimeMs {
    return (this.#minute - DAY_MINUTES + 1) * MINUTE_MS;
  }

  #put({ openTime, lots, value, close, high, low }: Candle): void {
    const slot = (openTime / MINUTE_MS) % DAY_MINUTES;
    this.#lots[slot] = lots;
    this.#value[slot] = value;
    this.#close[slot] = close;
    this.#highs[slot] = high;
    this.#lows[slot] = low;
    this.#totalLots += lots;
    this.#totalValue += value;
  }

  /** The same figures, which from now on go their own way. */
  copy(): RollingDay {
    this.#addPast();
    const copy = new RollingDay(this.#spec, this.#minute * MINUTE_MS, null);
    copy.#lots = [...this.#lots];
    copy.#value = [...this.#value];
    copy.#close = [...this.#close];
    copy.#highs = [...this.#highs];
    copy.#lows = [...this.#lows];
    copy.#totalLots = this.#totalLots;
    copy.#totalValue = this.#totalValue;
    copy.#reference = this.#reference;
    return copy;
  }

  add(event: TradedEvent): void {
    this.#moveTo(event.at);
    const slot = this.#minute % DAY_MINUTES;
    this.#lots[slot] = (this.#lots[slot] ?? 0) + event.quantity;
    this.#value[slot] = (this.#value[slot] ?? 0n) + event.notional;
    this.#close[slot] = event.price;
    this.#stretch(slot, event.price);
    this.#totalLots += event.quantity;
    this.#totalValue += event.notional;
    if (this.#reference === 0) this.#reference = event.price;
  }

  /** The figures at `now`, which is never before the last trade. */
  at(now: TimeMs): DayStats {
    this.#moveTo(now);
    this.#addPast();
    const { high, low } = this.#extremes();
    return {
      prevDayPrice: this.#reference === 0 ? '' : formatPrice(this.#spec, this.#reference),
      volume: formatLots(this.#spec, this.#totalLots),
      quoteVolume: formatAmount(this.#totalValue),
      high: high === 0 ? '' : formatPrice(this.#spec, high),
      low: low === 0 ? '' : formatPrice(this.#spec, low),
    };
  }

  /** Fills the minutes of the window that came before the start; those after it are all later. */
  #addPast(): void {
    const past = this.#past;
    if (!past) return;
    this.#past = null;
    const windowStart = this.#windowStart;
    for (const minute of past.minutesSince(windowStart)) this.#put(minute);
    this.#range = null;
    if (!this.#hasLost && past.hasTraded()) this.#reference = past.closeBefore(windowStart);
  }

  #stretch(slot: number, price: Ticks): void {
    this.#highs[slot] = Math.max(this.#highs[slot] ?? 0, price);
    this.#lows[slot] = (this.#lows[slot] ?? 0) === 0 ? price : Math.min(this.#lows[slot] ?? 0, price);
    // Extremes that were not read since a minute left stay null: one trade does not justify the search.
    if (!this.#range) return;
    const { high, low } = this.#range;
    this.#range = { high: Math.max(high, price), low: low === 0 ? price : Math.min(low, price) };
  }

  #extremes(): { high: Ticks; low: Ticks } {
    this.#range ??= {
      high: this.#highs.reduce((most, price) => Math.max(most, price), 0),
      low: this.#lows.reduce((least, price) => (price !== 0 && (least === 0 || price < least) ? price : least), 0),
    };
    return this.#range;
  }

  /** Drops the minutes that fall out of the window, oldest first, so that the last one dropped sets the reference. */
  #moveTo(now: TimeMs): void {
    const minute = Math.floor(now / MINUTE_MS);
    const steps = Math.min(minute - this.#minute, DAY_MINUTES);
    for (let step = 1; step <= steps; step += 1) this.#drop((this.#minute + step) % DAY_MINUTES);
    this.#minute = Math.max(this.#minute, minute);
  }

  #drop(slot: number): void {
    const lots = this.#lots[slot] ?? 0;
    if (lots === 0) return;
    this.#totalLots -= lots;
    this.#totalValue -= this.#value[slot] ?? 0n;
    this.#reference = this.#close[slot] ?? 0;
    this.#hasLost = true;
    this.#lots[slot] = 0;
    this.#value[slot] = 0n;
    this.#highs[slot] = 0;
    this.#lows[slot] = 0;
    this.#range = null;
  }
}
