import type { FactorSpec, StochasticSpec, VolatilitySpec } from '../../../engine/world/dynamics/dynamics-spec.ts';
import { BILLION, DAY_MS } from '../ranges.ts';
import { activityOf } from './activity-profile.ts';
import { billionths, driftPpbOf, faded, millionths, stepPpb } from './figures.ts';
import type { WorldFactor, WorldStochastic, WorldVolatility } from './stochastic-shape.ts';

const DAYS = 365;
/** The share of the variance that jumps have where a world does not say how large they are. */
const JUMP_SHARE = 0.1;

export const factorSpec = (factor: WorldFactor): FactorSpec => volatilitySpec(factor, Number(factor.volatility));

export function stochasticSpec(process: WorldStochastic, factor: WorldFactor | undefined): StochasticSpec {
  return {
    kind: 'stochastic',
    ...volatilitySpec(process, without(process.volatility, factorShare(process, factor))),
    betaPpm: millionths(process.beta),
    driftPpb: driftPpbOf(process.drift, process.stepMs),
  };
}

/** The deviation of a year that a market gets from the factor. */
const factorShare = ({ beta }: WorldStochastic, factor: WorldFactor | undefined): number =>
  Number(factor?.volatility ?? 0) * Number(beta);

/** The deviation of a year that comes from jumps of a written size. */
export const jumpVolatility = ({ jumpsPerDay, jumpSize = '0' }: WorldVolatility): number =>
  Math.sqrt(Number(jumpsPerDay) * DAYS) * Number(jumpSize);

/** The least volatility that a market can have: what the factor and its jumps give it. The two are independent. */
export function leastVolatility(process: WorldStochastic, factor: WorldFactor | undefined): number {
  const [jumps, moved] = [jumpVolatility(process), factorShare(process, factor)];
  return Math.sqrt(jumps * jumps + moved * moved);
}

/** What is left of a volatility without a part that is independent of the rest. */
const without = (volatility: number | string, part: number): number =>
  Math.sqrt(Math.max(0, Number(volatility) * Number(volatility) - part * part));

/** The chance that a step has a jump that no earlier jump has caused: a jump counts with all its followers. */
export const jumpChancePpb = ({ jumpsPerDay, branching, stepMs }: WorldVolatility): number =>
  Math.round(((Number(jumpsPerDay) * (1 - Number(branching)) * stepMs) / DAY_MS) * BILLION);

/** `volatility` is that of walk and jumps together. */
function volatilitySpec(figures: WorldVolatility, volatility: number): VolatilitySpec {
  const { stepMs, fastDeviation, fastHalfLifeMs, slowDeviation, slowHalfLifeMs, jumpSize } = figures;
  const jumps = jumpSize === undefined ? volatility * Math.sqrt(JUMP_SHARE) : jumpVolatility(figures);
  const jumpsOfYear = Number(figures.jumpsPerDay) * DAYS;
  return {
    stepMs,
    volatilityPpb: stepPpb(without(volatility, jumps), stepMs),
    fastPpm: millionths(fastDeviation),
    fastDecayPpb: faded(stepMs, fastHalfLifeMs),
    slowPpm: millionths(slowDeviation),
    slowDecayPpb: faded(stepMs, slowHalfLifeMs),
    intensityPpb: jumpChancePpb(figures),
    branchingPpb: billionths(figures.branching),
    decayPpb: faded(stepMs, figures.jumpHalfLifeMs),
    jumpPpb: jumpsOfYear === 0 ? 0 : Math.round((jumps / Math.sqrt(jumpsOfYear)) * BILLION),
    profile: activityOf(figures.profile),
  };
}
