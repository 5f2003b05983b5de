import type { ValuePoint } from './account-values.ts';
import { Amount, ZERO, meanOf, sumOf } from './amount.ts';

/** Minutes of a year of 365 days: ratios of returns per minute are annualized by its root. */
export const MINUTES_A_YEAR = 525_600;

const ANNUAL = new Amount(MINUTES_A_YEAR).sqrt();

/**
 * Computes the return of each minute: what was earned in it over the account value at its start. A minute that starts
 * without a positive account value has no return.
 */
export function returnsOf(minutes: readonly ValuePoint[]): Amount[] {
  return minutes.flatMap((point, place) => {
    const before = minutes[place - 1];
    return before?.value.gt(ZERO) ? [point.earned.minus(before.earned).div(before.value)] : [];
  });
}

/**
 * Computes mean over standard deviation (of a sample: n - 1), annualized. Null for fewer than two returns, and for
 * returns that are all equal.
 */
export function sharpeOf(returns: readonly Amount[]): Amount | null {
  const mean = meanOf(returns);
  if (mean === null || returns.length < 2) return null;
  const squares = sumOf(returns.map((value) => value.minus(mean).pow(2)));
  return squares.isZero() ? null : mean.div(squares.div(returns.length - 1).sqrt()).mul(ANNUAL);
}

/**
 * Computes mean over downside deviation, annualized: the root of the mean over all returns of the squared negative
 * ones. Null for fewer than two returns, and when none is negative.
 */
export function sortinoOf(returns: readonly Amount[]): Amount | null {
  const mean = meanOf(returns);
  if (mean === null || returns.length < 2) return null;
  const squares = sumOf(returns.filter((value) => value.lt(ZERO)).map((value) => value.pow(2)));
  return squares.isZero() ? null : mean.div(squares.div(returns.length).sqrt()).mul(ANNUAL);
}
