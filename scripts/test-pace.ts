import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';

/**
 * How long the tests will take on this machine, from a measurement of it: how fast it does a fixed piece of work now, against
 * the machine on which the figures below were taken, or against itself at the last run.
 */

/** What a run left for the estimate of the next one of its kind. */
export interface Pace {
  readonly seconds: number;
  /** Milliseconds that the fixed piece of work took at the start of that run. */
  readonly paceMs: number;
}

/** Processor seconds of a run on the reference machine: those that every core can share, and the longest single thread. */
export interface Load {
  readonly shared: number;
  readonly single: number;
}

/** What `measurePace` gives on the quiet reference machine. */
const REFERENCE_MS = 70;
const ROUNDS = 3;

/** Milliseconds of the fixed piece of work, the best of some rounds: hashing, JSON and maps, as the tests do. */
export function measurePace(): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...rounds);
}

function work(): void {
  let text = 'perpsim';
  const seen = new Map<string, number>();
  for (let round = 0; round < 8_000; round += 1) {
    const digest = createHash('sha256').update(text).digest('hex');
    const row = { digest, round, list: Array.from({ length: 12 }, (_, place) => `${digest}${place}`) };
    text = JSON.stringify(JSON.parse(JSON.stringify(row)));
    seen.set(digest, text.length);
  }
  if (seen.size === 0) throw new Error('the work was left out');
}

/** Seconds that a run will take: as the last one here, else as on the reference machine; each at the pace of this moment. */
export function expectedSeconds(load: Load, paceMs: number, last: Pace | undefined): number {
  if (last) return Math.round((last.seconds * paceMs) / last.paceMs);
  const reference = load.shared / availableParallelism() + load.single;
  return Math.round((reference * paceMs) / REFERENCE_MS);
}
