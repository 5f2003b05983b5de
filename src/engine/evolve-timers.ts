import { invariant } from '../kernel/assert.ts';
import { walletOf } from './accounts/evolve-accounts.ts';
import type { Handlers } from './handlers.ts';
import { marketOf } from './risk/margin.ts';
import type { State } from './state.ts';
import type { TimerJob } from './timers.ts';

export const TIMER_HANDLERS: Handlers<'TimerArmed' | 'TimerFired'> = {
  TimerArmed: (state, { timer }) => {
    state.timers.add(timer);
    state.counters.timer = timer.seq + 1;
    setArmed(state, timer.job, true);
  },
  TimerFired: (state, { timer, again }) => {
    invariant(state.timers.pop().seq === timer.seq, 'timers fire in order');
    setArmed(state, timer.job, false);
    if (again === null) return;
    state.timers.add({ ...timer, due: again, seq: state.counters.timer });
    state.counters.timer += 1;
  },
};

/** Notes whether a job is armed that is needed only at times. */
function setArmed(state: State, job: TimerJob, armed: boolean): void {
  if (job.kind === 'mark') marketOf(state, job.symbol).sampling = armed;
  else if (job.kind === 'tierReview') walletOf(state, job.wallet).reviewing = armed;
  else if (job.kind === 'sampleValues') state.sampling.armed = armed;
  else if (job.kind === 'vaultUnwind') state.vaultUnwinding = armed;
  else if (job.kind === 'liquidation' && !armed) endPause(state, job.liquidation);
}

function endPause(state: State, no: number): void {
  const liquidation = state.liquidations.get(no);
  invariant(liquidation, () => `the pause of liquidation ${no} ends before it does`);
  liquidation.timer = null;
}
