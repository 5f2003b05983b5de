import type { Lots, Ratio, Ticks, TimeMs } from '../../../kernel/units.ts';
import type { LiquiditySpec, MarketSpec } from '../../config.ts';
import type { Side } from '../../orders/order-terms.ts';

/** One execution before the start, as the public sees it. */
export interface PastTrade {
  readonly at: TimeMs;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly lots: Lots;
}

/** One UTC hour before the start, or the part of it that is before the start. */
export interface PastHour {
  /** The last price before this hour. */
  readonly open: Ticks;
  /** Oldest first. */
  readonly trades: readonly PastTrade[];
}

/**
 * How one market traded before the exchange started. Every figure of the past (candles, last trades, day figures,
 * funding) is derived from these trades and rates, so another model of the past only replaces this.
 *
 * The responses depend on the seed and the market alone, never on which of them were asked for before. They are computed
 * when they are asked for; the newest hours must be the cheapest, because most readers ask for nothing else.
 */
export interface PastProcess {
  /** The past begins here and ends there, both on whole minutes. Equal when there is no past. */
  readonly from: TimeMs;
  readonly to: TimeMs;
  /** The last price of the past; the index price of the start when nothing traded. */
  readonly closing: Ticks;
  /** Whether anything traded. Every start of an exchange calls this, so it must not generate an hour of the past. */
  hasTraded(): boolean;
  /** Trades of one minute are never more than this. */
  readonly minuteTradesMax: number;
  /** The hour that opens at `openTime`, a full UTC hour that is at least partly in the past. */
  hour(openTime: TimeMs): PastHour;
  /** The one-hour rate that was settled at a full hour of the past. */
  fundingRateAt(at: TimeMs): Ratio;
}

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
