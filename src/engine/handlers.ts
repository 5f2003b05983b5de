import type { Refusal } from '../kernel/errors.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { Command } from './command.ts';
import type { EngineEvent, Repeated } from './event.ts';
import type { State } from './state.ts';
import { TIMER_PRIORITY, type TimerJob } from './timers.ts';

/** What `evolve` does with each of some event types. */
export type Handlers<T extends EngineEvent['type']> = {
  readonly [K in T]: (state: State, event: Extract<EngineEvent, { type: K }>) => void;
};

/** What `decide` makes of each of some command types. */
export type Deciders<T extends Command['type']> = {
  readonly [K in T]: (state: State, command: Extract<Command, { type: K }>) => Decision;
};

/** What falls due with each of some kinds of timer. */
export type Jobs<T extends TimerJob['kind']> = {
  readonly [K in T]: (state: State, job: Extract<TimerJob, { kind: K }>) => JobResult;
};

/**
 * The result of deciding a command: one refusal with nothing changed, or its first events. The engine finds what
 * follows from them (matching, trimming, timers) one step at a time, on the state of that moment.
 */
export type Decision = Refusal | readonly EngineEvent[];

/**
 * What a timer does when it fires: events that have happened, and commands that are then run one by one. When the same work falls
 * due again stands in the first event, where it has a place for it, or here; left out, the work is done once.
 */
export interface JobResult extends Repeated {
  readonly events: readonly EngineEvent[];
  readonly commands: readonly Command[];
}

export const NOTHING_DUE: JobResult = { events: [], commands: [] };

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
