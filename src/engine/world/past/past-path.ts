import { divHalfEven } from '../../../kernel/decimal.ts';
import { itemAt } from '../../../kernel/errors.ts';
import { expPpb, fadePpb, mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import { Draw, type RandomStream, streamOf } from '../../../kernel/random.ts';
import type { PriceUnits, TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import { isInSession } from '../../prices.ts';
import type { FactorSpec, StochasticSpec, VolatilityState } from '../dynamics-spec.ts';
import {
  boundedReturn,
  inMinutes,
  livelinessOf,
  MEAN_VOLATILITY,
  noiseOf,
  reverted,
  stepVolatility,
  variances,
  type Variances,
} from '../dynamics.ts';
import { scaledNormal, withinBounds } from '../returns.ts';
import type { PastFlow } from './past-flow.ts';
import { hourlyPremiumPpb, minuteVolatilityPpb } from './past-process.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MINUTES = 60;
const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
/** Squares of deviations up to this add up to a safe integer. */
const DEVIATION_MAX_PPB = 60_000_000;
const BILLION_BIG = 1_000_000_000n;

/** One hour of a market by minutes of the hour. Minutes out of hours and outside the past have no orders. */
export interface PathHour {
  /** Fair prices at the beginning of the hour and at the end of each minute: 61 of them. */
  readonly fair: readonly PriceUnits[];
  /** Volatility over its mean, in parts per million. */
  readonly liveliness: readonly number[];
  /** True of minutes with at least one order. */
  readonly trades: readonly boolean[];
}

interface PathEdge {
  readonly random: RandomStream;
  readonly index: PriceUnits;
  readonly volatility: VolatilityState;
  /** The fast part of the basis, in parts per billion. */
  readonly fast: number;
}

export interface PathOrigin {
  readonly spec: MarketSpec;
  readonly seed: string;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly factor: PastFactor | null;
  readonly basis: PastBasis;
  readonly flow: PastFlow | null;
}

/**
 * The index of a market before the start, drawn backwards in steps of a minute by the dynamics of its present, and the fair price
 * that the basis makes of it. Both end where the present begins.
 */
export class PastPath {
  /** Deviation of the return of a mean minute, in parts per billion. */
  readonly minutePpb: number;
  /** The newest minute in which the market was open; it always has an order. Null where there is none. */
  readonly newest: TimeMs | null;
  readonly #origin: PathOrigin;
  readonly #process: StochasticSpec;
  readonly #fastDecayPpb: number;
  readonly #fastNoisePpb: number;
  readonly #hours: BackwardHours<PathHour, PathEdge>;

  constructor(origin: PathOrigin) {
    const { spec, seed, to } = origin;
    this.#origin = origin;
    this.#process = minutesOf(spec);
    this.minutePpb = withFactor(minuteVolatilityPpb(spec), origin.factor, this.#process);
    const fair = spec.liquidity.kind === 'population' ? spec.liquidity.fair : { fastPpb: 0, fastMs: MINUTE_MS };
    this.#fastDecayPpb = BILLION - fadePpb(MINUTE_MS, fair.fastMs);
    this.#fastNoisePpb = noiseOf(fair.fastPpb, this.#fastDecayPpb);
    this.newest = newestMinute(origin);
    const random = streamOf(seed, `past:${spec.symbol}`);
    const edge: PathEdge = { random, index: spec.initialIndex, volatility: MEAN_VOLATILITY, fast: 0 };
    this.#hours = new BackwardHours(to, edge, (start, openTime) => this.#draw(start, openTime));
  }

  hour(openTime: TimeMs): PathHour {
    return this.#hours.at(openTime);
  }

  /** The fair price at the end of the newest minute, without drawing its hour: the index stood since then. */
  closing(newest: TimeMs): PriceUnits {
    const { spec, basis } = this.#origin;
    const openTime = newest - (newest % HOUR_MS);
    return fairOf(spec.initialIndex, this.#slowAt(basis.hour(openTime), openTime, newest + MINUTE_MS));
  }

  /** The slow basis at a moment of an hour, which changes evenly from one end to the other. */
  #slowAt({ open, close }: BasisHour, openTime: TimeMs, at: TimeMs): number {
    const lengthMs = Math.min(HOUR_MS, this.#origin.to - openTime);
    return open + mulDiv(close - open, Math.min(lengthMs, at - openTime), lengthMs);
  }

  #draw(edge: PathEdge, openTime: TimeMs): HourAndEdge<PathHour, PathEdge> {
    const { spec, from, to, factor, basis } = this.#origin;
    const draw = new Draw(edge.random);
    let { index, volatility, fast } = edge;
    const slow = basis.hour(openTime);
    const fair = new Array<PriceUnits>(MINUTES + 1).fill(0);
    const liveliness = new Array<number>(MINUTES).fill(0);
    const trades = new Array<boolean>(MINUTES).fill(false);
    const common = factor && this.#process.betaPpm > 0 ? factor.hour(openTime) : null;
    for (let minute = MINUTES - 1; minute >= 0; minute -= 1) {
      const at = openTime + minute * MINUTE_MS;
      fair[minute + 1] = fairOf(index, this.#slowAt(slow, openTime, at + MINUTE_MS) + fast);
      if (at < from || at >= to || !isInSession(spec, at)) continue;
      const step = stepVolatility(this.#process, volatility, at, draw);
      ({ volatility } = step);
      const own = variances(this.#process, volatility, at);
      const lively = livelinessOf(this.#process, own, common?.variances[minute] ?? null, at);
      liveliness[minute] = lively;
      trades[minute] = this.#hasOrder(lively, draw) || (at === this.newest && this.#origin.flow !== null);
      fast = reverted(fast, this.#fastDecayPpb, this.#fastNoisePpb, draw);
      const shared = common ? mulDiv(common.returnsPpb[minute] ?? 0, this.#process.betaPpm, MILLION) : 0;
      index = this.#before(index, boundedReturn(this.#process.driftPpb + shared + step.returnPpb));
    }
    fair[0] = fairOf(index, slow.open + fast);
    return { hour: { fair, liveliness, trades }, edge: { random: draw.stream(), index, volatility, fast } };
  }

  #hasOrder(lively: number, draw: Draw): boolean {
    const roll = draw.between(0, BILLION - 1);
    const { flow } = this.#origin;
    return flow !== null && roll >= expPpb(-flow.clustersPpb(lively));
  }

  /** The price that a return led away from. */
  #before(index: PriceUnits, returnPpb: number): PriceUnits {
    const { spec } = this.#origin;
    return withinBounds(spec, Number(divHalfEven(BigInt(index) * BILLION_BIG, BigInt(BILLION + returnPpb))));
  }
}

function newestMinute({ spec, from, to }: PathOrigin): TimeMs | null {
  for (let at = to - MINUTE_MS; at >= from; at -= MINUTE_MS) if (isInSession(spec, at)) return at;
  return null;
}

/** The deviation of a market's own return and of its share of the factor's. */
function withFactor(ownPpb: number, factor: PastFactor | null, { betaPpm }: StochasticSpec): number {
  const shared = factor ? mulDiv(factor.minutePpb, betaPpm, MILLION) : 0;
  const own = Math.min(DEVIATION_MAX_PPB, ownPpb);
  const common = Math.min(DEVIATION_MAX_PPB, shared);
  return squareRoot(own * own + common * common);
}

const fairOf = (index: PriceUnits, basisPpb: number): PriceUnits => index + mulDiv(index, basisPpb, BILLION);

/** The process of a market in steps of a minute; other walks have the same volatility at all times. */
function minutesOf(spec: MarketSpec): StochasticSpec {
  const { process } = spec;
  if (process.kind === 'stochastic') {
    const driftPpb = mulDiv(process.driftPpb, MINUTE_MS, process.stepMs);
    return { ...process, ...inMinutes(process), driftPpb };
  }
  const even = (count: number): number[] => new Array<number>(count).fill(MILLION);
  return {
    kind: 'stochastic',
    stepMs: MINUTE_MS,
    volatilityPpb: minuteVolatilityPpb(spec),
    fastPpm: 0,
    fastDecayPpb: 0,
    slowPpm: 0,
    slowDecayPpb: 0,
    intensityPpb: 0,
    branchingPpb: 0,
    decayPpb: 0,
    jumpPpb: 0,
    profile: { hours: even(24), weekdays: even(7) },
    betaPpm: 0,
    driftPpb: 0,
  };
}

/** The basis of one hour in parts per billion of the index: at its beginning, at its end and in the mean. */
interface BasisHour {
  readonly open: number;
  readonly close: number;
  readonly mean: number;
}

interface BasisEdge {
  readonly random: RandomStream;
  readonly slow: number;
}

/** The slow part of the basis before the start. It ends at zero, where the makers of the present begin. */
export class PastBasis {
  readonly #hours: BackwardHours<BasisHour, BasisEdge>;

  constructor(spec: MarketSpec, seed: string, end: TimeMs) {
    const figures = figuresOf(spec);
    const edge: BasisEdge = { random: streamOf(seed, `past basis:${spec.symbol}`), slow: 0 };
    this.#hours = new BackwardHours(end, edge, (from, openTime) =>
      drawn(figures, from, Math.min(HOUR_MS, end - openTime)),
    );
  }

  hour(openTime: TimeMs): BasisHour {
    return this.#hours.at(openTime);
  }
}

interface Figures {
  readonly slowPpb: number;
  readonly slowMs: TimeMs;
  /** Deviation of the mean of everything faster, over an hour. */
  readonly restPpb: number;
}

function figuresOf(spec: MarketSpec): Figures {
  const { liquidity } = spec;
  if (liquidity.kind !== 'population') return { slowPpb: 0, slowMs: HOUR_MS, restPpb: hourlyPremiumPpb(spec) };
  const { slowPpb, slowMs, fastPpb, fastMs } = liquidity.fair;
  // The mean over an hour of a process that forgets in `fastMs` has the share sqrt(2 fastMs / hour) of its deviation.
  const share = Math.min(MILLION, squareRoot(mulDiv(2 * fastMs, MILLION * MILLION, HOUR_MS)));
  return { slowPpb, slowMs, restPpb: mulDiv(fastPpb, share, MILLION) };
}

function drawn(
  { slowPpb, slowMs, restPpb }: Figures,
  edge: BasisEdge,
  elapsedMs: TimeMs,
): HourAndEdge<BasisHour, BasisEdge> {
  const draw = new Draw(edge.random);
  const noise = mulDiv(slowPpb, squareRoot((BILLION - fadePpb(2 * elapsedMs, slowMs)) * 1_000), MILLION);
  const open = mulDiv(edge.slow, fadePpb(elapsedMs, slowMs), BILLION) + scaledNormal(noise, draw);
  const mean = Math.trunc((open + edge.slow) / 2) + scaledNormal(restPpb, draw);
  return { hour: { open, close: edge.slow, mean }, edge: { random: draw.stream(), slow: open } };
}

/** The common factor in one hour, by minutes of the hour. */
export interface FactorHour {
  readonly returnsPpb: readonly number[];
  readonly variances: readonly Variances[];
}

interface FactorEdge {
  readonly random: RandomStream;
  readonly volatility: VolatilityState;
}

/** The common factor before the start, for all markets of an exchange: it ends with the volatility that the present begins with. */
export class PastFactor {
  /** Deviation of the return of a mean minute, in parts per billion. */
  readonly minutePpb: number;
  readonly #spec: FactorSpec;
  readonly #hours: BackwardHours<FactorHour, FactorEdge>;

  constructor(spec: FactorSpec, seed: string, end: TimeMs) {
    this.#spec = inMinutes(spec);
    this.minutePpb = this.#spec.volatilityPpb;
    const edge: FactorEdge = { random: streamOf(seed, 'past factor'), volatility: MEAN_VOLATILITY };
    this.#hours = new BackwardHours(end, edge, (from, openTime) => this.#draw(from, openTime));
  }

  hour(openTime: TimeMs): FactorHour {
    return this.#hours.at(openTime);
  }

  /** All minutes of an hour, also those after the start, so that the hour does not depend on where a market rests. */
  #draw(edge: FactorEdge, openTime: TimeMs): HourAndEdge<FactorHour, FactorEdge> {
    const draw = new Draw(edge.random);
    let { volatility } = edge;
    const returnsPpb = new Array<number>(MINUTES).fill(0);
    const made = new Array<Variances>(MINUTES);
    for (let minute = MINUTES - 1; minute >= 0; minute -= 1) {
      const at = openTime + minute * MINUTE_MS;
      const step = stepVolatility(this.#spec, volatility, at, draw);
      ({ volatility } = step);
      returnsPpb[minute] = step.returnPpb;
      made[minute] = variances(this.#spec, volatility, at);
    }
    return { hour: { returnsPpb, variances: made }, edge: { random: draw.stream(), volatility } };
  }
}

/** One hour of a path, and where the path stands at its beginning. */
interface HourAndEdge<Hour, Edge> {
  readonly hour: Hour;
  readonly edge: Edge;
}

/**
 * A path that is drawn backwards from its end, one UTC hour after the other. Each hour is drawn when it or an older one is first
 * read, so the newest hours are the cheapest, and it is the same whatever was read before.
 */
class BackwardHours<Hour, Edge> {
  readonly #newest: number;
  /** From the newest to the oldest that was drawn. */
  readonly #hours: Hour[] = [];
  #edge: Edge;
  readonly #draw: (edge: Edge, openTime: TimeMs) => HourAndEdge<Hour, Edge>;

  constructor(end: TimeMs, edge: Edge, draw: (edge: Edge, openTime: TimeMs) => HourAndEdge<Hour, Edge>) {
    this.#newest = Math.floor((end - 1) / HOUR_MS);
    this.#edge = edge;
    this.#draw = draw;
  }

  at(openTime: TimeMs): Hour {
    const back = this.#newest - openTime / HOUR_MS;
    while (this.#hours.length <= back) {
      const { hour, edge } = this.#draw(this.#edge, (this.#newest - this.#hours.length) * HOUR_MS);
      this.#hours.push(hour);
      this.#edge = edge;
    }
    return itemAt(this.#hours, back);
  }
}
