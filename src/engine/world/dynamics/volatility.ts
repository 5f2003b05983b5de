import { divHalfEvenInt } from '../../../kernel/decimal.ts';
import { expPpb, mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import type { Draw } from '../../../kernel/random.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { chancePpbOf, stepJumps } from '../jumps.ts';
import { scaledNormal } from '../returns.ts';
import type { VolatilitySpec, VolatilityState } from './dynamics-spec.ts';
import { activityPpm } from './profile.ts';

const THOUSAND = 1_000;
const MILLION = 1_000_000;
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
