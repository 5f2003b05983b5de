import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { type SentBounds, type TimeWindow, untilNow } from './time-window.ts';

/** How far back closed positions are served, and how long one window may be. */
const MONTH_MS = 30 * 86_400_000;

const unusable = (error: string, qualifier?: string): Refusal =>
  refuse('VALIDATION_ERROR', 'Invalid request parameters', {
    details: { error: `positionHistory ${error}`, ...(qualifier === undefined ? {} : { qualifier }) },
  });

/**
 * The window of getPositionHistory: at most the last thirty days, both bounds inclusive, a future end counting as now.
 * Errors: VALIDATION_ERROR `Invalid request parameters` for bounds that no window has, with what is wrong in its
 * details (wire 2.18); the texts of getTransfers for a start, or a lone end, from before the thirty days.
 */
export function positionWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const { startTime, endTime } = untilNow(sent, now);
  if (startTime !== undefined && startTime < 0) {
    return unusable('startTime must be non-negative', 'invalid start time');
  }
  if (endTime !== undefined && endTime < 0) return unusable('endTime must be non-negative', 'invalid end time');
  if (startTime !== undefined && endTime !== undefined) {
    if (startTime > endTime) return unusable('startTime must be before endTime');
    if (endTime - startTime > MONTH_MS) return unusable(`time range cannot exceed ${MONTH_MS / 1_000} seconds`);
  }
  const floor = now - MONTH_MS;
  if (startTime !== undefined && startTime < floor) {
    return refuse('VALIDATION_ERROR', 'startTime cannot be more than 30 days in the past');
  }
  if (endTime !== undefined && endTime < floor) {
    return refuse('VALIDATION_ERROR', 'endTime is older than the 30-day historical data cap');
  }
  return { from: startTime ?? floor, to: endTime ?? now };
}
