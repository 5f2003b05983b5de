import { mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { Market } from '../../state.ts';
import type { StochasticSpec } from './dynamics-spec.ts';
import { activityPpm } from './profile.ts';
import type { Variances } from './volatility.ts';

const MILLION = 1_000_000;
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
