import type { TimeMs, Units } from '../../kernel/units.ts';

/**
 * What a wallet traded in the last fourteen days: notional of its maker and taker fills in all markets, by UTC hour
 * (wire 6.8). A fill counts until the hour it happened in is 336 hours old, so the figure is exact, moves on full
 * hours only, and is kept in at most 336 numbers.
 */
export interface TradedVolume {
  /** Sum of `hours`. */
  total: Units;
  /** Oldest first; only hours in which something traded. */
  readonly hours: HourOfVolume[];
}

export interface HourOfVolume {
  /** Hours since the Unix epoch. */
  readonly hour: number;
  notional: Units;
}

const HOUR_MS = 3_600_000;
const HOURS_KEPT = 14 * 24;

/** Returns the volume of a wallet that has not traded. */
export const noVolume = (): TradedVolume => ({ total: 0n, hours: [] });

/** The rolling figure at a moment that is not before the last fill. */
export function volumeAt(volume: Readonly<TradedVolume>, now: TimeMs): Units {
  const first = firstHourAt(now);
  let total = volume.total;
  for (const { hour, notional } of volume.hours) {
    if (hour >= first) break;
    total -= notional;
  }
  return total;
}

/** Returns when the oldest hour that still counts will count no longer; null when nothing counts. */
export function nextFallOf(volume: Readonly<TradedVolume>, now: TimeMs): TimeMs | null {
  const first = firstHourAt(now);
  const oldest = volume.hours.find(({ hour }) => hour >= first);
  return oldest ? (oldest.hour + HOURS_KEPT) * HOUR_MS : null;
}

/** Adds a fill and lets go of what no longer counts. Only `evolve` may. */
export function addVolume(volume: TradedVolume, notional: Units, now: TimeMs): void {
  const { hours } = volume;
  const hour = Math.floor(now / HOUR_MS);
  const last = hours.at(-1);
  volume.total += notional;
  if (last?.hour === hour) {
    last.notional += notional;
    return;
  }
  hours.push({ hour, notional });
  const first = firstHourAt(now);
  for (let oldest = hours[0]; oldest && oldest.hour < first; oldest = hours[0]) {
    volume.total -= oldest.notional;
    hours.shift();
  }
}

const firstHourAt = (now: TimeMs): number => Math.floor(now / HOUR_MS) - HOURS_KEPT + 1;
