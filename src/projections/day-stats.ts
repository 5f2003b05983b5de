import { formatAmount, formatLots, formatPrice } from '../api/format.ts';
import type { DayStats } from '../api/views.ts';
import type { MarketSpec } from '../engine/config.ts';
import type { TradedEvent } from '../engine/event.ts';
import type { Lots, Ticks, TimeMs, Units } from '../kernel/units.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/**
 * Volume and reference price of one market over a rolling day, counted in whole minutes of exchange time:
 * the minute under way and the 1,439 before it. A trade of the first millisecond of a minute leaves exactly
 * 24 hours later, any other up to a minute sooner. Sums are kept as trades come and go, so a read costs
 * nothing and a clock that jumps by days costs one pass over the ring.
 */
export class RollingDay {
  readonly #spec: MarketSpec;
  /** By minute modulo a day; only minutes inside the window hold anything. */
  readonly #lots: Lots[] = new Array<Lots>(DAY_MINUTES).fill(0);
  readonly #value: Units[] = new Array<Units>(DAY_MINUTES).fill(0n);
  readonly #close: Ticks[] = new Array<Ticks>(DAY_MINUTES).fill(0);
  /** The minute under way, counted from the Unix epoch. */
  #minute: number;
  #totalLots: Lots = 0;
  #totalValue: Units = 0n;
  /** Last price before the window; until something has left it, the first price ever. 0 before any trade. */
  #reference: Ticks = 0;

  constructor(spec: MarketSpec, now: TimeMs) {
    this.#spec = spec;
    this.#minute = Math.floor(now / MINUTE_MS);
  }

  add(event: TradedEvent): void {
    this.#moveTo(event.at);
    const slot = this.#minute % DAY_MINUTES;
    this.#lots[slot] = (this.#lots[slot] ?? 0) + event.quantity;
    this.#value[slot] = (this.#value[slot] ?? 0n) + event.notional;
    this.#close[slot] = event.price;
    this.#totalLots += event.quantity;
    this.#totalValue += event.notional;
    if (this.#reference === 0) this.#reference = event.price;
  }

  /** The figures at `now`, which is never before the last trade. */
  at(now: TimeMs): DayStats {
    this.#moveTo(now);
    return {
      prevDayPrice: this.#reference === 0 ? '' : formatPrice(this.#spec, this.#reference),
      volume: formatLots(this.#spec, this.#totalLots),
      quoteVolume: formatAmount(this.#totalValue),
    };
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
    this.#lots[slot] = 0;
    this.#value[slot] = 0n;
  }
}
