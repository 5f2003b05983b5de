import type { FactorSpec, StochasticSpec, VolatilitySpec } from '../../../engine/world/dynamics/dynamics-spec.ts';
import { BILLION, DAY_MS } from '../ranges.ts';
import { activityOf } from './activity-profile.ts';
import { billionths, driftPpbOf, faded, millionths, stepPpb } from './figures.ts';
import type { WorldFactor, WorldStochastic, WorldVolatility } from './stochastic-shape.ts';

const DAYS = 365;

export const factorSpec = (factor: WorldFactor): FactorSpec => volatilitySpec(factor, jumpVolatility(factor));

export function stochasticSpec(process: WorldStochastic, factor: WorldFactor | undefined): StochasticSpec {
  return {
    kind: 'stochastic',
    ...volatilitySpec(process, partsOf(process, factor)),
    betaPpm: millionths(process.beta),
    driftPpb: driftPpbOf(process.drift, process.stepMs),
  };
}

/** The deviation of a year that comes from jumps. */
export const jumpVolatility = ({ jumpsPerDay, jumpSize }: WorldVolatility): number =>
  Math.sqrt(Number(jumpsPerDay) * DAYS) * Number(jumpSize);

/** The deviation of a year that a market gets from its jumps and from the factor: the two are independent. */
export const partsOf = (process: WorldStochastic, factor: WorldFactor | undefined): number =>
  together(jumpVolatility(process), Number(factor?.volatility ?? 0) * Number(process.beta));

const together = (a: number, b: number): number => Math.sqrt(a * a + b * b);

/** What is left of a volatility without a part that is independent of the rest. */
const without = (volatility: string, part: number): number =>
  Math.sqrt(Math.max(0, Number(volatility) * Number(volatility) - part * part));

/** The chance that a step has a jump that no earlier jump has caused: a jump counts with all its followers. */
export const jumpChancePpb = ({ jumpsPerDay, branching, stepMs }: WorldVolatility): number =>
  Math.round(((Number(jumpsPerDay) * (1 - Number(branching)) * stepMs) / DAY_MS) * BILLION);

/** `part` is what other terms than the walk add to the volatility. */
function volatilitySpec(figures: WorldVolatility, part: number): VolatilitySpec {
  const { stepMs, fastDeviation, fastHalfLifeMs, slowDeviation, slowHalfLifeMs } = figures;
  return {
    stepMs,
    volatilityPpb: stepPpb(without(figures.volatility, part), stepMs),
    fastPpm: millionths(fastDeviation),
    fastDecayPpb: faded(stepMs, fastHalfLifeMs),
    slowPpm: millionths(slowDeviation),
    slowDecayPpb: faded(stepMs, slowHalfLifeMs),
    intensityPpb: jumpChancePpb(figures),
    branchingPpb: billionths(figures.branching),
    decayPpb: faded(stepMs, figures.jumpHalfLifeMs),
    jumpPpb: billionths(figures.jumpSize),
    profile: activityOf(figures.profile),
  };
}
