import { broken } from '../../kernel/assert.ts';
import { divCeil, divHalfEven } from '../../kernel/decimal.ts';
import { UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { MarginTier, MarketSpec } from '../config.ts';

/** The tier that holds a notional; bounds count in on both ends, and the gap of 1 above an end belongs to the next (wire 6.3). */
export function marginTierOf(spec: MarketSpec, notional: Units): MarginTier {
  for (const tier of spec.marginTiers) if (tier.maxNotional === null || notional <= tier.maxNotional) return tier;
  broken(`${spec.symbol} has an unbounded last tier`);
}

/** notional / leverage, where leverage is the lower of the chosen one and the tier's; rounded up (wire 6.3). */
export function initialMarginOf(spec: MarketSpec, notional: Units, leverage: number): Units {
  const lower = Math.min(leverage, marginTierOf(spec, notional).maxLeverage);
  return divCeil(notional, BigInt(lower));
}

/** notional x maintenance rate less the tier's deduction, rounded half to even, never negative (wire 6.3). */
export function maintenanceMarginOf(spec: MarketSpec, notional: Units): Units {
  const tier = marginTierOf(spec, notional);
  const margin = divHalfEven(notional * BigInt(tier.maintenanceRate), UNIT_BIG) - tier.deduction;
  return margin > 0n ? margin : 0n;
}
