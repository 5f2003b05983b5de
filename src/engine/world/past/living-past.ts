import { divHalfEvenInt } from '../../../kernel/decimal.ts';
import { itemAt } from '../../../kernel/errors.ts';
import { mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import { Draw, streamOf } from '../../../kernel/random.ts';
import type { Lots, PriceUnits, Ratio, Ticks, TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import { FUNDING_MS, hourlyRateOf } from '../../funding.ts';
import type { Side } from '../../orders/order-terms.ts';
import { leastLots } from '../population/sizes.ts';
import { type PastFlow, pastFlowOf } from './past-flow.ts';
import { PastBasis, type PastFactor, PastPath, type PathHour } from './past-path.ts';
import type { PastHour, PastProcess, PastTrade } from './past-process.ts';
import type { PastOrigin } from './seeded-past.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTES = 60;
/** From parts per billion to the 1e-18 in which premiums are kept. */
const PREMIUM_PER_PPB = 1_000_000_000n;

/**
 * The past of a market with stochastic prices or a population: the same dynamics, flow and basis as in the present, drawn
 * backwards from where the present begins. The common factor is that of all markets, so their candles move together.
 */
export class LivingPast implements PastProcess {
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly closing: Ticks;
  readonly minuteTradesMax: number;
  readonly #spec: MarketSpec;
  readonly #seed: string;
  readonly #flow: PastFlow | null;
  readonly #basis: PastBasis;
  readonly #path: PastPath;
  readonly #trades: FlowTrades | null;

  constructor(spec: MarketSpec, { seed, startTime, historyDays }: PastOrigin, factor: PastFactor | null) {
    this.#spec = spec;
    this.#seed = seed;
    this.to = Math.floor(startTime / MINUTE_MS) * MINUTE_MS;
    this.from = this.to - historyDays * DAY_MS;
    this.#flow = historyDays > 0 ? pastFlowOf(spec) : null;
    this.minuteTradesMax = TRADES_PER_ORDER * (this.#flow?.ordersMax ?? 0);
    this.#basis = new PastBasis(spec, seed, this.to);
    const { from, to } = this;
    this.#path = new PastPath({ spec, seed, from, to, factor, basis: this.#basis, flow: this.#flow });
    const { newest } = this.#path;
    const isStill = this.#flow === null || newest === null;
    this.closing = closingTicks(spec, isStill ? spec.initialIndex : this.#path.closing(newest));
    this.#trades = this.#flow && new FlowTrades(spec, this.#flow, this.#path.minutePpb);
  }

  hasTraded(): boolean {
    return this.#flow !== null && this.#path.newest !== null;
  }

  hour(openTime: TimeMs): PastHour {
    const stream = streamOf(this.#seed, `past trades:${this.#spec.symbol}:${openTime}`);
    const trades = this.#trades?.of(openTime, this.#path.hour(openTime), new Draw(stream)) ?? [];
    return { open: this.#closeBefore(openTime), trades };
  }

  fundingRateAt(at: TimeMs): Ratio {
    const { mean } = this.#basis.hour(at - FUNDING_MS);
    return hourlyRateOf(this.#spec, BigInt(mean) * PREMIUM_PER_PPB, 1);
  }

  /** The last price before a moment; the price at which the past begins when nothing has traded before. */
  #closeBefore(time: TimeMs): Ticks {
    return closingTicks(this.#spec, this.#lastFairBefore(time) ?? this.#firstFair());
  }

  /** The fair price at the end of the last minute before a full minute that has trades. */
  #lastFairBefore(time: TimeMs): PriceUnits | null {
    if (!this.#flow) return null;
    for (let openTime = hourOf(time - 1); openTime + HOUR_MS > this.from; openTime -= HOUR_MS) {
      const { fair, trades } = this.#path.hour(openTime);
      const last = trades.lastIndexOf(true, Math.min(MINUTES, (time - openTime) / MINUTE_MS) - 1);
      if (last >= 0) return fair[last + 1] ?? null;
    }
    return null;
  }

  #firstFair(): PriceUnits {
    const { from, to } = this;
    return from === to ? this.#spec.initialIndex : itemAt(this.#path.hour(hourOf(from)).fair, 0);
  }
}

const hourOf = (time: TimeMs): TimeMs => Math.floor(time / HOUR_MS) * HOUR_MS;

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
/** An order or a metaorder goes with the move that follows more often than against it. */
const WITH_MOVE_PPM = 580_000;
/** The most trades that one order makes. */
const TRADES_PER_ORDER = 2;
/** Chance that the best price does not fill an order, and the rest of it trades one tick further. */
const SECOND_LEVEL_PPM = 500_000;
/** From a deviation to the largest draw of a uniform distribution with the same: the square root of 3. */
const ROOT_3_PPM = 1_732_051;

/** A large order that is split into many: its signed orders left, and their usual size. */
interface Metaorder {
  left: number;
  usual: Lots;
}

/**
 * The trades of one hour, oldest first. Within a minute the fair price walks from one end to the other; purchases trade half a
 * spread above it, sales below. The last trade of a minute is at its closing price, to which older and newer hours refer.
 */
class FlowTrades {
  readonly #spec: MarketSpec;
  readonly #flow: PastFlow;
  readonly #minutePpb: number;
  readonly #halfSpreadPpb: number;
  readonly #least: Ticks;
  /** Times and fair prices of the orders of the minute under way. */
  readonly #times: Uint32Array;
  readonly #fair: Float64Array;

  constructor(spec: MarketSpec, flow: PastFlow, minutePpb: number) {
    this.#spec = spec;
    this.#flow = flow;
    this.#minutePpb = minutePpb;
    this.#halfSpreadPpb = spec.liquidity.kind === 'population' ? spec.liquidity.makers.halfSpreadPpb : 0;
    this.#least = Math.max(1, spec.minPriceTicks);
    this.#times = new Uint32Array(flow.ordersMax);
    this.#fair = new Float64Array(flow.ordersMax);
  }

  of(openTime: TimeMs, hour: PathHour, draw: Draw): PastTrade[] {
    const metaorders = Array.from({ length: this.#flow.metaorders }, (): Metaorder => ({ left: 0, usual: 0 }));
    const made: PastTrade[] = [];
    const closing = itemAt(hour.fair, MINUTES);
    for (let minute = 0; minute < MINUTES; minute += 1) {
      if (!hour.trades[minute]) continue;
      const open = itemAt(hour.fair, minute);
      const close = itemAt(hour.fair, minute + 1);
      const lively = itemAt(hour.liveliness, minute);
      this.#addMinute(made, openTime + minute * MINUTE_MS, { open, close, closing, lively }, metaorders, draw);
    }
    return made;
  }

  #addMinute(made: PastTrade[], minute: TimeMs, path: MinutePath, metaorders: Metaorder[], draw: Draw): void {
    const { open, close, closing, lively } = path;
    const spec = this.#spec;
    const orders = this.#flow.times(lively, draw, this.#times);
    const half = mulDiv(open, this.#halfSpreadPpb, BILLION);
    const least = leastLots(spec, closingTicks(spec, Math.min(open, close)));
    this.#walk(path, orders, draw);
    for (let order = 0; order < orders; order += 1) {
      const at = minute + itemAt(this.#times, order);
      const fair = itemAt(this.#fair, order);
      const signed = this.#orderOf(metaorders, close - open, closing - fair, draw);
      const sign = signed > 0 ? 1 : -1;
      const takerSide: Side = signed > 0 ? 'buy' : 'sell';
      const lots = Math.max(least, Math.min(spec.maxMarketLots, sign * signed));
      const price = order === orders - 1 ? closingTicks(spec, close) : this.#priceOf(fair, sign, half);
      const rest = lots >= 2 * least && draw.chance(SECOND_LEVEL_PPM) ? draw.between(least, lots - least) : 0;
      if (rest > 0) made.push({ at, takerSide, price: Math.max(this.#least, price - sign), lots: rest });
      made.push({ at, takerSide, price, lots: lots - rest });
    }
  }

  /** Draws fair prices at the orders of a minute: steps of equal deviation, tied to both ends. */
  #walk({ open, close, lively }: MinutePath, orders: number, draw: Draw): void {
    const deviation = mulDiv(open, mulDiv(this.#minutePpb, lively, MILLION), BILLION);
    const reach = Math.min(BILLION, mulDiv(deviation, ROOT_3_PPM, 1_000 * squareRoot(orders * MILLION)));
    let strayed = 0;
    for (let order = 0; order < orders; order += 1) {
      strayed += draw.between(-reach, reach);
      this.#fair[order] = strayed;
    }
    const total = close - open - strayed;
    const rest = total % orders;
    const step = (total - rest) / orders;
    for (let order = 0; order < orders; order += 1) {
      const way = itemAt(this.#fair, order);
      this.#fair[order] = open + way + step * (order + 1) + Math.trunc((rest * (order + 1)) / orders);
    }
  }

  /** Lots of the next order, below zero for a sale. */
  #orderOf(metaorders: Metaorder[], minuteMove: number, laterMove: number, draw: Draw): Lots {
    const { metaPpm } = this.#flow;
    if (metaorders.length === 0 || !draw.chance(metaPpm))
      return signWith(minuteMove, draw) * this.#flow.noiseLots(draw);
    const running = itemAt(metaorders, draw.between(0, metaorders.length - 1));
    if (running.left === 0) {
      running.left = this.#flow.metaLength(draw) * signWith(laterMove, draw);
      running.usual = this.#flow.parentLots(draw);
    }
    const sign = running.left > 0 ? 1 : -1;
    running.left -= sign;
    return sign * Math.max(1, this.#flow.childLots(running.usual, draw));
  }

  #priceOf(fair: PriceUnits, sign: number, half: PriceUnits): Ticks {
    const { tickUnits } = this.#spec;
    const ticks = sign > 0 ? Math.ceil((fair + half) / tickUnits) : Math.floor((fair - half) / tickUnits);
    return Math.max(this.#least, ticks);
  }
}

interface MinutePath {
  readonly open: PriceUnits;
  readonly close: PriceUnits;
  /** The fair price at the end of the hour. */
  readonly closing: PriceUnits;
  readonly lively: number;
}

/** The price at which the last trade of a minute is made. */
const closingTicks = (spec: MarketSpec, fair: PriceUnits): Ticks =>
  Math.max(1, spec.minPriceTicks, divHalfEvenInt(fair, spec.tickUnits));

const signWith = (move: number, draw: Draw): number => (draw.chance(WITH_MOVE_PPM) === move >= 0 ? 1 : -1);
