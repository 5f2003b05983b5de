import { expPpb, lnPpb, mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import type { VolatilitySpec } from './dynamics-spec.ts';

const MINUTE_MS = 60_000;
const MILLION = 1_000_000;
const MILLION_SQUARED = 1_000_000_000_000;
const BILLION = 1_000_000_000;

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
