import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { CollateralSpec } from '../config.ts';
import type { Account, Market, State } from '../state.ts';
import { cashAlone, marketOf } from './margin.ts';

/**
 * Refuses with COLLATERAL_PRICE_STALE when an account holds an asset whose price is stale. Changes, cancels and reads
 * of open orders and positions are allowed (INV-48).
 */
export function refuseStaleHoldings(state: State, account: Account): Refusal | null {
  // The settlement asset never ages.
  if (cashAlone(state, account) !== null) return null;
  for (const spec of state.config.collaterals) {
    if (!isPriceStale(state, spec)) continue;
    if ((account.balances.get(spec.asset) ?? 0n) > 0n) return refuse('COLLATERAL_PRICE_STALE');
  }
  return null;
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
 * Returns the age of a market's index price in ms. While the feed runs the price is current, even if it does not
 * move. With a frozen feed the age counts from the freeze, or from a later price of the control plane.
 */
function priceAge({ frozenAt, indexAt }: Market, now: TimeMs): number {
  return frozenAt === null ? 0 : now - Math.max(frozenAt, indexAt);
}
