import { parseDecimal } from '../../kernel/decimal.ts';
import { UNIT_DECIMALS } from '../../kernel/units.ts';

/** A number of so many digits is exact, and most texts have no more. */
const FAST_DIGITS = 15;
const ZERO = 48;
const NINE = 57;
const DOT = 46;
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const;

/**
 * Returns a short decimal text in 1e-8 units, read digit by digit; -1 for every other text, `parseDecimal` says what it
 * is. A result is a safe integer, so it is exact.
 */
function unitsOfShort(text: string): number {
  if (text.length === 0 || text.length > FAST_DIGITS) return -1;
  let digits = 0;
  let dot = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + (code - ZERO);
    else if (code === DOT && dot < 0 && text.length > 1) dot = index;
    else return -1;
  }
  const power = POWERS[dot < 0 ? UNIT_DECIMALS : UNIT_DECIMALS - (text.length - dot - 1)];
  const units = power === undefined ? -1 : digits * power;
  return Number.isSafeInteger(units) ? units : -1;
}

/**
 * A decimal text as a count of steps (ticks or lots), or undefined when it does not lie on the grid.
 *
 * @param stepUnits one step, in 1e-8
 */
export function stepsOf(text: string, stepUnits: number): number | undefined {
  const short = unitsOfShort(text);
  if (short >= 0) return short % stepUnits === 0 ? short / stepUnits : undefined;
  const value = parseDecimal(text);
  if (!value || value.scale > UNIT_DECIMALS) return undefined;
  const units = value.digits * BigInt(POWERS[UNIT_DECIMALS - value.scale] ?? 1);
  const steps = units / BigInt(stepUnits);
  if (steps * BigInt(stepUnits) !== units || steps > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return Number(steps);
}
