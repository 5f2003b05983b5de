import type { LiquiditySpec, MarketSpec } from '../../config.ts';

/** Figures of a market's past that follow from the processes of its present. */

const MILLION = 1_000_000n;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000n;
/** A tenth of the price in a minute is beyond any market, and keeps every product a safe integer. */
const PPB_MAX = 100_000_000n;
/** A minute of twice as many trades still has ten milliseconds for each. */
const TRADES_MAX = 3_000;

const agentsOf = ({ liquidity }: MarketSpec): Extract<LiquiditySpec, { kind: 'agents' }> | null =>
  liquidity.kind === 'agents' ? liquidity : null;

/** Trades of a mean minute: the taker's chance times its steps, rounded up. 0 without a taker. */
export function minuteTradesMean(spec: MarketSpec): number {
  const agents = agentsOf(spec);
  if (!agents) return 0;
  const mean = Math.ceil((agents.takerPerMillion * (MINUTE_MS / agents.stepMs)) / Number(MILLION));
  return Math.min(mean, TRADES_MAX);
}

/**
 * Deviation of the return of a minute: that of a step times the square root of the steps in a minute. Jumps, mean
 * reversion and the common factor are left out.
 */
export function minuteVolatilityPpb({ process }: MarketSpec): number {
  if (process.kind === 'still' || process.kind === 'script') return 0;
  const perStep = BigInt(process.volatilityPpb);
  return bounded(squareRoot((perStep * perStep * BigInt(MINUTE_MS)) / BigInt(process.stepMs)));
}

/**
 * Deviation of the mean premium of an hour: the noise of the agents' basis over its reversion, divided by the square
 * root of the steps in an hour, as the mean of a reverting walk has it.
 */
export function hourlyPremiumPpb(spec: MarketSpec): number {
  const agents = agentsOf(spec);
  if (!agents || agents.basisReversionPerMillion === 0) return 0;
  const noise = BigInt(agents.basisNoisePpb) * MILLION;
  const reversion = BigInt(agents.basisReversionPerMillion);
  return bounded(squareRoot((noise * noise * BigInt(agents.stepMs)) / (reversion * reversion * HOUR_MS)));
}

const bounded = (ppb: bigint): number => Number(ppb < PPB_MAX ? ppb : PPB_MAX);

/** Newton's method on whole numbers, rounded down. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = value;
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next;
  return root;
}
