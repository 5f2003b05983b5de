import { Draw, streamOf } from '../../../kernel/random.ts';
import type { PriceUnits, Ratio, Ticks, TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import { FUNDING_MS, hourlyRateOf } from '../../funding.ts';
import { closingTicks, FlowTrades, TRADES_PER_ORDER } from './flow-trades.ts';
import { PastBasis } from './past-basis.ts';
import type { PastFactor } from './past-factor.ts';
import { type PastFlow, pastFlowOf } from './past-flow.ts';
import { PastPath } from './past-path.ts';
import type { PastHour, PastProcess } from './past-process.ts';
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
    return from === to ? this.#spec.initialIndex : (this.#path.hour(hourOf(from)).fair[0] as PriceUnits);
  }
}

const hourOf = (time: TimeMs): TimeMs => Math.floor(time / HOUR_MS) * HOUR_MS;
