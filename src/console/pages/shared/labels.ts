import { rounded } from '../../../kernel/words.ts';

/** Labels of the axes of charts. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** `14:05`, with seconds or milliseconds where the step needs them, and the date at midnight. In UTC. */
export function timeLabel(time: number, step: number): string {
  const text = new Date(time).toISOString();
  if (time % DAY === 0) return text.slice(5, 10);
  if (step < SECOND) return text.slice(14, 23);
  return step < MINUTE ? text.slice(11, 19) : text.slice(11, 16);
}

/** `95,000.5`, `1.25M`: as many digits as the step between two labels has. */
export function figureLabel(value: number, step: number): string {
  const scale = step >= 100_000 ? 1e6 : 1;
  return `${rounded(value / scale, digitsOf(step / scale))}${scale > 1 && value !== 0 ? 'M' : ''}`;
}

const MOST_DIGITS = 8;

/** Digits behind the point that a multiple of the step can have. */
function digitsOf(step: number): number {
  for (let digits = 0; digits < MOST_DIGITS; digits += 1) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return digits;
  }
  return MOST_DIGITS;
}
