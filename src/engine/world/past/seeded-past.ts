import { divHalfEven, divHalfEvenInt } from '../../../kernel/decimal.ts';
import { itemAt } from '../../../kernel/errors.ts';
import { Draw, type RandomStream, streamOf } from '../../../kernel/random.ts';
import type { PriceUnits, Ratio, Ticks, TimeMs } from '../../../kernel/units.ts';
import type { ExchangeConfig, MarketSpec } from '../../config.ts';
import { FUNDING_MS, hourlyRateOf } from '../../funding.ts';
import { isInSession, markOf } from '../../prices.ts';
import { scaledNormal } from '../returns.ts';
import {
  hourlyPremiumPpb,
  minuteTradesMean,
  minuteVolatilityPpb,
  type PastHour,
  type PastProcess,
  type PastTrade,
} from './past-process.ts';

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
    const draw = new Draw(itemAt(this.#edges, 0).random);
    for (let at = this.to - MINUTE_MS; at >= this.from; at -= MINUTE_MS) {
      if (this.#rests(at)) continue;
      if (this.#drawMinute(draw).trades > 0) return true;
    }
    return false;
  }

  hour(openTime: TimeMs): PastHour {
    const back = Math.floor((this.to - 1) / HOUR_MS) - openTime / HOUR_MS;
    for (let known = this.#edges.length; known <= back; known += 1) {
      this.#edges.push(this.#walk(itemAt(this.#edges, known - 1), openTime + (back - known + 1) * HOUR_MS).edge);
    }
    const { edge, minutes } = this.#walk(itemAt(this.#edges, back), openTime);
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

/** A minute of the walk in which something traded: the prices of its first and last trade. */
interface PastMinute {
  readonly openTime: TimeMs;
  readonly open: Ticks;
  readonly close: Ticks;
  /** At least 1; `open` and `close` are equal when it is 1. */
  readonly trades: number;
}
/** Keeps the width of a draw within what a draw can be. */
const REACH_MAX: Ticks = 1_000_000_000;

/**
 * The trades of some minutes, oldest first. Each minute is cut into as many equal spans as it has trades, so that no
 * two share a moment. Prices go from open to close in even steps; trades between the first and the last stray by up to
 * `reach`, purchases upwards and sales downwards.
 */
function tradesOf(spec: MarketSpec, minutes: readonly PastMinute[], reach: Ticks, draw: Draw): PastTrade[] {
  const least = Math.max(1, spec.minPriceTicks);
  const width = Math.min(reach, REACH_MAX);
  const { minLots, maxLots } = spec.liquidity.kind === 'agents' ? spec.liquidity : { minLots: 1, maxLots: 1 };
  const made: PastTrade[] = [];
  for (const { openTime, open, close, trades } of minutes) {
    const span = Math.floor(MINUTE_MS / trades);
    for (let index = 0; index < trades; index += 1) {
      const at = openTime + index * span + draw.between(0, span - 1);
      const strayed = draw.between(-width - 1, width);
      const isEnd = index === 0 || index === trades - 1;
      const way = onTheWay(open, close, index, trades - 1);
      const price = isEnd ? way : Math.max(least, strayed < 0 ? way + strayed + 1 : way + strayed);
      made.push({ at, takerSide: strayed < 0 ? 'sell' : 'buy', price, lots: draw.between(minLots, maxLots) });
    }
  }
  return made;
}

/** The price after `step` of `steps` even steps. Whole steps and the rest are taken apart, so that no product is large. */
function onTheWay(open: Ticks, close: Ticks, step: number, steps: number): Ticks {
  if (steps === 0) return close;
  const rest = (close - open) % steps;
  return open + ((close - open - rest) / steps) * step + Math.trunc((rest * step) / steps);
}
