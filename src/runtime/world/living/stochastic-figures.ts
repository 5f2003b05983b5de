import type { Decimal } from 'decimal.js';
import type { FactorSpec, StochasticSpec, VolatilitySpec } from '../../../engine/world/dynamics/dynamics-spec.ts';
import { driftPpbOf, Exact, faded, stepPpb, whole } from '../exact.ts';
import { BILLION, DAY_MS, MILLION } from '../ranges.ts';
import { activityOf } from './activity-profile.ts';
import type { WorldFactor, WorldStochastic, WorldVolatility } from './stochastic-shape.ts';

const DAYS = 365;

export const factorSpec = (factor: WorldFactor): FactorSpec => volatilitySpec(factor, jumpVolatility(factor));

export function stochasticSpec(process: WorldStochastic, factor: WorldFactor | undefined): StochasticSpec {
  return {
    kind: 'stochastic',
    ...volatilitySpec(process, partsOf(process, factor)),
    betaPpm: whole(new Exact(process.beta).times(MILLION)),
    driftPpb: driftPpbOf(process.drift, process.stepMs),
  };
}

/** The deviation of a year that comes from jumps. */
export const jumpVolatility = ({ jumpsPerDay, jumpSize }: WorldVolatility): Decimal =>
  new Exact(jumpsPerDay).times(DAYS).sqrt().times(jumpSize);

/** The deviation of a year that a market gets from its jumps and from the factor: the two are independent. */
export const partsOf = (process: WorldStochastic, factor: WorldFactor | undefined): Decimal =>
  together(jumpVolatility(process), new Exact(factor?.volatility ?? 0).times(process.beta));

const together = (a: Decimal, b: Decimal): Decimal => a.pow(2).plus(b.pow(2)).sqrt();

/** What is left of a volatility without a part that is independent of the rest. */
const without = (volatility: Decimal.Value, part: Decimal): Decimal =>
  Exact.max(0, new Exact(volatility).pow(2).minus(part.pow(2))).sqrt();

/** The chance that a step has a jump that no earlier jump has caused: a jump counts with all its followers. */
export const jumpChancePpb = ({ jumpsPerDay, branching, stepMs }: WorldVolatility): number =>
  whole(new Exact(jumpsPerDay).times(new Exact(1).minus(branching)).times(stepMs).div(DAY_MS).times(BILLION));

/** `part` is what other terms than the walk add to the volatility. */
function volatilitySpec(figures: WorldVolatility, part: Decimal): VolatilitySpec {
  const { stepMs, fastDeviation, fastHalfLifeMs, slowDeviation, slowHalfLifeMs } = figures;
  return {
    stepMs,
    volatilityPpb: stepPpb(without(figures.volatility, part), stepMs),
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
