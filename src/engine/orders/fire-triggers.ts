import type { Lots, Ticks } from '../../kernel/units.ts';
import { closableLots, crosses, limitOf } from '../book/matching.ts';
import type { EngineEvent } from '../event.ts';
import { accountOf, liveOrder } from '../evolve-order.ts';
import { isMarketOpen, lastOf } from '../prices.ts';
import type { Account, Market, State } from '../state.ts';
import { oppositeOf } from './side.ts';
import type { Order } from './order.ts';
import type { TriggerPriceType } from './conditional-terms.ts';
import { isMarketKind } from './order-kind.ts';
import { groupOf } from './waiting.ts';

/** An armed order whose trigger holds, and the price that says so. */
export interface DueTrigger {
  readonly order: Order;
  readonly price: Ticks;
}

/**
 * The next conditional order of a market to fire, or null. Triggers on the mark go before triggers on the
 * last price, falling before rising, then as the price reached them, then by order number (INV-23). A
 * market that is closed fires nothing: what is due fires when it has opened. One with `closePosition` that would meet
 * nothing stays armed, and those behind it go first.
 */
export function nextDueTrigger(state: State, market: Market): DueTrigger | null {
  return dueAt(state, market, 'mark') ?? dueAt(state, market, 'last');
}

function dueAt(state: State, market: Market, priceType: TriggerPriceType): DueTrigger | null {
  if (market.triggers.isIdle(priceType) || !isMarketOpen(market, state.now)) return null;
  const price = priceType === 'mark' ? market.mark : lastOf(market);
  const no = market.triggers.due(priceType, price, (due) => canFire(state, market, liveOrder(state, due)));
  return no === undefined ? null : { order: liveOrder(state, no), price };
}

/**
 * False for an order that closes the position while the book has nothing for it: firing would end it, and its sibling
 * with it, and leave the position uncovered. A limit order may rest instead, unless the other side is empty.
 */
function canFire(state: State, market: Market, order: Order): boolean {
  if (!order.closePosition || closableLots(accountOf(state, order.account), order) === 0) return true;
  const maker = market.book.front(oppositeOf(order.side));
  if (!maker) return false;
  return crosses(order.side, limitOf(market, order), maker.price)
    ? maker.account !== order.account
    : !isMarketKind(order.kind);
}

/**
 * What firing comes to: the order goes to market with its quantity in force, never more than the position
 * offers, or ends for want of one. It keeps its quantity, and what it cannot take is trimmed. An end for want of
 * a position is its own alone and says nothing to its siblings.
 */
export function firingOf(state: State, account: Account, { order, price }: DueTrigger): EngineEvent {
  const lots = Math.min(quantityInForce(account, order), closableLots(account, order));
  if (lots === 0) return { type: 'OrderCancelled', at: state.now, order: order.no, cause: 'no_position' };
  const quantity = order.closePosition ? lots : order.quantity;
  return { type: 'OrderTriggered', at: state.now, order: order.no, price, quantity, trimmed: quantity - lots };
}

/** A child covers no more than its main order has filled; one that closes the position covers all of it. */
function quantityInForce(account: Account, order: Order): Lots {
  if (order.closePosition) return closableLots(account, order);
  const group = groupOf(account.open.get(order.symbol), order);
  return group && group.main !== null ? Math.min(order.quantity, group.mainFilled) : order.quantity;
}
