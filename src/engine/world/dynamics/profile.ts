import { divHalfEvenInt } from '../../../kernel/decimal.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { ActivityProfile } from './dynamics-spec.ts';

const MILLION = 1_000_000;
const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = 1_800_000;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

/**
 * How lively a moment is, in parts per million of the mean. The figures of an hour hold in its middle; from one middle to the next
 * they change evenly, so that no hour or day begins with a leap.
 */
export function activityPpm(profile: ActivityProfile, at: TimeMs): number {
  const since = at - HALF_HOUR_MS;
  const hour = Math.floor(since / HOUR_MS);
  const before = inHour(profile, hour);
  const after = inHour(profile, hour + 1);
  return before + divHalfEvenInt((after - before) * (since - hour * HOUR_MS), HOUR_MS);
}

/** The figure of an hour since 1970. */
function inHour({ hours, weekdays }: ActivityProfile, hour: number): number {
  const weekday = (Math.floor(hour / 24) + EPOCH_WEEKDAY) % 7;
  return divHalfEvenInt((hours[hour % 24] as number) * (weekdays[weekday] as number), MILLION);
}
