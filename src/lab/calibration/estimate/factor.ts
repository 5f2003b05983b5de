import type { Candle } from './observations.ts';
import { returnsOfCandles, type Returns } from './returns.ts';
import { meanSquare } from './figure.ts';

/** What moves several markets together. */
export interface CommonFactor {
  /** Per year, in the scale in which the reference market has a beta of 1. */
  readonly volatility: number;
  readonly reference: string;
  readonly betas: ReadonlyMap<string, number>;
  /** Returns of each market that were compared. */
  readonly returns: number;
  readonly stepMs: number;
}

const YEAR_MS = 31_536_000_000;
const STEP_MS = 300_000;
const LEAST = 200;
const ROUNDS = 100;
/** A return beyond this many deviations counts as one of so many: jumps are no part of the factor. */
const CLIP = 4;
/** Correlation with the factor from which on a market is moved by it: three such markets make it one. */
const CARRIED = 0.25;

/**
 * One common factor of returns of five minutes: the loadings whose products are closest to the covariances of all pairs.
 * The first market that clearly follows it gives the factor its scale. Null with fewer than three such markets, or two
 * hundred returns.
 */
export function commonFactorOf(markets: ReadonlyMap<string, readonly Candle[]>): CommonFactor | null {
  const series = [...markets].flatMap(([symbol, candles]) => {
    const returns = returnsOfCandles(inSteps(candles));
    return returns && returns.values.length >= LEAST ? [{ symbol, byTime: clipped(returns) }] : [];
  });
  if (series.length < 3) return null;
  const covariances = series.map(({ byTime }, row) =>
    series.map((other, column) => (row === column ? 0 : covariance(byTime, other.byTime))),
  );
  const variances = series.map(({ byTime }) => meanSquare([...byTime.values()]));
  let loadings = variances.map((variance) => Math.sqrt(variance / 2));
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = loadings;
    loadings = before.map((_own, row) => {
      let [across, along] = [0, 0];
      for (const [column, loading] of before.entries()) {
        if (column === row) continue;
        across += (covariances[row]?.[column] ?? 0) * loading;
        along += loading * loading;
      }
      // Half a step keeps two markets from taking turns.
      return along === 0 ? 0 : (across / along + (before[row] ?? 0)) / 2;
    });
  }
  const returns = series[0]?.byTime.size ?? 0;
  const shares = loadings.map((loading, at) => loading / Math.sqrt(variances[at] ?? 1));
  const carried = shares.filter((share) => share >= CARRIED);
  const at = shares.findIndex((share) => share >= CARRIED);
  const reference = series[at]?.symbol;
  const scale = loadings[at];
  if (carried.length < 3 || reference === undefined || scale === undefined) return null;
  const betas = series.map(({ symbol }, at) => {
    const loading = loadings[at] ?? 0;
    return [symbol, Math.abs(shares[at] ?? 0) < 3 / Math.sqrt(returns) ? 0 : loading / scale] as const;
  });
  return {
    reference,
    volatility: scale * Math.sqrt(YEAR_MS / STEP_MS),
    betas: new Map(betas),
    returns,
    stepMs: STEP_MS,
  };
}

/** The last candle of each five minutes. */
const inSteps = (candles: readonly Candle[]): Candle[] =>
  candles
    .filter(({ time, length }) => (time + length) % STEP_MS === 0)
    .map((candle) => ({ ...candle, time: candle.time + candle.length - STEP_MS, length: STEP_MS }));

function clipped({ values, start, stepMs }: Returns): Map<number, number> {
  const there = values.filter((value) => value !== null);
  const bound = CLIP * Math.sqrt(meanSquare(there));
  return new Map(
    values.flatMap((value, at) =>
      value === null ? [] : [[start + at * stepMs, Math.max(-bound, Math.min(bound, value))] as const],
    ),
  );
}

function covariance(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  let [sum, pairs] = [0, 0];
  for (const [time, value] of one) {
    const against = other.get(time);
    if (against === undefined) continue;
    sum += value * against;
    pairs += 1;
  }
  return pairs === 0 ? 0 : sum / pairs;
}
