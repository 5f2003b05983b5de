import type { Lots, Ticks } from '../../../kernel/units.ts';
import { crosses, limitOf } from '../../book/matching.ts';
import { oppositeOf, type Side } from '../../orders/order-terms.ts';
import { isMarketOpen } from '../../prices.ts';
import { marketOf } from '../../risk/margin.ts';
import type { State } from '../../state.ts';
import { remainingOf } from '../../orders/order.ts';

/** The best offer that a market order would meet. */
export interface BookOffer {
  readonly price: Ticks;
  readonly lots: Lots;
}

/** Returns the first fill of a market order, or null: an order that meets nothing is not placed. */
export function offerTo(
  state: State,
  { symbol, side, quantity }: { readonly symbol: string; readonly side: Side; readonly quantity: Lots },
): BookOffer | null {
  const market = marketOf(state, symbol);
  if (!isMarketOpen(market, state.now)) return null;
  const maker = market.book.front(oppositeOf(side));
  if (!maker || !crosses(side, limitOf(market, { side, kind: 'market', price: 0 }), maker.price)) return null;
  return { price: maker.price, lots: Math.min(quantity, remainingOf(maker)) };
}
