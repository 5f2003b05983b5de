import { divHalfEven, divHalfEvenInt } from '../../../kernel/decimal.ts';
import { Draw, type RandomStream, streamOf } from '../../../kernel/random.ts';
import type { PriceUnits, Ratio, Ticks, TimeMs } from '../../../kernel/units.ts';
import type { ExchangeConfig, MarketSpec } from '../../config.ts';
import { FUNDING_MS, hourlyRateOf } from '../../funding.ts';
import { isInSession, markOf } from '../../prices.ts';
import { scaledNormal } from '../returns.ts';
import type { PastHour, PastProcess } from './past-process.ts';
import { hourlyPremiumPpb, minuteTradesMean, minuteVolatilityPpb } from './past-figures.ts';
import { type PastMinute, tradesOf } from './past-trades.ts';

/** What the past of an exchange depends on, besides its markets. */
export type PastOrigin = Pick<ExchangeConfig, 'seed' | 'startTime' | 'historyDays' | 'factor'>;

const BILLION = 1_000_000_000n;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** From parts per billion to the 1e-18 in which premiums are kept. */
const PREMIUM_PER_PPB = 1_000_000_000n;

/** Where the walk stands at the end of an hour, before it goes through that hour backwards. */
interface Edge {
  readonly random: RandomStream;
  readonly price: PriceUnits;
  readonly close: Ticks;
}

/**
 * A random walk backwards from the opening price, as volatile as the market's own process and as busy as its agents.
 * The walk is drawn from the newest minute to the oldest, only as far as it is read; each hour's trades and each
 * settlement have a stream of their own. Only the ends of hours are kept.
 */
export class SeededPast implements PastProcess {
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly closing: Ticks;
  readonly minuteTradesMax: number;
  readonly #spec: MarketSpec;
  readonly #seed: string;
  readonly #volatilityPpb: number;
  readonly #premiumPpb: number;
  /** By hours before the newest one. */
  readonly #edges: Edge[];

  constructor(spec: MarketSpec, { seed, startTime, historyDays }: PastOrigin) {
    this.#spec = spec;
    this.#seed = seed;
    this.to = Math.floor(startTime / MINUTE_MS) * MINUTE_MS;
    this.from = this.to - historyDays * DAY_MS;
    this.closing = markOf(spec, spec.initialIndex, 0);
    this.minuteTradesMax = 2 * minuteTradesMean(spec);
    this.#volatilityPpb = minuteVolatilityPpb(spec);
    this.#premiumPpb = hourlyPremiumPpb(spec);
    this.#edges = [{ random: streamOf(seed, `past:${spec.symbol}`), price: spec.initialIndex, close: this.closing }];
  }

  hasTraded(): boolean {
    const draw = new Draw((this.#edges[0] as Edge).random);
    for (let at = this.to - MINUTE_MS; at >= this.from; at -= MINUTE_MS) {
      if (this.#rests(at)) continue;
      if (this.#drawMinute(draw).trades > 0) return true;
    }
    return false;
  }

  hour(openTime: TimeMs): PastHour {
    const back = Math.floor((this.to - 1) / HOUR_MS) - openTime / HOUR_MS;
    for (let known = this.#edges.length; known <= back; known += 1) {
      this.#edges.push(this.#walk(this.#edges[known - 1] as Edge, openTime + (back - known + 1) * HOUR_MS).edge);
    }
    const { edge, minutes } = this.#walk(this.#edges[back] as Edge, openTime);
    const stream = streamOf(this.#seed, `past trades:${this.#spec.symbol}:${openTime}`);
    return { open: edge.close, trades: tradesOf(this.#spec, minutes, this.#reach(edge.price), new Draw(stream)) };
  }

  fundingRateAt(at: TimeMs): Ratio {
    const stream = streamOf(this.#seed, `past funding:${this.#spec.symbol}:${at / FUNDING_MS}`);
    const premium = BigInt(scaledNormal(this.#premiumPpb, new Draw(stream))) * PREMIUM_PER_PPB;
    return hourlyRateOf(this.#spec, premium, 1);
  }

  /** The minutes of an hour, oldest first, from the edge at its end, and the edge at its beginning. */
  #walk({ random, price, close }: Edge, openTime: TimeMs): { readonly edge: Edge; readonly minutes: PastMinute[] } {
    const draw = new Draw(random);
    const minutes: PastMinute[] = [];
    const oldest = Math.max(openTime, this.from);
    for (let at = Math.min(openTime + HOUR_MS, this.to) - MINUTE_MS; at >= oldest; at -= MINUTE_MS) {
      if (this.#rests(at)) continue;
      const { trades, returnPpb } = this.#drawMinute(draw);
      // One trade has one price: only from the second on can a minute close elsewhere than it opened.
      if (trades > 1) price = this.#before(price, returnPpb);
      const open = trades > 1 ? this.#ticksOf(price) : close;
      if (trades > 0) minutes.push({ openTime: at, open, close, trades });
      close = open;
    }
    return { edge: { random: draw.stream(), price, close }, minutes: minutes.reverse() };
  }

  /** A market at rest draws nothing: a weekend costs no time. */
  #rests(minute: TimeMs): boolean {
    return this.minuteTradesMax === 0 || !isInSession(this.#spec, minute);
  }

  #drawMinute(draw: Draw): { readonly trades: number; readonly returnPpb: number } {
    return { trades: draw.between(0, this.minuteTradesMax), returnPpb: scaledNormal(this.#volatilityPpb, draw) };
  }

  /** The price that a return led away from, at least as high as the lowest index. */
  #before(price: PriceUnits, returnPpb: number): PriceUnits {
    const before = Number(divHalfEven(BigInt(price) * (BILLION - BigInt(returnPpb)), BILLION));
    return Math.max(2 * this.#spec.tickUnits, before);
  }

  /** How far single trades stray from the way of their minute: a quarter of its deviation. */
  #reach(price: PriceUnits): Ticks {
    return this.#volatilityPpb === 0
      ? 0
      : Number((BigInt(price) * BigInt(this.#volatilityPpb)) / (4n * BILLION * BigInt(this.#spec.tickUnits)));
  }

  #ticksOf(price: PriceUnits): Ticks {
    return Math.max(1, divHalfEvenInt(price, this.#spec.tickUnits));
  }
}
