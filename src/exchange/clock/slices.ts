import type { TimeMs } from '../../kernel/units.ts';

/** One input moves the exchange no further than this, so that what it causes stays bounded. */
export const LONGEST_STEP_MS = 1_000;

/** Wall time that a slice may take before the event loop gets its turn. */
export const SLICE_MS = 20;

/** What a slice moves: the sequencer. */
export interface SteppedDriver {
  /** Time of the last input. */
  stateTime(): TimeMs;
  /** Applies the next input on the way to `to`. Which input that is depends on exchange time and state alone. */
  stepTo(to: TimeMs): void;
}

/**
 * Applies as many whole inputs on the way to `to` as fit into a slice, and at least one. It stops before an input that
 * may not fit, judged by the longest of this slice. Returns true once `to` is reached.
 */
export function runSlice(
  driver: SteppedDriver,
  to: TimeMs,
  wall: { elapsed(): number },
  isFull: () => boolean = () => false,
): boolean {
  const start = wall.elapsed();
  let before = start;
  let longest = 0;
  while (driver.stateTime() < to) {
    driver.stepTo(to);
    const after = wall.elapsed();
    longest = Math.max(longest, after - before);
    before = after;
    if (after - start + longest > SLICE_MS || isFull()) break;
  }
  return driver.stateTime() >= to;
}

/** Resolves in the next turn of the event loop, when pending I/O has been handled. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
