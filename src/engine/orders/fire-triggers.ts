import { invariant } from '../../kernel/assert.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { closableLots } from '../book/matching.ts';
import type { EngineEvent } from '../event.ts';
import { isMarketOpen, lastOf } from '../prices.ts';
import type { Account, Market, Order, State } from '../state.ts';
import type { TriggerPriceType } from './conditional-terms.ts';
import { groupOf } from './waiting.ts';

/** An armed order whose trigger holds, and the price that says so. */
export interface DueTrigger {
  readonly order: Order;
  readonly price: Ticks;
}

/**
 * The next conditional order of a market to fire, or null. Triggers on the mark go before triggers on the
 * last price, falling before rising, then as the price reached them, then by order number (INV-23). A
 * market that is closed fires nothing: what is due fires when it has opened.
 */
export function nextDueTrigger(state: State, market: Market): DueTrigger | null {
  return dueAt(state, market, 'mark') ?? dueAt(state, market, 'last');
}

function dueAt(state: State, market: Market, priceType: TriggerPriceType): DueTrigger | null {
  if (market.triggers.isIdle(priceType) || !isMarketOpen(market, state.now)) return null;
  const price = priceType === 'mark' ? market.mark : lastOf(market);
  const no = market.triggers.due(priceType, price);
  if (no === undefined) return null;
  const order = state.orders.get(no);
  invariant(order, `armed order ${no} is live`);
  return { order, price };
}

/**
 * What firing comes to: the order goes to market with its quantity in force, never more than the position
 * offers, or ends for want of one. That end is its own alone and says nothing to its siblings.
 */
export function firingOf(state: State, account: Account, { order, price }: DueTrigger): EngineEvent {
  const quantity = Math.min(quantityInForce(account, order), closableLots(account, order));
  return quantity === 0
    ? { type: 'OrderCancelled', at: state.now, order: order.no, cause: 'no_position' }
    : { type: 'OrderTriggered', at: state.now, order: order.no, price, quantity };
}

/** A child covers no more than its main order has filled; one that closes the position covers all of it. */
function quantityInForce(account: Account, order: Order): Lots {
  if (order.closePosition) return closableLots(account, order);
  const group = groupOf(account.open.get(order.symbol), order);
  return group && group.main !== null ? Math.min(order.quantity, group.mainFilled) : order.quantity;
}
