import type { TimeMs } from '../kernel/units.ts';
import type { EngineEvent } from './event.ts';
import type { State } from './state.ts';
import { TIMER_PRIORITY, type TimerJob } from './timers.ts';

/**
 * Returns the event that arms a timer with the next number.
 *
 * @param before - timers that events decided together with this one arm before it
 */
export const armTimer = (
  state: Readonly<State>,
  due: TimeMs,
  job: TimerJob,
  before = 0,
): Extract<EngineEvent, { type: 'TimerArmed' }> => ({
  type: 'TimerArmed',
  at: state.now,
  timer: { due, priority: TIMER_PRIORITY[job.kind], seq: state.counters.timer + before, job },
});
