import type { Lots, Ticks, Units } from '../../kernel/units.ts';
import { oppositeOf, type Side, signOf } from '../orders/order-terms.ts';
import { isMarketKind, type Order, remainingOf } from '../orders/order.ts';
import { priceBound } from '../prices.ts';
import { notionalOf } from '../risk/margin.ts';
import type { Account, Market } from '../state.ts';

/** The worst price an incoming order meets: its own limit, or the band of a market order. */
export function limitOf(market: Market, order: { side: Side; kind: string; price: Ticks }): Ticks {
  if (!isMarketKind(order.kind)) return order.price;
  const { marketCap, marketFloor } = market.spec;
  return priceBound(market.mark, order.side, marketCap, marketFloor);
}

/** True when a resting price satisfies an incoming order's limit. */
export const crosses = (side: Side, limit: Ticks, resting: Ticks): boolean =>
  side === 'buy' ? resting <= limit : resting >= limit;

/** True when an order at this limit would trade at once. */
export function wouldTrade(market: Market, side: Side, limit: Ticks): boolean {
  const best = market.book.best(oppositeOf(side));
  return best !== 0 && crosses(side, limit, best);
}

/** What an order would meet if it came in now. */
export interface Probe {
  readonly lots: Lots;
  readonly notional: Units;
  /** It would meet an order of its own subaccount before it is filled. */
  readonly meetsOwn: boolean;
}

const MEETS_NOTHING: Probe = { lots: 0, notional: 0n, meetsOwn: false };

/** Walks the book without touching it, as far as the order reaches. */
export function probe(market: Market, account: number, order: { side: Side; lots: Lots; limit: Ticks }): Probe {
  let left = order.lots;
  let notional = 0n;
  if (!wouldTrade(market, order.side, order.limit)) return MEETS_NOTHING;
  const { book } = market;
  for (let maker = book.front(oppositeOf(order.side)); maker; maker = book.behind(maker)) {
    if (left === 0 || !crosses(order.side, order.limit, maker.price)) break;
    if (maker.account === account) return { lots: order.lots - left, notional, meetsOwn: true };
    const lots = Math.min(left, remainingOf(maker));
    notional += notionalOf(market, lots, maker.price);
    left -= lots;
  }
  return { lots: order.lots - left, notional, meetsOwn: false };
}

/** What the next execution of an incoming order is, or why there is none. */
export type NextFill =
  | { readonly maker: Order; readonly lots: Lots }
  | { readonly maker: null; readonly stop: 'nothing' | 'self_trade' | 'reduce_only' };

/**
 * The next execution: the oldest order at the best price, as much as both sides can take. A reduce-only
 * taker is measured against its position as it is at this fill, not as it was on entry (R-64, INV-18).
 */
export function nextFill(market: Market, taker: Order, account: Account): NextFill {
  const maker = market.book.front(oppositeOf(taker.side));
  if (!maker || !crosses(taker.side, limitOf(market, taker), maker.price)) return { maker: null, stop: 'nothing' };
  if (maker.account === taker.account) return { maker: null, stop: 'self_trade' };
  const wanted = taker.reduceOnly ? Math.min(remainingOf(taker), closableLots(account, taker)) : remainingOf(taker);
  if (wanted === 0) return { maker: null, stop: 'reduce_only' };
  return { maker, lots: Math.min(wanted, remainingOf(maker)) };
}

/** How much of the account's position an order of this side could close. */
export function closableLots(account: Account, order: { symbol: string; side: Side }): Lots {
  const lots = account.positions.get(order.symbol)?.lots ?? 0;
  return Math.max(0, -lots * signOf(order.side));
}
