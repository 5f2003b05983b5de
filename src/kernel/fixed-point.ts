import { invariant } from './errors.ts';
import { divHalfEven, divHalfEvenInt } from './decimal.ts';

/**
 * Exponentials, logarithms and square roots of whole numbers, in whole numbers. The platform's functions of the same names
 * differ between machines in their last digit. Real arguments and results are in parts per billion (ppb): 1.5 is 1,500,000,000.
 */

const BILLION = 1_000_000_000;
/** The logarithm of 2, in 1e-12 and in ppb. */
const LN_2 = 693_147_180_560;
const LN_2_PPB = 693_147_181;
/** The square root of 2^63: leading digits above it count as less than the next power of two. */
const MIDDLE = 3_037_000_500;

/** The largest argument of `expPpb`, whose result is about 3.3 million. */
export const EXP_MAX_PPB = 15_000_000_000;
/** Below this, the exponential is less than half a part per billion. */
const EXP_MIN_PPB = -22_000_000_000;
/** A billion times 11, 10, 9 and so on down to 1: the divisors of the series of an exponential, the last term first. */
const EXP_DIVISORS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((term) => BILLION * term);
const EXP_INVERSES = EXP_DIVISORS.map((divisor) => 1 / divisor);
const PER_BILLION = 1 / BILLION;
/** A billion over 13, 11, 9 and so on down to 1: the factors of the series of a logarithm, the last term first. */
const LN_FACTORS = [13, 11, 9, 7, 5, 3, 1].map((term) => divHalfEvenInt(BILLION, term));

/** Returns 1, 2, 4 and so on up to 2^52. */
const powerOfTwo = (bits: number): number => (bits < 31 ? 1 << bits : (1 << 30) * (1 << (bits - 30)));

/** The largest result that is read off a product, whose error is then below two millionths. */
const SHORT_MAX = 0x100000000;
/** A product this close to where rounding changes is computed exactly. */
const UNSURE = 0.000_01;

/** Returns true for a whole number read off a product, so far `beyond` it, that no error of the product changes. */
const isSure = (beyond: number, nearest: number): boolean =>
  beyond > UNSURE && beyond < 1 - UNSURE && nearest < SHORT_MAX && nearest > -SHORT_MAX;

/** Returns a x b / d, rounded half to even. The product may exceed 2^53, the result may not. d > 0. */
export function mulDiv(a: number, b: number, d: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return divHalfEvenInt(product, d);
  const quotient = product / d + 0.5;
  const nearest = Math.floor(quotient);
  if (isSure(quotient - nearest, nearest)) return nearest;
  return Number(divHalfEven(BigInt(a) * BigInt(b), BigInt(d)));
}

/** Returns e to the power of `x`. The error is at most 3 ppb of the result and half a ppb. `x` is at most `EXP_MAX_PPB`. */
export function expPpb(x: number): number {
  invariant(x <= EXP_MAX_PPB, () => `${x} ppb is too large an exponent`);
  if (x < EXP_MIN_PPB) return 0;
  const doublings = divHalfEvenInt(x, LN_2_PPB);
  const rest = divHalfEvenInt(x * 1_000 - doublings * LN_2, 1_000);
  let sum = BILLION;
  for (let term = 0; term < EXP_DIVISORS.length; term += 1) {
    sum = BILLION + shortMulDiv(rest, sum, EXP_DIVISORS[term] ?? 1, EXP_INVERSES[term]);
  }
  return doublings < 0 ? divHalfEvenInt(sum, powerOfTwo(-doublings)) : sum * powerOfTwo(doublings);
}

/** Returns the natural logarithm of a whole number from 1 to 2^53 - 1; the error is at most 4 ppb. */
export function lnPpb(value: number): number {
  invariant(value >= 1, () => `${value} has a logarithm`);
  const bits = bitsOf(value) - 1;
  // Between 2^31 and 2^32: the leading digits of the value.
  const leading = bits > 31 ? Math.floor(value / powerOfTwo(bits - 31)) : value * powerOfTwo(31 - bits);
  const isUpper = leading > MIDDLE;
  const one = powerOfTwo(isUpper ? 32 : 31);
  const ratio = shortMulDiv(leading - one, BILLION, leading + one);
  const square = shortMulDiv(ratio, ratio, BILLION, PER_BILLION);
  let sum = 0;
  for (const factor of LN_FACTORS) sum = factor + shortMulDiv(square, sum, BILLION, PER_BILLION);
  return divHalfEvenInt((bits + (isUpper ? 1 : 0)) * LN_2, 1_000) + 2 * shortMulDiv(ratio, sum, BILLION, PER_BILLION);
}

/** Returns the square root of a whole number from 0 to 2^53 - 1, rounded down. */
export function squareRoot(value: number): number {
  if (value < 2) return value;
  let root = powerOfTwo(Math.floor((bitsOf(value) + 1) / 2));
  for (let next = nextRoot(value, root); next < root; next = nextRoot(value, root)) root = next;
  return root;
}

const nextRoot = (value: number, root: number): number => Math.floor((root + Math.floor(value / root)) / 2);

/** Returns what is left after `elapsedMs` of something that loses the share 1 / e in `lifeMs`, in ppb. */
export const fadePpb = (elapsedMs: number, lifeMs: number): number => expPpb(-mulDiv(elapsedMs, BILLION, lifeMs));

/** Returns the binary digits of a whole number from 1 to 2^53 - 1. */
function bitsOf(value: number): number {
  const high = Math.floor(value / 0x100000000);
  return high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(value);
}

/**
 * Returns a x b / d to the nearest whole number, for |a| < 2^34, |b| < 2^34 and 0 < d < 2^35. The product with
 * `inverse`, 1 / d, tells it nearly always; else a x b is taken in two parts, each below 2^53.
 */
function shortMulDiv(a: number, b: number, d: number, inverse = 1 / d): number {
  const product = a * b * inverse + 0.5;
  const nearest = Math.floor(product);
  if (isSure(product - nearest, nearest)) return nearest;
  return b < 0 ? exactMulDiv(-a, -b, d) : exactMulDiv(a, b, d);
}

/** The same for b >= 0. */
function exactMulDiv(a: number, b: number, d: number): number {
  const high = Math.floor(b / 0x10000);
  const upper = a * high;
  const whole = Math.floor(upper / d);
  const rest = (upper - whole * d) * 0x10000 + a * (b - high * 0x10000);
  return whole * 0x10000 + Math.floor((2 * rest + d) / (2 * d));
}
