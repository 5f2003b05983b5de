import { divHalfEven } from '../../kernel/decimal.ts';
import { type Lots, type Ticks, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { MarginTier, MarketSpec } from '../config.ts';
import { marginTierOf } from './tiers.ts';

/** A position, with the equity and other requirements of its margin account at the present mark. */
export interface Stake {
  readonly lots: Lots;
  readonly mark: Ticks;
  /** Adjusted account value; of an isolated market its own. */
  readonly equity: Units;
  /** Maintenance margin of the other positions that share the equity. */
  readonly others: Units;
}

/** Where a position is liquidated: the mark, to the tick, and the tier whose rate and deduction decide there. */
export interface LiquidationPoint {
  readonly price: Ticks;
  readonly tier: MarginTier;
}

/**
 * The mark at which equity meets total maintenance margin, all else fixed (wire 6.3); null when no price above 0 does.
 * Tier by tier from the present notional, the way that hurts, each by its own ratio r and deduction d:
 * long (q m - A + M - d) / (q (1 - r)), short (A + q m - M + d) / (q (1 + r)).
 * Between two tiers the requirement leaps; a leap over the equity is met at the edge itself. What is below its
 * maintenance already is looked for the other way: where it would be healthy again.
 */
export function liquidationPointOf(spec: MarketSpec, stake: Stake): LiquidationPoint | null {
  const size = BigInt(Math.abs(stake.lots)) * spec.notionalPerTickLot;
  const { marginTiers: tiers } = spec;
  let at = size * BigInt(stake.mark);
  let index = tiers.indexOf(marginTierOf(spec, at));
  const healthy = isHealthy(stake, size, tiers[index], at);
  const falls = stake.lots > 0 === healthy;
  for (let tier = tiers[index]; tier; tier = tiers[index]) {
    if (isHealthy(stake, size, tier, at) !== healthy) return pointAt(at, size, tier);
    const end = falls ? (tiers[index - 1]?.maxNotional ?? 0n) : tier.maxNotional;
    if (end === null || isHealthy(stake, size, tier, end) !== healthy) return meetingIn(stake, size, tier);
    at = end;
    index += falls ? -1 : 1;
  }
  return null;
}

/** Returns whether equity covers maintenance at another notional, by the terms of one tier. */
function isHealthy(stake: Stake, size: Units, tier: MarginTier | undefined, at: Units): boolean {
  if (!tier) return true;
  const grown = at - size * BigInt(stake.mark);
  const equity = stake.equity + (stake.lots > 0 ? grown : -grown);
  return (equity - stake.others + tier.deduction) * UNIT_BIG >= at * BigInt(tier.maintenanceRate);
}

/** Returns the price at which equity equals maintenance within a tier. */
function meetingIn({ lots, mark, equity, others }: Stake, size: Units, tier: MarginTier): LiquidationPoint | null {
  const notional = size * BigInt(mark);
  const free = equity - others + tier.deduction;
  const [value, rate] = lots > 0 ? [notional - free, -tier.maintenanceRate] : [notional + free, tier.maintenanceRate];
  return pointAt(value * UNIT_BIG, size * (UNIT_BIG + BigInt(rate)), tier);
}

function pointAt(value: Units, size: Units, tier: MarginTier): LiquidationPoint | null {
  return value <= 0n ? null : { price: Number(divHalfEven(value, size)), tier };
}
