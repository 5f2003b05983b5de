import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';

/** Time windows of history reads: both bounds inclusive, a missing one derived from the other, the end never past now. */
export interface TimeWindow {
  readonly from: TimeMs;
  readonly to: TimeMs;
}

export interface SentBounds {
  readonly startTime: TimeMs | undefined;
  readonly endTime: TimeMs | undefined;
}

/** Bounds with their deprecated spellings. */
export interface SentAliases extends SentBounds {
  readonly fromTime: TimeMs | undefined;
  readonly toTime: TimeMs | undefined;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** How far back a range may begin where the 30-day cap holds. */
const LOOKBACK_MS = 30 * DAY_MS;

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);

/** Folds `fromTime` and `toTime` into the bounds. Errors: VALIDATION_ERROR when both spellings differ (wire 2.18). */
export function foldAliases(sent: SentAliases): SentBounds | Refusal {
  if (differ(sent.startTime, sent.fromTime)) {
    return invalid('cannot specify both startTime and fromTime with different values');
  }
  if (differ(sent.endTime, sent.toTime)) {
    return invalid('cannot specify both endTime and toTime with different values');
  }
  return { startTime: sent.startTime ?? sent.fromTime, endTime: sent.endTime ?? sent.toTime };
}

const differ = (a: TimeMs | undefined, b: TimeMs | undefined): boolean => a !== undefined && b !== undefined && a !== b;

/** The bounds with now in place of an end in the future, which comes before every check of a range. */
export const untilNow = ({ startTime, endTime }: SentBounds, now: TimeMs): SentBounds => ({
  startTime,
  endTime: endTime === undefined ? undefined : Math.min(endTime, now),
});

/**
 * Refuses bounds that no window can have.
 * Errors: VALIDATION_ERROR `startTime must be before endTime` and its siblings.
 */
export function refuseBadBounds({ startTime, endTime }: SentBounds): Refusal | undefined {
  if (startTime !== undefined && startTime < 0) return invalid('startTime must be non-negative');
  if (endTime !== undefined && endTime < 0) return invalid('endTime must be non-negative');
  if (startTime !== undefined && endTime !== undefined && startTime > endTime) {
    return invalid('startTime must be before endTime');
  }
  return undefined;
}

/** The window of getPositions: as long as it is asked for. Errors: VALIDATION_ERROR for bounds that no window can have. */
export function anyWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const bounds = untilNow(sent, now);
  return refuseBadBounds(bounds) ?? { from: bounds.startTime ?? 0, to: bounds.endTime ?? now };
}

/**
 * The window of at most seven days of getOrderHistory and getTrades. One bound gives the other seven days
 * away, none gives the latest seven days; a lone start in the future gives an empty window.
 * Errors: VALIDATION_ERROR, `time range cannot exceed 7 days` among them.
 */
export function weekWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const bounds = untilNow(sent, now);
  const refusal = refuseBadBounds(bounds);
  if (refusal) return refusal;
  const { startTime, endTime } = bounds;
  if (startTime !== undefined && endTime !== undefined && endTime - startTime > WEEK_MS) {
    return invalid('time range cannot exceed 7 days');
  }
  const to = Math.min(endTime ?? (startTime === undefined ? now : startTime + WEEK_MS), now);
  return { from: startTime ?? to - WEEK_MS, to };
}

/**
 * The same window where nothing older than 30 days is served. A derived start is cut to the floor, a start
 * or a lone end that was sent from before it is refused, in the words of getTransfers.
 */
export function cappedWeekWindow(bounds: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const window = weekWindow(bounds, now);
  if (isRefusal(window)) return window;
  const floor = now - LOOKBACK_MS;
  if (bounds.startTime !== undefined && bounds.startTime < floor) {
    return invalid('startTime cannot be more than 30 days in the past');
  }
  if (window.to < floor) return invalid('endTime is older than the 30-day historical data cap');
  return { from: Math.max(window.from, floor), to: window.to };
}

/**
 * The window of funding reads: what of the last 30 days lies between the bounds, either of which may be missing.
 * Errors: VALIDATION_ERROR for a start, or a lone end, from before them, in the words of getTransfers.
 */
export function monthWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const floor = now - LOOKBACK_MS;
  const { startTime = floor, endTime = now } = untilNow(sent, now);
  if (startTime < floor) return invalid('startTime cannot be more than 30 days in the past');
  if (endTime < floor) return invalid('endTime is older than the 30-day historical data cap');
  return { from: startTime, to: endTime };
}
