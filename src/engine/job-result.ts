import type { Command } from './command.ts';
import type { EngineEvent } from './event.ts';

/** What a timer does when it fires: events that have happened, and commands that are then run one by one. */
export interface JobResult {
  readonly events: readonly EngineEvent[];
  readonly commands: readonly Command[];
}

export const NOTHING_DUE: JobResult = { events: [], commands: [] };
