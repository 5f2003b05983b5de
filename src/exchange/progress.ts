import type { WallTime } from './clock/clock.ts';
import type { Log } from './log.ts';

/** How long a start may take without a word. */
const QUIET_MS = 2_000;
/** Counts between two looks at the clock. */
const CHECK_EVERY = 64;

/** Reports how far work is, now and then, so that a long start is not taken for a hanging one. */
export function saying(
  text: (count: number) => string,
  { wall, log }: { readonly wall: WallTime; readonly log: Log },
): (count: number) => void {
  let said = wall.now();
  return (count) => {
    if (count % CHECK_EVERY !== 0 || wall.now() - said < QUIET_MS) return;
    said = wall.now();
    log.notice?.(text(count));
  };
}
