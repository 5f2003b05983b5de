import type { WallTime } from './clock/clock.ts';
import type { Journal } from './journal/journal.ts';
import type { Log } from './log.ts';
import { saying } from './progress.ts';
import type { Sequencer } from './sequencer.ts';

/** Longest time in one turn, so that signals and the writing of history are not kept waiting. */
const TURN_MS = 20;
/** Inputs between two looks at the clock. */
const CHECK_EVERY = 16;

export interface ApplyAgainParts {
  readonly journal: Journal;
  readonly sequencer: Sequencer;
  readonly wall: WallTime;
  readonly log: Log;
}

/**
 * Applies the inputs of a journal, from this number on, to an exchange that starts from it.
 *
 * @throws ReplayError
 */
export async function applyAgain(from: number, { journal, sequencer, wall, log }: ApplyAgainParts): Promise<void> {
  if (from > journal.length) return;
  const progress = saying((seq) => `${seq} of ${journal.length} inputs applied again`, { wall, log });
  let turn = wall.now();
  for (const record of journal.records(from)) {
    sequencer.reapply(record);
    progress(record.seq);
    if (record.seq % CHECK_EVERY !== 0 || wall.now() - turn < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turn = wall.now();
  }
}
