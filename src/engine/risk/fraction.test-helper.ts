/**
 * Exact fractions for the slow models of the tests. They share no code with the product, neither with `kernel/decimal.ts` nor with
 * `exchange/why/explanation.ts`, because they check both. The divisor is positive, and nothing is reduced to lowest terms.
 */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const fraction = (over: bigint, under = 1n): Fraction => ({ over, under });

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.over * b.under + b.over * a.under, a.under * b.under);

export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, fraction(-b.over, b.under));

export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under);

/** a / b; b may be negative, not zero. */
export const divided = (a: Fraction, b: Fraction): Fraction =>
  b.over > 0n ? fraction(a.over * b.under, a.under * b.over) : fraction(-a.over * b.under, -a.under * b.over);

/** Below zero when a is less than b. */
export const compared = (a: Fraction, b: Fraction): bigint => a.over * b.under - b.over * a.under;

export const clamped = (value: Fraction, low: Fraction, high: Fraction): Fraction =>
  compared(value, low) < 0n ? low : compared(value, high) > 0n ? high : value;

export function roundedDown({ over, under }: Fraction): bigint {
  const cut = over / under;
  return over < 0n && cut * under !== over ? cut - 1n : cut;
}

export const roundedUp = ({ over, under }: Fraction): bigint => -roundedDown(fraction(-over, under));

/** To the nearest whole number, a tie to the even one. */
export function rounded(value: Fraction): bigint {
  const below = roundedDown(value);
  const rest = minus(value, fraction(below));
  const side = compared(rest, fraction(1n, 2n));
  if (side !== 0n) return side < 0n ? below : below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}
