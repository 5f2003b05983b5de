import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { type SentBounds, type TimeWindow, untilNow } from './time-window.ts';

/** Time windows of balance updates and transfers; both bounds are inclusive, and a future end counts as now. */

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

const unusable = (error: string): Refusal =>
  refuse('VALIDATION_ERROR', 'invalid request parameters', { details: { error } });

/**
 * Refuses bounds that no window can have.
 * Errors: VALIDATION_ERROR `invalid request parameters`, with what is wrong in its details (wire 2.18).
 */
function refuseBounds({ startTime, endTime }: SentBounds, list: string, longestMs: number): Refusal | undefined {
  if (startTime !== undefined && startTime < 0) return unusable(`${list} startTime must be non-negative`);
  if (endTime !== undefined && endTime < 0) return unusable(`${list} endTime must be non-negative`);
  if (startTime === undefined || endTime === undefined) return undefined;
  if (startTime > endTime) return unusable(`${list} startTime must be before endTime`);
  if (endTime - startTime <= longestMs) return undefined;
  return unusable(`${list} time range cannot exceed ${longestMs / 1_000} seconds`);
}

/** The window of getBalanceUpdates: seven days where a bound is missing, at most 365 days. */
export function balanceWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const bounds = untilNow(sent, now);
  const refusal = refuseBounds(bounds, 'balanceUpdates', YEAR_MS);
  if (refusal) return refusal;
  const { startTime, endTime } = bounds;
  const to = Math.min(endTime ?? (startTime === undefined ? now : startTime + WEEK_MS), now);
  return { from: startTime ?? Math.max(to - WEEK_MS, 1), to };
}

/**
 * The window of getTransfers: at most the last thirty days.
 * Errors: also VALIDATION_ERROR for a start, or a lone end, from before them.
 */
export function transferWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const bounds = untilNow(sent, now);
  const refusal = refuseBounds(bounds, 'transfers', MONTH_MS);
  if (refusal) return refusal;
  const floor = now - MONTH_MS;
  const { startTime, endTime = now } = bounds;
  if (startTime !== undefined && startTime < floor) {
    return refuse('VALIDATION_ERROR', 'startTime cannot be more than 30 days in the past');
  }
  if (endTime < floor) return refuse('VALIDATION_ERROR', 'endTime is older than the 30-day historical data cap');
  return { from: startTime ?? floor, to: endTime };
}
