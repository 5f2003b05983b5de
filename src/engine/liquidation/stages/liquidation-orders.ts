import type { AccountNo, OrderNo } from '../../../kernel/ids.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import { crosses, type FillTerms, limitOf } from '../../book/matching.ts';
import type { EngineEvent, OrderFacts } from '../../event.ts';
import { oppositeOf, type Side } from '../../orders/order-terms.ts';
import { type Order, remainingOf } from '../../orders/order.ts';
import type { TrimCause } from '../../orders/standing-rules.ts';
import { isMarketOpen } from '../../prices.ts';
import { marketOf } from '../../risk/margin.ts';
import type { Market, Position, State } from '../../state.ts';

/** The effects that the risk update may have on the exchange. It only reads everything else. */
export interface EngineEffects {
  /** Applies one event. */
  readonly emit: (event: EngineEvent) => void;
  /** Applies events and notes their markets for another check. The end of an order can end orders linked to it. */
  readonly emitAll: (events: readonly EngineEvent[]) => void;
  /** Matches a placed order against the book; `cap` limits each fill. */
  readonly match: (order: OrderNo, cap: FillCap) => void;
  /** Applies the standing rules to the orders of an account in a market. */
  readonly applyStandingRules: (account: AccountNo, symbol: string, cause: TrimCause) => void;
}

/** How much of the next fill is taken and on which terms; null ends the order. `offered` is never 0. */
export type FillCap = (market: Market, taker: Order, maker: Order, offered: Lots) => CappedFill | null;

export interface CappedFill {
  readonly lots: Lots;
  /** Null for the usual terms. */
  readonly terms: FillTerms | null;
}

/** The side that closes a position. */
export const closingSideOf = ({ lots }: Pick<Position, 'lots'>): Side => (lots > 0 ? 'sell' : 'buy');

interface Terms {
  readonly account: AccountNo;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: Lots;
  readonly reduceOnly: boolean;
  readonly triggeredByLiquidation: boolean;
  readonly source: '' | 'vault' | 'adl' | 'settlement';
}

/** Returns a market order that the exchange places for an account. Rules of admission do not apply. */
export function placedFor(state: State, terms: Terms): Extract<EngineEvent, { type: 'OrderPlaced' }> {
  const { account, symbol, side, quantity, reduceOnly, triggeredByLiquidation, source } = terms;
  const order: OrderFacts = {
    no: state.counters.order,
    account,
    symbol,
    clientId: '',
    side,
    orderType: 'market',
    kind: 'market',
    timeInForce: 'IOC',
    price: 0,
    quantity,
    reduceOnly,
    postOnly: false,
    expiresAt: null,
    source,
    triggeredByLiquidation,
    trigger: null,
    closePosition: false,
    group: null,
    twap: null,
    parent: null,
  };
  return { type: 'OrderPlaced', at: state.now, order, rests: false };
}

/** Returns the liquidation order that closes a position, or a part of it. */
export const placedAgainst = (state: State, position: Position, quantity: Lots) =>
  placedFor(state, {
    account: position.account,
    symbol: position.symbol,
    side: closingSideOf(position),
    quantity,
    reduceOnly: true,
    triggeredByLiquidation: true,
    source: '',
  });

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
