const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Stretches of time, in UTC, by which scenarios name their beginning. */
const STRETCHES: Readonly<Record<string, number>> = { minute: UNITS.m ?? 0, hour: UNITS.h ?? 0, day: UNITS.d ?? 0 };

/**
 * A time as a cell writes it: `now + 5 s`, `minute - 2 m` from the beginning of the running minute, `update + 1 ms` from a
 * time that the scenario gave a name to, `now in seconds`.
 *
 * @param known the time behind a name; undefined where it is none
 * @returns undefined for what is no time
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
