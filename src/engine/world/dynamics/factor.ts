import { invariant } from '../../../kernel/assert.ts';
import { Draw, streamOf } from '../../../kernel/random.ts';
import type { ExchangeConfig } from '../../config.ts';
import type { JobResult } from '../../handlers.ts';
import type { State } from '../../state.ts';
import type { FactorState } from './dynamics-spec.ts';
import { gapAfter } from './stochastic.ts';
import { MEAN_VOLATILITY, stepVolatility } from './volatility.ts';

/** The common factor before its first step; absent where the world has none. */
export function factorAtStart({ factor, seed }: ExchangeConfig): { readonly factor?: FactorState } {
  return factor ? { factor: { ...MEAN_VOLATILITY, random: streamOf(seed, 'factor'), level: 0 } } : {};
}

/** One step of the common factor, which says when the next is due. */
export function stepFactor(state: State): JobResult {
  const { config, now: at } = state;
  invariant(state.factor && config.factor, 'a factor that steps is there');
  const draw = new Draw(state.factor.random);
  const { returnPpb, volatility } = stepVolatility(config.factor, state.factor, at, draw);
  const again = at + gapAfter(config.factor.stepMs, draw);
  const factor = { random: draw.stream(), level: state.factor.level + returnPpb, ...volatility };
  return { events: [{ type: 'FactorMoved', at, factor, again }], commands: [] };
}
