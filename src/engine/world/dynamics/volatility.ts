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
  const fast = reverted(state.fast, spec.fastPpm, spec.fastDecayPpb, draw);
  const slow = reverted(state.slow, spec.slowPpm, spec.slowDecayPpb, draw);
  const deviation = mulDiv(spec.volatilityPpb, volatilityPpm(spec, { fast, slow }, activity), MILLION);
  const diffusion = scaledNormal(Math.min(deviation, RETURN_MAX_PPB), draw);
  const { jump, excitation } = stepJumps(spec, state.excitation, draw, activity);
  return { returnPpb: boundedReturn(diffusion + jump), volatility: { fast, slow, excitation } };
}

export const boundedReturn = (ppb: number): number => Math.max(-RETURN_MAX_PPB, Math.min(RETURN_MAX_PPB, ppb));

/** One step of a part of the logarithm, which keeps its deviation: what it loses of its variance comes back as noise. */
export function reverted(value: number, deviationPpm: number, decayPpb: number, draw: Draw): number {
  const lostPpb = mulDiv(decayPpb, 2 * BILLION - decayPpb, BILLION);
  const noisePpm = mulDiv(deviationPpm, squareRoot(lostPpb * THOUSAND), MILLION);
  return mulDiv(value, BILLION - decayPpb, BILLION) + scaledNormal(noisePpm, draw);
}

/** Volatility over its root mean square, in parts per million. */
export function volatilityPpm(
  spec: VolatilitySpec,
  { fast, slow }: Pick<VolatilityState, 'fast' | 'slow'>,
  activity: number,
): number {
  const log = fast + slow - varianceOfLogPpm(spec);
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
  const diffusion = mulDiv(spec.volatilityPpb, spec.volatilityPpb, THOUSAND);
  const jump = mulDiv(spec.jumpPpb, spec.jumpPpb, THOUSAND);
  const chance = mulDiv(chancePpbOf(spec, state.excitation), activity, MILLION);
  const meanChance = mulDiv(spec.intensityPpb, BILLION, BILLION - spec.branchingPpb);
  // The mean of a volatility is below its root mean square: e to the power of minus its log variance, for the squares.
  const meanPpb = expPpb(-varianceOfLogPpm(spec) * THOUSAND);
  return {
    now: mulDiv(diffusion, mulDiv(volatility, volatility, MILLION), MILLION) + mulDiv(jump, chance, BILLION),
    mean: mulDiv(diffusion, meanPpb, BILLION) + mulDiv(jump, meanChance, BILLION),
    stepMs: spec.stepMs,
  };
}

const varianceOfLogPpm = ({ fastPpm, slowPpm }: VolatilitySpec): number =>
  divHalfEvenInt(fastPpm * fastPpm + slowPpm * slowPpm, MILLION);
