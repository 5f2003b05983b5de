import type { TimeMs } from '../../kernel/units.ts';

/** What a start time may be, in words for error messages. */
export const START_TIME_TAKES = 'Unix milliseconds or an ISO 8601 time such as 2026-01-05T00:00:00Z';

/** The end of the year 9999, so that every time is four digits of year wherever it is printed. */
const LAST_TIME_MS = 253_402_300_799_999;

// A time without a zone would mean another moment on another machine; a day alone is UTC.
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Unix ms from a number, its digits or an ISO 8601 time with its zone; undefined for anything else. */
export function readStartTime(given: unknown): TimeMs | undefined {
  const ms = typeof given === 'string' ? fromText(given) : given;
  return typeof ms === 'number' && Number.isSafeInteger(ms) && ms >= 0 && ms <= LAST_TIME_MS ? ms : undefined;
}

function fromText(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  return ISO.test(text) && hasCalendarDay(text) ? Date.parse(text) : undefined;
}

/** True when an ISO 8601 time names a day that its month has; Date.parse would take February 30 for March 2. */
export function hasCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
