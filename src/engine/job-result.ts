import type { Command } from './command.ts';
import type { EngineEvent, Repeated } from './event.ts';

/**
 * What a timer does when it fires: events that have happened, and commands that are then run one by one. When the same work falls
 * due again stands in the first event, where it has a place for it, or here; left out, the work is done once.
 */
export interface JobResult extends Repeated {
  readonly events: readonly EngineEvent[];
  readonly commands: readonly Command[];
}

export const NOTHING_DUE: JobResult = { events: [], commands: [] };
