import type { Draw } from '../../../kernel/random.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { Market } from '../../state.ts';
import { livelinessPpm } from '../dynamics/liveliness.ts';

const MILLION = 1_000_000;
/** No group looks more often than this, however lively its market is. */
const SHORTEST_MS = 100;
const LONGEST_MS = 3_600_000;

/** The time to the next look: from half to one and a half of the mean, which shrinks as the market gets livelier. */
export function nextLookMs(market: Market, everyMs: TimeMs, draw: Draw): TimeMs {
  const mean = Math.floor((everyMs * MILLION) / Math.max(1, livelinessPpm(market)));
  const bounded = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, mean));
  return draw.between(Math.ceil(bounded / 2), Math.floor((bounded * 3) / 2));
}

/** A duration of this mean, at most three times as long: short ones are the most frequent. */
export function durationMs(mean: TimeMs, draw: Draw): TimeMs {
  const share = draw.between(0, 1_000);
  return Math.max(1, Math.floor((3 * mean * share * share) / MILLION));
}
