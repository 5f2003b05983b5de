import { mulDiv } from '../../../kernel/fixed-point.ts';
import { Draw, type RandomStream } from '../../../kernel/random.ts';
import type { PriceUnits, TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import type { State } from '../../state.ts';
import { moved, withinBounds } from '../returns.ts';
import type { DynamicsState, StochasticSpec } from './dynamics-spec.ts';
import { livelinessOf } from './liveliness.ts';
import { boundedReturn, MEAN_VOLATILITY, stepVolatility, variances } from './volatility.ts';

const MILLION = 1_000_000;

/** Where a stochastic market stands between two steps. */
interface Place {
  readonly price: PriceUnits;
  readonly dynamics: DynamicsState;
  readonly random: RandomStream;
}

/** What a market remembers of its process before the first step; nothing for other processes. */
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
  { price, dynamics, random }: Place,
): Place & { readonly afterMs: TimeMs } {
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

/** Milliseconds to the next step: half to one and a half of the mean. */
export const gapAfter = (stepMs: TimeMs, draw: Draw): TimeMs =>
  Math.max(1, Math.floor(stepMs / 2) + draw.between(0, stepMs));
