/** Unit of the times of a column; null finds it out value by value. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/** Unix times below these are seconds, milliseconds and microseconds: each covers the years 1973 to 5138. */
const SECONDS_BELOW = 100_000_000_000n;
const MS_BELOW = SECONDS_BELOW * 1_000n;
const US_BELOW = MS_BELOW * 1_000n;

const WHOLE = /^[0-9]{1,20}(?:\.0*)?$/;
const DECIMAL_SECONDS = /^([0-9]{1,11})\.([0-9]+)$/;
const ISO =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[TD ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?$/i;
const ZONE = /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i;

/**
 * Returns a time of a data file in Unix ms, or undefined when it is none. Parts of a millisecond are dropped. A text with
 * dashes is ISO 8601, in UTC when it names no zone; a D may stand between day and time, as some databases write it. A number has the unit of its column or, without one, the unit that its
 * size gives.
 */
export function timeOf(value: unknown, unit: TimeUnit | null): number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  if (typeof value === 'bigint') return fromWhole(value, unit);
  if (typeof value === 'number') return fromNumber(value, unit);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (WHOLE.test(text)) return fromWhole(BigInt(text.split('.', 1)[0] ?? ''), unit);
  const [, seconds, fraction = ''] = DECIMAL_SECONDS.exec(text) ?? [];
  if (seconds !== undefined && (unit ?? 's') === 's') return Number(seconds) * 1_000 + msOf(fraction);
  return ISO.test(text) ? fromIso(text) : undefined;
}

function fromNumber(value: number, unit: TimeUnit | null): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (Number.isInteger(value)) return fromWhole(BigInt(value), unit);
  const isSeconds = unit === 's' || (unit === null && value < Number(SECONDS_BELOW));
  // Seconds in binary floating point are exact to less than a microsecond; a millisecond is rounded, not cut.
  return isSeconds ? Math.floor(Math.round(value * 1_000_000) / 1_000) : fromWhole(BigInt(Math.floor(value)), unit);
}

function fromWhole(value: bigint, unit: TimeUnit | null): number | undefined {
  if (value < 0n) return undefined;
  const known = unit ?? (value < SECONDS_BELOW ? 's' : value < MS_BELOW ? 'ms' : value < US_BELOW ? 'us' : 'ns');
  const ms = known === 's' ? value * 1_000n : known === 'ms' ? value : value / (known === 'us' ? 1_000n : 1_000_000n);
  return ms <= 8_640_000_000_000_000n ? Number(ms) : undefined;
}

function fromIso(text: string): number | undefined {
  const day = text.length === 10 ? `${text}T00:00:00Z` : text.replace(/[D ]/i, 'T').replace(',', '.');
  const ms = Date.parse(ZONE.test(day.slice(10)) ? day : `${day}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

const msOf = (fraction: string): number => Number(fraction.slice(0, 3).padEnd(3, '0'));
