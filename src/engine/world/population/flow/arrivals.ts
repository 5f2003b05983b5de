import { fadePpb, mulDiv } from '../../../../kernel/fixed-point.ts';
import type { Draw } from '../../../../kernel/random.ts';
import type { TimeMs } from '../../../../kernel/units.ts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

/** Times that excite each other (a Hawkes process with an exponential kernel). Rates are events per millisecond, in ppb. */
export interface ArrivalSpec {
  /** Mean milliseconds between two events. */
  readonly everyMs: TimeMs;
  readonly branchingPpm: number;
  readonly excitedMs: TimeMs;
}

export interface NextArrival {
  readonly afterMs: TimeMs;
  /** False: no event within the time that is looked ahead, only the next moment to draw again. */
  readonly isEvent: boolean;
  /** Excitement at that moment, before the event adds to it. */
  readonly excitement: number;
}

/** How far ahead a time is drawn, so that a market whose mood changes follows it. */
const HORIZON_MS = 20_000;

/** What one event adds to the excitement. */
export const excitementOf = ({ branchingPpm, excitedMs }: ArrivalSpec): number =>
  Math.floor((branchingPpm * 1_000) / excitedMs);

/**
 * Draws the next event by thinning (Ogata): excitement only fades until then, so the rate of now bounds the rate until a
 * candidate, which counts with the share of the bound that is left. `activityPpm` scales the base rate.
 */
export function nextArrival(spec: ArrivalSpec, excitement: number, activityPpm: number, draw: Draw): NextArrival {
  const mean = Math.floor(BILLION / spec.everyMs);
  const own = mulDiv(mean, MILLION - spec.branchingPpm, MILLION);
  const base = Math.max(1, mulDiv(own, activityPpm, MILLION));
  let afterMs = 0;
  let excited = excitement;
  for (;;) {
    const bound = base + excited;
    const gap = draw.exponential(Math.max(1, Math.floor(BILLION / bound)));
    if (afterMs + gap > HORIZON_MS) {
      const rest = HORIZON_MS - afterMs;
      return { afterMs: HORIZON_MS, isEvent: false, excitement: faded(excited, rest, spec) };
    }
    afterMs += gap;
    excited = faded(excited, gap, spec);
    if (draw.between(0, bound - 1) < base + excited) {
      return { afterMs: Math.max(1, afterMs), isEvent: true, excitement: excited };
    }
  }
}

const faded = (excitement: number, elapsedMs: TimeMs, { excitedMs }: ArrivalSpec): number =>
  mulDiv(excitement, fadePpb(elapsedMs, excitedMs), BILLION);
