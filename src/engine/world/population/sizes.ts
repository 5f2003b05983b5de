import type { AccountNo } from '../../../kernel/ids.ts';
import { divCeil } from '../../../kernel/decimal.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import type { PopulationState } from './population-state.ts';

/** The fewest lots that an order at a price may have. */
export function leastLots({ minLots, minNotional, notionalPerTickLot }: MarketSpec, price: Ticks): Lots {
  return Math.max(minLots, Number(divCeil(minNotional, BigInt(Math.max(1, price)) * notionalPerTickLot)));
}

/** A drawn size, brought into the range of a resting order. */
export const limitLots = (spec: MarketSpec, price: Ticks, lots: Lots): Lots =>
  Math.max(leastLots(spec, price), Math.min(spec.maxLimitLots, lots));

/** Returns true for the accounts whose orders are quotes of the population: they are cancelled, not met, when they are stale. */
export function isQuoterOf({ accounts }: PopulationState): (account: AccountNo) => boolean {
  // The groups open their accounts one after the other.
  const first = accounts.makers[0] ?? accounts.depth[0] ?? 0;
  const last = accounts.depth.at(-1) ?? accounts.makers.at(-1) ?? -1;
  return (account) => account >= first && account <= last;
}
