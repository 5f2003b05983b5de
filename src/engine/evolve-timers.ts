import { invariant } from '../kernel/assert.ts';
import type { Handlers } from './handlers.ts';
import { marketOf } from './risk/margin.ts';

export const TIMER_HANDLERS: Handlers<'TimerArmed' | 'TimerFired'> = {
  TimerArmed: (state, { timer }) => {
    state.timers.add(timer);
    state.counters.timer = timer.seq + 1;
    if (timer.job.kind === 'mark') marketOf(state, timer.job.symbol).sampling = true;
  },
  TimerFired: (state, { timer, again }) => {
    invariant(state.timers.pop().seq === timer.seq, 'timers fire in order');
    if (timer.job.kind === 'mark') marketOf(state, timer.job.symbol).sampling = false;
    if (again === null) return;
    state.timers.add({ ...timer, due: again, seq: state.counters.timer });
    state.counters.timer += 1;
  },
};
