/** A figure with the deviation of its estimate, and what it was computed from. */
export interface Figure {
  readonly value: number;
  /** One standard error, in the unit of the value. */
  readonly error: number;
  /** Such as `8640 returns of 10 s`. */
  readonly from: string;
}

/** Why a figure could not be estimated, and what it takes. */
export interface Missing {
  readonly missing: string;
}

export type Estimate = Figure | Missing;

export const isFigure = (estimate: Estimate): estimate is Figure => 'value' in estimate;

export const missing = (why: string): Missing => ({ missing: why });

/** The figure times an exact factor. */
export const scaled = (estimate: Estimate, factor: number): Estimate =>
  isFigure(estimate) ? { ...estimate, value: estimate.value * factor, error: estimate.error * factor } : estimate;

const DIGITS_MOST = 3;

/**
 * A number without the digits that its error makes unsure: at most three significant ones, and one more than the error has
 * in common with the value. Numbers that differ in their last bits between machines give equal text.
 */
export function sureText(value: number, error = 0): string {
  if (value === 0 || !Number.isFinite(value)) return '0';
  const top = Math.floor(Math.log10(Math.abs(value)));
  const unsure = error > 0 ? Math.floor(Math.log10(error)) : -Infinity;
  if (top < unsure) return Math.abs(value) < error / 2 ? '0' : sureText(Math.sign(value) * error, error);
  const digits = Math.min(DIGITS_MOST, top - unsure + 1);
  const [mantissa = '0', exponent = '0'] = value.toExponential(digits - 1).split('e');
  return plain(mantissa, Number(exponent));
}

/** A mantissa and an exponent as decimal text without an exponent. */
function plain(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`;
  const point = 1 + exponent;
  if (point <= 0) return trimmed(`${sign}0.${'0'.repeat(-point)}${digits}`);
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
  return trimmed(`${sign}${digits.slice(0, point)}.${digits.slice(point)}`);
}

const trimmed = (text: string): string => text.replace(/\.?0+$/, '');
