import { invariant } from '../../../kernel/assert.ts';
import { streamOf } from '../../../kernel/random.ts';
import type { ExchangeConfig } from '../../config.ts';
import type { JobResult } from '../../job-result.ts';
import type { State } from '../../state.ts';
import { TIMER_PRIORITY } from '../../timers.ts';
import type { FactorState } from './dynamics-spec.ts';

/** The common factor before its first step; absent where the world has none. */
export function factorAtStart({ factor, seed }: ExchangeConfig): { readonly factor?: FactorState } {
  if (!factor) return {};
  return { factor: { random: streamOf(seed, 'factor'), level: 0, fast: 0, slow: 0, excitation: 0n } };
}

/** One step of the common factor, which arms the next. */
export function stepFactor(state: State): JobResult {
  const { factor, config } = state;
  invariant(factor && config.factor, 'a factor that steps is there');
  const due = state.now + config.factor.stepMs;
  return {
    events: [
      { type: 'FactorMoved', at: state.now, factor },
      {
        type: 'TimerArmed',
        at: state.now,
        timer: { due, priority: TIMER_PRIORITY.factor, seq: state.counters.timer, job: { kind: 'factor' } },
      },
    ],
    commands: [],
  };
}
