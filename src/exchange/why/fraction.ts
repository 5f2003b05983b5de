import { invariant } from '../../kernel/assert.ts';

/**
 * Exact fractions for the formulas of explanations. The slow models of the tests have fractions of their own
 * (`engine/risk/fraction.test-helper.ts`), because they check these and the arithmetic of the engine.
 */
export interface Fraction {
  readonly n: bigint;
  /** Above 0. */
  readonly d: bigint;
}

export const sum = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

export const negated = ({ n, d }: Fraction): Fraction => ({ n: -n, d });

export const product = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });

export function quotient(a: Fraction, b: Fraction): Fraction {
  invariant(b.n !== 0n, 'a formula does not divide by zero');
  return b.n > 0n ? { n: a.n * b.d, d: a.d * b.n } : { n: -a.n * b.d, d: -a.d * b.n };
}

/** Returns a number below, equal to or above zero, as `a` is less than, equal to or greater than `b`. */
export const compare = (a: Fraction, b: Fraction): bigint => a.n * b.d - b.n * a.d;

export const smaller = (a: Fraction, b: Fraction): Fraction => (compare(b, a) < 0n ? b : a);

export const larger = (a: Fraction, b: Fraction): Fraction => (compare(b, a) > 0n ? b : a);
