import { divHalfEven, formatUnits } from '../../kernel/decimal.ts';
import { UNIT_DECIMALS } from '../../kernel/units.ts';

const NUMBER = /^([+-]?)([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,3}))?$/;
const PLAIN = /^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{0,7}[1-9])?$/;

/**
 * Returns a number of a data file as normalized decimal text, or undefined when it is none. Exponents are read. Binary
 * floating point and text of more than eight decimals are rounded half to even to eight.
 */
export function decimalOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (PLAIN.test(text)) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  const shift = Number(exponent) - fraction.length + UNIT_DECIMALS;
  // Beyond any price or quantity: 10^400 would only cost time.
  if (shift > 60) return undefined;
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : divHalfEven(digits, 10n ** BigInt(-shift));
  return formatUnits(sign === '-' ? -units : units);
}
