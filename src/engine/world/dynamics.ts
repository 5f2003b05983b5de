import { invariant, itemAt } from '../../kernel/errors.ts';
import { divHalfEvenInt } from '../../kernel/decimal.ts';
import { expPpb, lnPpb, mulDiv, squareRoot } from '../../kernel/fixed-point.ts';
import { Draw, type RandomStream, streamOf } from '../../kernel/random.ts';
import type { PriceUnits, TimeMs } from '../../kernel/units.ts';
import type { ExchangeConfig, MarketSpec } from '../config.ts';
import type { JobResult } from '../handlers.ts';
import type { Market, State } from '../state.ts';
import type {
  ActivityProfile,
  DynamicsState,
  FactorState,
  StochasticSpec,
  VolatilitySpec,
  VolatilityState,
} from './dynamics-spec.ts';
import { chancePpbOf, moved, scaledNormal, stepJumps, withinBounds } from './returns.ts';

const MILLION = 1_000_000;

/** What a stochastic market is between two steps. */
interface StochasticState {
  readonly price: PriceUnits;
  readonly dynamics: DynamicsState;
  readonly random: RandomStream;
}

/** Returns what a market remembers of its process before the first step; nothing for other processes. */
export function dynamicsAtStart({ process }: MarketSpec): { readonly dynamics?: DynamicsState } {
  if (process.kind !== 'stochastic') return {};
  return { dynamics: { ...MEAN_VOLATILITY, factorSeen: 0, livelinessPpm: MILLION } };
}

/**
 * One step of a stochastic market: its share of what the common factor has moved since its last step, and a return of its own. A
 * market whose feed was stopped makes up for the factor at once, as its source has gone on.
 */
export function stepStochastic(
  { config, factor, now }: Pick<State, 'config' | 'factor' | 'now'>,
  spec: MarketSpec,
  process: StochasticSpec,
  { price, dynamics, random }: StochasticState,
): StochasticState & { readonly afterMs: TimeMs } {
  const draw = new Draw(random);
  const { returnPpb, volatility } = stepVolatility(process, dynamics, now, draw);
  const factorSeen = factor?.level ?? 0;
  const common = mulDiv(factorSeen - dynamics.factorSeen, process.betaPpm, MILLION);
  const after = withinBounds(spec, moved(price, boundedReturn(process.driftPpb + common + returnPpb)));
  const afterMs = gapAfter(process.stepMs, draw);
  const shared = config.factor && factor ? variances(config.factor, factor, now) : null;
  const livelinessPpm = livelinessOf(process, variances(process, volatility, now), shared, now);
  return { price: after, dynamics: { factorSeen, livelinessPpm, ...volatility }, random: draw.stream(), afterMs };
}

/**
 * The return in ppb that the next steps of a market will make, each with one step of the common factor, from the draws that its process and
 * the factor are about to make. What the factor has moved already and the market has not followed yet is part of it. The profile is that of
 * the hours from `at` on.
 */
export function returnAhead(
  { config, factor }: Pick<State, 'config' | 'factor'>,
  at: TimeMs,
  process: StochasticSpec,
  { dynamics, random }: Pick<StochasticState, 'dynamics' | 'random'>,
  steps: number,
): number {
  const draw = new Draw(random);
  let own: VolatilityState = dynamics;
  let sum = process.driftPpb * steps;
  for (let step = 0; step < steps; step += 1) {
    const next = stepVolatility(process, own, at + step * process.stepMs, draw);
    // The draw of the time to the step after it.
    gapAfter(process.stepMs, draw);
    own = next.volatility;
    sum += next.returnPpb;
  }
  if (!config.factor || !factor || process.betaPpm === 0) return boundedReturn(sum);
  const common = new Draw(factor.random);
  let shared: VolatilityState = factor;
  let moved = factor.level - dynamics.factorSeen;
  for (let step = 0; step < steps; step += 1) {
    const next = stepVolatility(config.factor, shared, at + step * config.factor.stepMs, common);
    gapAfter(config.factor.stepMs, common);
    shared = next.volatility;
    moved += next.returnPpb;
  }
  return boundedReturn(sum + mulDiv(moved, process.betaPpm, MILLION));
}

/** Milliseconds to the next step: half to one and a half of the mean. */
const gapAfter = (stepMs: TimeMs, draw: Draw): TimeMs => Math.max(1, Math.floor(stepMs / 2) + draw.between(0, stepMs));

/** The common factor before its first step; absent where the world has none. */
export function factorAtStart({ factor, seed }: ExchangeConfig): { readonly factor?: FactorState } {
  return factor ? { factor: { ...MEAN_VOLATILITY, random: streamOf(seed, 'factor'), level: 0 } } : {};
}

/** One step of the common factor, which says when the next is due. */
export function stepFactor(state: State): JobResult {
  const { config, now: at } = state;
  invariant(state.factor && config.factor, 'a factor that steps is there');
  const draw = new Draw(state.factor.random);
  const { returnPpb, volatility } = stepVolatility(config.factor, state.factor, at, draw);
  const again = at + gapAfter(config.factor.stepMs, draw);
  const factor = { random: draw.stream(), level: state.factor.level + returnPpb, ...volatility };
  return { events: [{ type: 'FactorMoved', at, factor, again }], commands: [] };
}

const THOUSAND = 1_000;
const BILLION = 1_000_000_000;
/** Volatility stays between an eighth and eight times its mean, whatever the figures of a world are. */
const LOG_MAX_PPM = 2_079_442;
/** A return is at most half the price. */
const RETURN_MAX_PPB = 500_000_000;

/** A volatility before its first step: both parts at their means, and no jump yet. */
export const MEAN_VOLATILITY: VolatilityState = { fast: 0, slow: 0, excitation: 0n };

/** The return of one step in parts per billion, and the volatility afterwards. Each step draws in the same order. */
export function stepVolatility(
  spec: VolatilitySpec,
  state: VolatilityState,
  at: TimeMs,
  draw: Draw,
): { readonly returnPpb: number; readonly volatility: VolatilityState } {
  const activity = activityPpm(spec.profile, at);
  const { fastNoisePpm, slowNoisePpm } = termsOf(spec);
  const fast = reverted(state.fast, spec.fastDecayPpb, fastNoisePpm, draw);
  const slow = reverted(state.slow, spec.slowDecayPpb, slowNoisePpm, draw);
  const deviation = mulDiv(spec.volatilityPpb, volatilityPpm(spec, { fast, slow }, activity), MILLION);
  const diffusion = scaledNormal(Math.min(deviation, RETURN_MAX_PPB), draw);
  const { jump, excitation } = stepJumps(spec, state.excitation, draw, activity);
  return { returnPpb: boundedReturn(diffusion + jump), volatility: { fast, slow, excitation } };
}

/** Returns a return in ppb, kept within the largest that one step may have. */
export const boundedReturn = (ppb: number): number => Math.max(-RETURN_MAX_PPB, Math.min(RETURN_MAX_PPB, ppb));

/** One step of a part of the logarithm: it loses its share of the distance to the mean and gets noise. */
export function reverted(value: number, decayPpb: number, noise: number, draw: Draw): number {
  return mulDiv(value, BILLION - decayPpb, BILLION) + scaledNormal(noise, draw);
}

/** The noise with which a part keeps its deviation: what it loses of its variance in a step. */
export function noiseOf(deviation: number, decayPpb: number): number {
  const lostPpb = mulDiv(decayPpb, 2 * BILLION - decayPpb, BILLION);
  return mulDiv(deviation, squareRoot(lostPpb * THOUSAND), MILLION);
}

/** Volatility over its root mean square, in parts per million. */
export function volatilityPpm(
  spec: VolatilitySpec,
  { fast, slow }: Pick<VolatilityState, 'fast' | 'slow'>,
  activity: number,
): number {
  const log = fast + slow - termsOf(spec).logVariancePpm;
  const bounded = Math.max(-LOG_MAX_PPM, Math.min(LOG_MAX_PPM, log));
  return mulDiv(expPpb(bounded * THOUSAND), activity, BILLION);
}

/** Variance of one step, jumps included, in 1e-15: now, and that of a step at mean volatility and activity. */
export interface Variances {
  readonly now: number;
  readonly mean: number;
  readonly stepMs: TimeMs;
}

/** Returns the variances of one step of the logarithm of a price at a moment. */
export function variances(spec: VolatilitySpec, state: VolatilityState, at: TimeMs): Variances {
  const activity = activityPpm(spec.profile, at);
  const volatility = volatilityPpm(spec, state, activity);
  const { diffusion, jump, mean } = termsOf(spec);
  const chance = mulDiv(chancePpbOf(spec, state.excitation), activity, MILLION);
  const now = mulDiv(diffusion, mulDiv(volatility, volatility, MILLION), MILLION) + mulDiv(jump, chance, BILLION);
  return { now, mean, stepMs: spec.stepMs };
}

/** What follows from the figures alone; variances are those of one step, in 1e-15. */
interface Terms {
  readonly fastNoisePpm: number;
  readonly slowNoisePpm: number;
  readonly logVariancePpm: number;
  readonly diffusion: number;
  /** Of a certain jump. */
  readonly jump: number;
  readonly mean: number;
}

const TERMS = new WeakMap<VolatilitySpec, Terms>();

/** Returns the terms of a spec, which is never changed: a step is taken each second, in each market. */
function termsOf(spec: VolatilitySpec): Terms {
  const known = TERMS.get(spec);
  if (known) return known;
  const terms = newTerms(spec);
  TERMS.set(spec, terms);
  return terms;
}

function newTerms(spec: VolatilitySpec): Terms {
  const logVariancePpm = divHalfEvenInt(spec.fastPpm * spec.fastPpm + spec.slowPpm * spec.slowPpm, MILLION);
  const diffusion = mulDiv(spec.volatilityPpb, spec.volatilityPpb, THOUSAND);
  const jump = mulDiv(spec.jumpPpb, spec.jumpPpb, THOUSAND);
  const meanChance = mulDiv(spec.intensityPpb, BILLION, BILLION - spec.branchingPpb);
  // The mean of a volatility is below its root mean square: e to the power of minus its log variance, for the squares.
  const meanPpb = expPpb(-logVariancePpm * THOUSAND);
  return {
    fastNoisePpm: noiseOf(spec.fastPpm, spec.fastDecayPpb),
    slowNoisePpm: noiseOf(spec.slowPpm, spec.slowDecayPpb),
    logVariancePpm,
    diffusion,
    jump,
    mean: mulDiv(diffusion, meanPpb, BILLION) + mulDiv(jump, meanChance, BILLION),
  };
}

const MILLION_SQUARED = 1_000_000_000_000;
const LIVELINESS_MIN_PPM = 200_000;
const LIVELINESS_MAX_PPM = 5_000_000;

/** Volatility of a market now over its mean, hours and common factor included, in parts per million. */
export const livelinessPpm = (market: Market): number => market.dynamics?.livelinessPpm ?? MILLION;

/**
 * Volatility of a stochastic market over its mean, from the variances of its own returns and of the common factor; a market that
 * never moves has the activity of its hours.
 */
export function livelinessOf(spec: StochasticSpec, own: Variances, factor: Variances | null, at: TimeMs): number {
  const now = own.now + (factor ? ofBeta(factor.now, spec, factor.stepMs) : 0);
  const mean = own.mean + (factor ? ofBeta(factor.mean, spec, factor.stepMs) : 0);
  const ratio = mean === 0 ? activityPpm(spec.profile, at) : squareRoot(mulDiv(now, MILLION_SQUARED, mean));
  return Math.max(LIVELINESS_MIN_PPM, Math.min(LIVELINESS_MAX_PPM, ratio));
}

/** The part of the factor's variance that one step of the market has, whose steps may be longer or shorter. */
function ofBeta(variance: number, { betaPpm, stepMs }: StochasticSpec, factorMs: TimeMs): number {
  const share = mulDiv(variance, mulDiv(betaPpm, betaPpm, MILLION), MILLION);
  return mulDiv(share, stepMs, factorMs);
}

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = 1_800_000;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

/**
 * Returns how lively a moment is, in parts per million of the mean. The figures of an hour hold in its middle; from one middle to the next
 * they change evenly, so that no hour or day begins with a leap.
 */
export function activityPpm(profile: ActivityProfile, at: TimeMs): number {
  const since = at - HALF_HOUR_MS;
  const hour = Math.floor(since / HOUR_MS);
  const before = inHour(profile, hour);
  const after = inHour(profile, hour + 1);
  return before + divHalfEvenInt((after - before) * (since - hour * HOUR_MS), HOUR_MS);
}

/** The figure of an hour since 1970. */
function inHour({ hours, weekdays }: ActivityProfile, hour: number): number {
  const weekday = (Math.floor(hour / 24) + EPOCH_WEEKDAY) % 7;
  return divHalfEvenInt(itemAt(hours, hour % 24) * itemAt(weekdays, weekday), MILLION);
}

const MINUTE_MS = 60_000;

/** The same volatility in steps of a minute: the variance and the chances of a minute, and what a minute loses. */
export function inMinutes(spec: VolatilitySpec): VolatilitySpec {
  const { stepMs } = spec;
  const growthPpm = squareRoot(mulDiv(MINUTE_MS, MILLION_SQUARED, stepMs));
  return {
    ...spec,
    stepMs: MINUTE_MS,
    volatilityPpb: mulDiv(spec.volatilityPpb, growthPpm, MILLION),
    fastDecayPpb: lostInMinute(spec.fastDecayPpb, stepMs),
    slowDecayPpb: lostInMinute(spec.slowDecayPpb, stepMs),
    intensityPpb: Math.min(BILLION, mulDiv(spec.intensityPpb, MINUTE_MS, stepMs)),
    decayPpb: lostInMinute(spec.decayPpb, stepMs),
  };
}

/** The share that is lost in a minute of steps which lose `decayPpb` each. */
function lostInMinute(decayPpb: number, stepMs: number): number {
  if (decayPpb >= BILLION) return BILLION;
  return BILLION - Math.min(BILLION, expPpb(mulDiv(lnPpb(BILLION - decayPpb) - lnPpb(BILLION), MINUTE_MS, stepMs)));
}
