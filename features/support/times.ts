const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Periods in UTC; a cell names the start of the current one. */
const STRETCHES: Readonly<Record<string, number>> = { minute: UNITS.m ?? 0, hour: UNITS.h ?? 0, day: UNITS.d ?? 0 };

/**
 * Returns the time that a cell writes: `now + 5 s`, `minute - 2 m` from the start of the current minute, `update + 1 ms` from a
 * time that the scenario has named, `now in seconds`.
 *
 * @param known returns the time of a name, or undefined
 * @returns undefined if the text is not a time
 */
export function timeIn(text: string, now: number, known: (name: string) => string | undefined): string | undefined {
  const said = /^(.+?)(?: ([+-]) (\d+) (ms|s|m|h|d))?( in seconds| in microseconds)?$/.exec(text);
  const [, base = '', sign, amount = '0', unit = 'ms', told] = said ?? [];
  const from = baseOf(base, now, known);
  if (from === undefined) return undefined;
  const time = from + (sign === '-' ? -1 : 1) * Number(amount) * (UNITS[unit] ?? 1);
  if (told === undefined) return String(time);
  return told === ' in seconds' ? String(Math.floor(time / 1_000)) : `${time}000`;
}

function baseOf(base: string, now: number, known: (name: string) => string | undefined): number | undefined {
  if (base === 'now') return now;
  const stretch = STRETCHES[base];
  if (stretch !== undefined) return now - (now % stretch);
  const named = known(base);
  return named !== undefined && /^\d{13}$/.test(named) ? Number(named) : undefined;
}
