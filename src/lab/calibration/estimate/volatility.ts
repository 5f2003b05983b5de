import { type Estimate, missing } from './figure.ts';
import { type Jumps, jumpsIn } from './jumps.ts';
import { count, type Returns } from './returns.ts';
import { mean, meanSquare } from './statistics.ts';

const YEAR_MS = 31_536_000_000;

/** Volatility as a share per year, jumps and all, and the jumps. */
export interface VolatilityEstimate {
  readonly annual: Estimate;
  readonly jumps: Jumps;
}

/**
 * Root mean square of the returns, jumps and all, per year of 365 days. A bid-ask bounce makes neighbours of
 * opposite sign: twice their covariance is added to the variance, which takes the bounce out again.
 */
export function volatilityOf(returns: Returns | null): VolatilityEstimate {
  const why = 'takes at least thirty returns: five minutes of books, or half an hour of trades or candles of a minute';
  if (!returns) return { annual: missing(why), jumps: { found: [], returns: 0 } };
  const jumps = jumpsIn(returns);
  const isJump = new Set(jumps.found.map(({ at }) => at));
  const kept = returns.values.map((value, at) => (isJump.has(at) ? null : value));
  const values = returns.values.filter((value) => value !== null);
  const neighbours = kept.flatMap((value, at) => {
    const before = kept[at - 1];
    return value === null || before === null || before === undefined ? [] : [value * before];
  });
  const square = meanSquare(values);
  // Middles of a book do not bounce; what their neighbours have in common is chance.
  const bounce = returns.stepMs < 60_000 ? 0 : Math.min(0, mean(neighbours));
  const variance = Math.max(square + 2 * bounce, square / 4);
  const annual = Math.sqrt((variance * YEAR_MS) / returns.stepMs);
  return {
    annual: {
      value: annual,
      error: annual * relativeError(values, square),
      from: `${count(returns)} returns of ${secondsOf(returns)} from ${returns.of}`,
    },
    jumps,
  };
}

/** Standard error of a root mean square over its value. Squares that follow each other are alike, so blocks are compared. */
function relativeError(values: readonly number[], square: number): number {
  const blocks = Math.min(20, Math.floor(values.length / 10));
  const plain = 1 / Math.sqrt(2 * values.length);
  if (blocks < 4) return plain;
  const size = Math.floor(values.length / blocks);
  const means = Array.from({ length: blocks }, (_, at) => meanSquare(values.slice(at * size, (at + 1) * size)));
  let sum = 0;
  for (const each of means) sum += (each / square - 1) * (each / square - 1);
  return Math.max(plain, Math.sqrt(sum / (blocks - 1) / blocks) / 2);
}

export const secondsOf = ({ stepMs }: Returns): string =>
  stepMs % 60_000 === 0 ? `${stepMs / 60_000} min` : `${stepMs / 1000} s`;
