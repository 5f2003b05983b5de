import { Decimal } from 'decimal.js';

/**
 * The arithmetic of the statistics. Sums of amounts are exact, because an amount of the exchange has fewer than 60
 * digits. Quotients and roots are rounded in the same place on every machine, which floats do not promise.
 */
export const Amount = Decimal.clone({ precision: 60 });
export type Amount = Decimal;

export const ZERO: Amount = new Amount(0);

/** A figure that is no money: a number of 10 significant digits. */
export const figureOf = (amount: Amount): number => amount.toSignificantDigits(10).toNumber();

/** Writes money without an exponent and without trailing zeros. */
export const textOf = (amount: Amount): string => (amount.isZero() ? '0' : amount.toFixed());

export const sumOf = (amounts: Iterable<Amount>): Amount => {
  let sum = ZERO;
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
};

/** Returns the arithmetic mean; null of no amounts. */
export const meanOf = (amounts: readonly Amount[]): Amount | null =>
  amounts.length === 0 ? null : sumOf(amounts).div(amounts.length);
