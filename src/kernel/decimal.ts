import { invariant } from './errors.ts';
import { UNIT, UNIT_DECIMALS, type Units } from './units.ts';

/**
 * Decimal text on one side, scaled integers on the other; nothing in between. This is the only module
 * that converts, and every division names its rounding. Grammar (SEC-19): ASCII digits, one dot, a
 * leading zero optional, a leading minus only where the field is signed. No exponent, sign, space, hex.
 */

/** A decimal text read exactly: the value is `digits / 10^scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const PLAIN = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** The longest decimal text the exchange reads (wire 0.2). */
export const DECIMAL_TEXT_MAX = 128;

/** Reads a decimal text, or undefined when it is not one. A leading minus is read; callers decide whether it is allowed. */
export function parseDecimal(text: string): Decimal | undefined {
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  if (text.length > DECIMAL_TEXT_MAX || !PLAIN.test(body)) return undefined;
  const dot = body.indexOf('.');
  const fraction = dot < 0 ? '' : withoutTrailingZeros(body.slice(dot + 1));
  const magnitude = BigInt((dot < 0 ? body : body.slice(0, dot)) + fraction);
  return { digits: negative ? -magnitude : magnitude, scale: fraction.length };
}

/** The one spelling of a decimal text: no leading or trailing zeros, no bare dot. Undefined when it is not one. */
export function normalizeDecimal(text: string): string | undefined {
  if (isNormal(text)) return text;
  const value = parseDecimal(text);
  return value && formatScaled(value.digits, value.scale);
}

/**
 * True for a text that is its own spelling, as nearly all are; false for some others too. It runs for each figure of
 * each order.
 */
function isNormal(text: string): boolean {
  const last = text.length - 1;
  if (last < 0 || last >= DECIMAL_TEXT_MAX) return false;
  let dot = -1;
  for (let index = 0; index <= last; index += 1) {
    const code = text.charCodeAt(index);
    if (code === DOT && dot < 0) dot = index;
    else if (code < ZERO || code > NINE) return false;
  }
  if (text.charCodeAt(0) === ZERO && last > 0 && dot !== 1) return false;
  return dot < 0 || (dot > 0 && dot < last && text.charCodeAt(last) !== ZERO);
}

/** A number of so many digits is exact, and most texts have no more. */
const FAST_DIGITS = 15;
/** Powers of ten up to the decimals of units, by exponent. */
export const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const;

/**
 * Returns a short decimal text in 1e-8 units, read digit by digit; -1 for every other text, `parseDecimal` says what it
 * is. A result is a safe integer, so it is exact.
 */
export function unitsOfShort(text: string): number {
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

/** Reads a decimal text as 1e-8 units. Undefined when it is not a decimal or has more than eight decimals. */
export function parseUnits(text: string): Units | undefined {
  const value = parseDecimal(text);
  if (!value || value.scale > UNIT_DECIMALS) return undefined;
  return value.digits * 10n ** BigInt(UNIT_DECIMALS - value.scale);
}

/** Reads like `parseUnits`, for texts in the source (fixtures, constants), where an invalid one is a bug. */
export function unitsOf(text: string): Units {
  const value = parseUnits(text);
  invariant(value !== undefined, `not a decimal of at most eight places: ${text}`);
  return value;
}

/** Writes a scaled integer as decimal text without trailing zeros: (1500n, 3) is "1.5". */
export function formatScaled(value: bigint, scale: number): string {
  const text = formatFixedScale(value, scale);
  if (scale === 0) return text;
  const shorter = withoutTrailingZeros(text);
  return shorter.endsWith('.') ? shorter.slice(0, -1) : shorter;
}

/**
 * A loop instead of a regular expression: the expression would try every run of zeros, and this runs for each figure
 * written.
 */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === ZERO) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

const ZERO = 48;
const NINE = 57;
const DOT = 46;

/** Writes a scaled integer with exactly `scale` decimals: (1500n, 3) is "1.500". Never writes "-0". */
export function formatFixedScale(value: bigint, scale: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return negative ? `-${text}` : text;
}

/** Writes 1e-8 units as decimal text without trailing zeros. */
export const formatUnits = (value: Units): string => formatScaled(value, UNIT_DECIMALS);

/** Formats like `formatUnits`, for safe integers that are not negative. */
export function formatUnitsInt(value: number): string {
  const rest = value % UNIT;
  const whole = String((value - rest) / UNIT);
  // A leading one keeps the zeros behind the dot.
  return rest === 0 ? whole : `${whole}.${withoutTrailingZeros(String(UNIT + rest)).slice(1)}`;
}

/** Writes 1e-8 units with exactly `decimals` decimals, rounded half to even. */
export function formatUnitsFixed(value: Units, decimals: number): string {
  invariant(decimals <= UNIT_DECIMALS, 'units hold eight decimals');
  return formatFixedScale(divHalfEven(value, 10n ** BigInt(UNIT_DECIMALS - decimals)), decimals);
}

/** Units in the last place of a text with so many decimals. */
const STEPS = Array.from({ length: UNIT_DECIMALS + 1 }, (_, decimals) =>
  Number(10n ** BigInt(UNIT_DECIMALS - decimals)),
);

/** Formats like `formatUnitsFixed`, for safe integers that are not negative. */
export function formatUnitsFixedInt(value: number, decimals: number): string {
  const step = STEPS[decimals];
  invariant(step !== undefined, 'units hold eight decimals');
  if (value % step !== 0) return formatUnitsFixed(BigInt(value), decimals);
  const rest = value % UNIT;
  const whole = String((value - rest) / UNIT);
  // A leading one keeps the zeros behind the dot.
  return decimals === 0 ? whole : `${whole}.${String((UNIT + rest) / step).slice(1)}`;
}

/** a / b rounded half to even (the house rule where nothing else is stated, wire 6.3). b > 0. */
export function divHalfEven(a: bigint, b: bigint): bigint {
  invariant(b > 0n, 'divisor must be positive');
  const towardsZero = a / b;
  const remainder = a % b;
  if (remainder === 0n) return towardsZero;
  const twice = absBig(remainder) * 2n;
  const up = twice > b || (twice === b && towardsZero % 2n !== 0n);
  if (!up) return towardsZero;
  return a < 0n ? towardsZero - 1n : towardsZero + 1n;
}

/** a / b rounded towards minus infinity. b > 0. */
export function divFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/** a / b rounded towards plus infinity: what a requirement uses, so that rounding never favours the trader. b > 0. */
export function divCeil(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return quotient * b < a ? quotient + 1n : quotient;
}

/** Up to here a quotient that a division rounded up, times its divisor, is exact. */
const EXACT = 0x8000000000000;

/** a / b for safe integers, rounded half to even. b > 0. */
export function divHalfEvenInt(a: number, b: number): number {
  if (a > EXACT || a < -EXACT || b > EXACT) return divHalfEvenLarge(a, b);
  // Two to five times faster than the remainder operator, which is a call where a number has more than 31 bits.
  let floor = Math.floor(a / b);
  let rest = a - floor * b;
  if (rest < 0) {
    floor -= 1;
    rest += b;
  }
  const twice = rest * 2;
  // The sum is never -0.
  return floor + (twice > b || (twice === b && floor % 2 !== 0) ? 1 : 0);
}

/** The remainder operator is exact where a quotient and its product are not. */
function divHalfEvenLarge(a: number, b: number): number {
  const remainder = a % b;
  const rest = remainder < 0 ? remainder + b : remainder;
  const floor = (a - rest) / b;
  if (rest * 2 < b) return floor;
  if (rest * 2 > b) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Returns the absolute value. */
export const absBig = (value: bigint): bigint => (value < 0n ? -value : value);
/** Returns the smaller of two. */
export const minBig = (a: bigint, b: bigint): bigint => (a < b ? a : b);
/** Returns the larger of two. */
export const maxBig = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The digits of a decimal text as one integer with `scale` decimals; exact, or it throws. */
export function parseDecimalText(text: string, scale: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const [, sign = '', whole = '', decimals = ''] = match ?? [];
  invariant(match && decimals.length <= scale, () => `${text} is a decimal text with at most ${scale} decimals`);
  const digits = BigInt(`${whole}${decimals.padEnd(scale, '0')}`);
  return sign === '-' ? -digits : digits;
}
