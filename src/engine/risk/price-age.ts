import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { CollateralSpec } from '../config.ts';
import type { Account, Market, State } from '../state.ts';
import { marketOf } from './margin.ts';

/**
 * COLLATERAL_PRICE_STALE for an account that holds an asset whose price is too old to lend against. What it
 * already has open is its own to change, close and look at (INV-48).
 */
export function refuseStaleHoldings(state: State, account: Account): Refusal | null {
  const stale = state.config.collaterals.some(
    (spec) => (account.balances.get(spec.asset) ?? 0n) > 0n && isPriceStale(state, spec),
  );
  return stale ? refuse('COLLATERAL_PRICE_STALE') : null;
}

/** The same for one asset, independent of holdings. */
export const refuseStalePrice = (state: State, spec: CollateralSpec): Refusal | null =>
  isPriceStale(state, spec) ? refuse('COLLATERAL_PRICE_STALE') : null;

/** At the age limit a price is stale already. The settlement asset is worth 1 and never ages. */
function isPriceStale(state: State, { priceMarket }: CollateralSpec): boolean {
  if (priceMarket === null) return false;
  return priceAge(marketOf(state, priceMarket), state.now) >= state.config.collateralPriceMaxAgeMs;
}

/**
 * From the age limit on an index price causes no liquidation and backs no new risk. It may differ from the age at
 * which a collateral's price does, because a position in one market can lose more than what is lent against another.
 */
export const isIndexStale = (state: State, market: Market): boolean =>
  priceAge(market, state.now) >= state.config.risk.indexMaxAgeMs;

/**
 * How long a market has been without word of its index, in ms. A feed that runs vouches for the price at every
 * moment, also for one that stands still; a frozen feed stops to, and a price set by hand counts from then on.
 */
function priceAge({ frozenAt, indexAt }: Market, now: TimeMs): number {
  return frozenAt === null ? 0 : now - Math.max(frozenAt, indexAt);
}
