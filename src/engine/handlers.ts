import type { Command } from './command.ts';
import type { Decision } from './decision.ts';
import type { EngineEvent } from './event.ts';
import type { JobResult } from './job-result.ts';
import type { State } from './state.ts';
import type { TimerJob } from './timers.ts';

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
