import type { Run } from '../results/run.ts';
import { askedIn } from './asked.ts';

/** What a run has proven, where that is less than its profile asks for. */
export interface Shortfall {
  readonly proven: number;
  readonly floor: number;
}

/**
 * Undefined for a run that proves enough. The floor is one of the whole profile, so it does not hold for a run that was narrowed
 * by flags, nor for a shard; shards that are merged are a whole run again.
 */
export function shortfallOf({ facts, scenarios }: Run): Shortfall | undefined {
  const { floor, selection, shard } = facts;
  if (floor === undefined || selection.length > 0 || shard !== null) return undefined;
  const { proven } = askedIn({ scenarios });
  return proven < floor ? { proven, floor } : undefined;
}

/** One line for a report. */
export const shortfallText = ({ proven, floor }: Shortfall, profile: string): string =>
  `The run proves ${proven} clauses, and profile ${profile} asks for ${floor} before the target counts as conformant.`;
