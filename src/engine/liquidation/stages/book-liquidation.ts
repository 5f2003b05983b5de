import type { Lots } from '../../../kernel/units.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { marketOf } from '../../risk/margin.ts';
import type { Position, State } from '../../state.ts';
import { offerTo } from './book-offer.ts';
import type { CappedFill, EngineEffects } from '../engine-effects.ts';
import { healthOf, isUnhealthy, positionsOf } from '../health.ts';
import { closingSideOf, placedAgainst } from './liquidation-orders.ts';
import { type ClearanceFill, clearanceFillOf, closingOf, sliceOf } from './slice.ts';
import { isBelowSecondLevel } from './next-step.ts';
import type { MarginAccount } from '../terms.ts';

/**
 * Offers the positions of a margin account to the book, largest maintenance margin first, until it is healthy or
 * below the second level. `announce` is called once, before the first order, and not at all if the book offers
 * nothing.
 */
export function closeOnBook(
  state: State,
  run: EngineEffects,
  marginAccount: MarginAccount,
  announce: () => void,
): void {
  let announced = false;
  for (const position of positionsOf(state, marginAccount)) {
    const health = healthOf(state, marginAccount);
    if (!isUnhealthy(health) || isBelowSecondLevel(state, health)) return;
    const quantity = sliceOf(state, position);
    if (!isWanted(state, marginAccount, position, quantity)) continue;
    if (!announced) announce();
    announced = true;
    const placed = placedAgainst(state, position, quantity);
    run.emit(placed);
    run.match(placed.order.no, (_market, _taker, maker, offered) => {
      const fill = fillOf(state, marginAccount, position.symbol, maker.price, offered);
      return fill && capped(state, position.symbol, fill);
    });
  }
}

/** Returns true when the book has an offer that the liquidation may take. */
function isWanted(state: State, marginAccount: MarginAccount, { lots, symbol }: Position, quantity: Lots): boolean {
  const offer = offerTo(state, { symbol, side: closingSideOf({ lots }), quantity });
  return offer !== null && fillOf(state, marginAccount, symbol, offer.price, offer.lots) !== null;
}

/**
 * Returns the next fill of a liquidation order at a price, or null when the margin account is healthy or the fill
 * would leave it below zero.
 */
function fillOf(
  state: State,
  marginAccount: MarginAccount,
  symbol: string,
  price: number,
  offered: Lots,
): ClearanceFill | null {
  const position = accountOf(state, marginAccount.account).positions.get(symbol);
  if (!position || !isUnhealthy(healthOf(state, marginAccount))) return null;
  return clearanceFillOf(closingOf(state, marginAccount, position), price, offered);
}

/** Charges the liquidated side the clearance fee in place of the taker fee, and the other side its maker fee. */
function capped(state: State, symbol: string, { lots, fee }: ClearanceFill): CappedFill {
  const rate = marketOf(state, symbol).spec.clearanceFee;
  return { lots, terms: { cause: 'match', price: null, maker: null, taker: { rate, fee, to: 'clearanceFees' } } };
}
