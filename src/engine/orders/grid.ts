import { parseDecimal } from '../../kernel/decimal.ts';
import { UNIT_DECIMALS } from '../../kernel/units.ts';

/** Decimals that 15 digits of a JS number still hold exactly, with eight places in front. */
const FAST_DIGITS = 15;
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const;

/**
 * A decimal text as a count of steps (ticks or lots), or undefined when it does not lie on the grid.
 *
 * @param stepUnits one step, in 1e-8
 */
export function stepsOf(text: string, stepUnits: number): number | undefined {
  const value = parseDecimal(text);
  if (!value || value.scale > UNIT_DECIMALS) return undefined;
  const power = POWERS[UNIT_DECIMALS - value.scale] ?? 1;
  if (text.length <= FAST_DIGITS - UNIT_DECIMALS) {
    const units = Number(value.digits) * power;
    return units % stepUnits === 0 ? units / stepUnits : undefined;
  }
  const units = value.digits * BigInt(power);
  const steps = units / BigInt(stepUnits);
  if (steps * BigInt(stepUnits) !== units || steps > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return Number(steps);
}
