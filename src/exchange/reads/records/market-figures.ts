import { isMarketOpen } from '../../../engine/prices.ts';
import type { State, Market } from '../../../engine/state.ts';
import { invariant } from '../../../kernel/errors.ts';
import type { TimeMs, Lots } from '../../../kernel/units.ts';

/** Figures of a market that several public reads show, so that they never disagree. */

/** Every market in the order of the configuration: a restored Map need not keep it. */
export const allMarkets = (state: Readonly<State>): Market[] =>
  state.config.markets.map(({ symbol }) => {
    const market = state.markets.get(symbol);
    invariant(market, `a market ${symbol}`);
    return market;
  });

/** The markets that `isOpen` is true for. */
export const openMarkets = (state: Readonly<State>, now: TimeMs): Market[] =>
  allMarkets(state).filter((market) => isMarketOpen(market, now));

/** The markets that prices are shown of: a session market also out of hours, when it says so itself (wire 3.4). */
export const pricedMarkets = (state: Readonly<State>): Market[] =>
  allMarkets(state).filter(({ status }) => status !== 'closed');

/** Open interest as it is published: long plus short (wire 3.4). The two are equal (INV-28). */
export const openInterestOf = (market: Market): Lots => 2 * market.openInterest;
