import type { FactorSpec, StochasticSpec, VolatilitySpec } from '../../../engine/world/dynamics/dynamics-spec.ts';
import { driftPpbOf, Exact, faded, stepPpb, whole } from '../exact.ts';
import { BILLION, DAY_MS, MILLION } from '../ranges.ts';
import { activityOf } from './activity-profile.ts';
import type { WorldFactor, WorldStochastic, WorldVolatility } from './stochastic-shape.ts';

export const factorSpec = (factor: WorldFactor): FactorSpec => volatilitySpec(factor, factor.volatility);

export function stochasticSpec(process: WorldStochastic, factor: WorldFactor | undefined): StochasticSpec {
  return {
    kind: 'stochastic',
    ...volatilitySpec(process, ownVolatility(process, factor)),
    betaPpm: whole(new Exact(process.beta).times(MILLION)),
    driftPpb: driftPpbOf(process.drift, process.stepMs),
  };
}

/** The deviation of a year that a market gets from the factor. */
export const factorShare = ({ beta }: WorldStochastic, factor: WorldFactor | undefined): string =>
  new Exact(factor?.volatility ?? 0).times(beta).abs().toFixed();

/** What is left of the volatility of a market without the part of the factor: the two are independent. */
function ownVolatility(process: WorldStochastic, factor: WorldFactor | undefined): string {
  const { volatility } = process;
  return new Exact(volatility)
    .pow(2)
    .minus(new Exact(factorShare(process, factor)).pow(2))
    .sqrt()
    .toFixed();
}

/** The chance that a step has a jump that no earlier jump has caused: a jump counts with all its followers. */
export const jumpChancePpb = ({ jumpsPerDay, branching, stepMs }: WorldVolatility): number =>
  whole(new Exact(jumpsPerDay).times(new Exact(1).minus(branching)).times(stepMs).div(DAY_MS).times(BILLION));

function volatilitySpec(figures: WorldVolatility, volatility: string): VolatilitySpec {
  const { stepMs, fastDeviation, fastHalfLifeMs, slowDeviation, slowHalfLifeMs } = figures;
  return {
    stepMs,
    volatilityPpb: stepPpb(volatility, stepMs),
    fastPpm: whole(new Exact(fastDeviation).times(MILLION)),
    fastDecayPpb: faded(stepMs, fastHalfLifeMs),
    slowPpm: whole(new Exact(slowDeviation).times(MILLION)),
    slowDecayPpb: faded(stepMs, slowHalfLifeMs),
    intensityPpb: jumpChancePpb(figures),
    branchingPpb: whole(new Exact(figures.branching).times(BILLION)),
    decayPpb: faded(stepMs, figures.jumpHalfLifeMs),
    jumpPpb: whole(new Exact(figures.jumpSize).times(BILLION)),
    profile: activityOf(figures.profile),
  };
}
