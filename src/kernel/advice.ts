import { divCeil, divFloor, formatScaled, parseDecimal } from './decimal.ts';
import { grouped } from './words.ts';

/**
 * Sentences that say what is wrong with a figure and what to write instead, for explanations of refusals and for forms that
 * check while one types. A figure that is no decimal has no sentence: undefined.
 */

/** `1,5 is no number; write digits, such as 12.5`; undefined for a decimal. */
export const noDecimal = (figure: string): string | undefined =>
  parseDecimal(figure) ? undefined : `${figure} is no number; write digits, such as 12.5`;

/** The multiples of a step next to a figure; one that is a multiple is both. */
export function aroundStep(
  figure: string,
  step: string,
): { readonly below: string; readonly above: string } | undefined {
  const [value, unit] = [parseDecimal(figure), parseDecimal(step)];
  if (!value || !unit || unit.digits <= 0n) return undefined;
  const scale = Math.max(value.scale, unit.scale);
  const digits = value.digits * 10n ** BigInt(scale - value.scale);
  const size = unit.digits * 10n ** BigInt(scale - unit.scale);
  return {
    below: formatScaled(divFloor(digits, size) * size, scale),
    above: formatScaled(divCeil(digits, size) * size, scale),
  };
}

/**
 * `94,500.37 is no multiple of the tick 1; use 94,500 or 94,501`; undefined for a figure that is one.
 *
 * @param step - its name: the tick, the lot
 */
export function offStep(figure: string, step: { readonly name: string; readonly size: string }): string | undefined {
  const around = aroundStep(figure, step.size);
  if (!around || around.below === around.above) return undefined;
  const { below, above } = around;
  const use = isPositive(below)
    ? `${grouped(below)} or ${grouped(above)}`
    : grouped(isPositive(above) ? above : step.size);
  return `${grouped(figure)} is no multiple of the ${step.name} ${grouped(step.size)}; use ${use}`;
}

const isPositive = (figure: string): boolean => !/^(?:-|0$)/.test(figure);

/** `0.0005 is less than the least size 0.001 of BTC-USDT; use 0.001 or more`. */
export const underLeast = (figure: string, what: string, least: string): string =>
  `${grouped(figure)} is less than ${what} ${grouped(least)}; use ${grouped(least)} or more`;

/** `15 is more than the most that a market order may have, 10; use 10 or less`. */
export const overMost = (figure: string, what: string, most: string): string =>
  `${grouped(figure)} is more than ${what}, ${grouped(most)}; use ${grouped(most)} or less`;
