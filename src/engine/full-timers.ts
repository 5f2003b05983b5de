import { sampleOfAll } from './account-value/sampling.ts';
import { armTimer } from './arm-timer.ts';
import type { EngineEvent } from './event.ts';
import type { JobResult } from './job-result.ts';
import { jobOf } from './jobs.ts';
import { marketOf } from './risk/margin.ts';
import type { State } from './state.ts';
import { sampleTimer } from './evolve-timers.ts';
import type { Timer, TimerJob } from './timers.ts';

/**
 * How events speak of timers: in `short` form the first event of repeated work says when it falls due again; in `full` form each timer that
 * fires or is armed is an event of its own with all that the timer holds. State changes alike but for the number of
 * events. Journals before version 4 were written in full form, and are replayed and continued in it. Those of version 4 are in `whole` form:
 * as the short one, but the values of all subaccounts are sampled at once, as in the full form.
 */
export type TimerForm = 'short' | 'whole' | 'full';

/** What a timer does when it fires, in this form. */
export const workOf = (state: State, { job }: Timer, form: TimerForm): JobResult =>
  job.kind === 'sampleValues' && form !== 'short' ? sampleOfAll(state) : jobOf(state, job);

/** The event that says that a timer has fired, where the first event of its work does not. */
export function firedBy(timer: Timer, { events, again = null }: JobResult): EngineEvent | null {
  const [first] = events;
  if (first !== undefined && 'again' in first) return null;
  return { type: 'TimerFired', at: timer.due, timer: timer.seq, again };
}

/** The events of the work of a timer in full form. */
export function inFull(state: State, timer: Timer, result: JobResult): EngineEvent[] {
  const [first] = result.events;
  const again = (first !== undefined && 'again' in first ? first.again : result.again) ?? null;
  const isArmedAfter = drawsItsTimes(state, timer.job);
  const fired: EngineEvent = { type: 'TimerFired', at: timer.due, timer, again: isArmedAfter ? null : again };
  const events = [fired, ...result.events.map(withoutRepetition)];
  if (isArmedAfter && again !== null) events.push(armTimer(state, again, timer.job));
  return events;
}

/** The event that arms a one-second sample, in full form. */
export const sampleInFull = (state: State, symbol: string): EngineEvent => ({
  type: 'TimerArmed',
  at: state.now,
  timer: { ...sampleTimer(state.now, symbol), seq: state.counters.timer },
});

/** True of work that was armed again by an event after its own, because it draws how long it waits. */
function drawsItsTimes(state: State, job: TimerJob): boolean {
  if (job.kind === 'index') return marketOf(state, job.symbol).spec.process.kind === 'stochastic';
  return job.kind === 'population' || job.kind === 'factor';
}

function withoutRepetition(event: EngineEvent): EngineEvent {
  if (!('again' in event) || event.type === 'TimerFired') return event;
  const { again: _, ...rest } = event;
  return rest;
}
