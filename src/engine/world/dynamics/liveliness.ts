import { mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { Market } from '../../state.ts';
import type { FactorSpec, StochasticSpec, VolatilityState } from './dynamics-spec.ts';
import { activityPpm } from './profile.ts';
import { variances } from './volatility.ts';

const MILLION = 1_000_000;
const MILLION_SQUARED = 1_000_000_000_000;
const LIVELINESS_MIN_PPM = 200_000;
const LIVELINESS_MAX_PPM = 5_000_000;

/** Volatility of a market now over its mean, hours and common factor included, in parts per million. */
export const livelinessPpm = (market: Market): number => market.dynamics?.livelinessPpm ?? MILLION;

/** Volatility of a stochastic market over its mean; a market that never moves has the activity of its hours. */
export function livelinessOf(
  spec: StochasticSpec,
  volatility: VolatilityState,
  factorSpec: FactorSpec | undefined,
  factor: VolatilityState | undefined,
  at: TimeMs,
): number {
  let { now, mean } = variances(spec, volatility, at);
  if (factorSpec && factor && spec.betaPpm > 0) {
    const common = variances(factorSpec, factor, at);
    now += ofBeta(common.now, spec, factorSpec);
    mean += ofBeta(common.mean, spec, factorSpec);
  }
  const ratio = mean === 0 ? activityPpm(spec.profile, at) : squareRoot(mulDiv(now, MILLION_SQUARED, mean));
  return Math.max(LIVELINESS_MIN_PPM, Math.min(LIVELINESS_MAX_PPM, ratio));
}

/** The part of the factor's variance that one step of the market has, whose steps may be longer or shorter. */
function ofBeta(variance: number, { betaPpm, stepMs }: StochasticSpec, factor: FactorSpec): number {
  const share = mulDiv(variance, mulDiv(betaPpm, betaPpm, MILLION), MILLION);
  return mulDiv(share, stepMs, factor.stepMs);
}
