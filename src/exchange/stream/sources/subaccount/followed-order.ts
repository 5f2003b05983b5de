import type { OrderEvent, OrderEventType, StreamOrderStatus } from '../../../../contract/channels/subaccount-events.ts';
import { formatLots, formatPrice } from '../../../../contract/format.ts';
import { orderIdentifier } from '../../../../contract/primitives.ts';
import { cancelReasonOf } from '../../../../contract/words.ts';
import type { MarketSpec } from '../../../../engine/config.ts';
import type { CancelCause, OrderFacts } from '../../../../engine/event.ts';
import type { OrderLink, Trigger } from '../../../../engine/orders/conditional/conditional-terms.ts';
import { type Order, remainingOf } from '../../../../engine/orders/order.ts';
import { subAccountIdOf, venueIdOf } from '../../../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs } from '../../../../kernel/units.ts';

/** What a stream has to remember of an order, because the engine forgets it as soon as it ends. */
export interface FollowedOrder {
  readonly facts: OrderFacts;
  readonly createdAt: TimeMs;
  price: Ticks;
  quantity: Lots;
  trimmed: Lots;
  filled: Lots;
  trigger: Trigger | null;
  /** The TWAP that it is a chunk of. */
  readonly parent: OrderLink | null;
}

export const followed = (
  facts: OrderFacts,
  createdAt: TimeMs,
  { filled, trimmed }: Pick<Order, 'filled' | 'trimmed'> = { filled: 0, trimmed: 0 },
): FollowedOrder => ({
  facts,
  createdAt,
  price: facts.price,
  quantity: facts.quantity,
  trimmed,
  filled,
  trigger: facts.trigger,
  // A chunk ends with its input, so none is live when a stream begins.
  parent: null,
});

/** An order event (wire 4.8): the order as it is after what happened to it. */
export function orderEvent(
  eventType: OrderEventType,
  spec: MarketSpec,
  order: FollowedOrder,
  at: TimeMs,
  cause?: CancelCause,
): OrderEvent {
  const { facts, trigger } = order;
  const reason = cause === undefined ? null : cancelReasonOf(cause);
  return {
    eventType,
    subAccountId: subAccountIdOf(facts.account),
    order: orderIdentifier(facts.no, facts.clientId),
    orderId: venueIdOf(facts.no),
    symbol: facts.symbol,
    timestamp: at,
    side: facts.side,
    orderType: facts.kind,
    price: order.price === 0 ? '' : formatPrice(spec, order.price),
    quantity: formatLots(spec, order.quantity),
    filledQuantity: formatLots(spec, order.filled),
    remainingQuantity: formatLots(spec, Math.max(0, remainingOf(order))),
    status: statusAfter(eventType, order),
    created_at: order.createdAt,
    ...(order.parent && { parentOrder: orderIdentifier(order.parent.no, order.parent.clientId) }),
    createdAt: order.createdAt,
    ...(facts.clientId !== '' && { clientOrderId: facts.clientId }),
    ...(trigger && { triggerPrice: formatPrice(spec, trigger.price), triggerPriceType: trigger.priceType }),
    ...(facts.reduceOnly && { reduceOnly: true }),
    ...(facts.postOnly && { postOnly: true }),
    ...(facts.closePosition && { closePosition: true }),
    ...(facts.expiresAt !== null && { expiresAt: facts.expiresAt }),
    ...(reason !== null && { cancelReason: reason }),
  };
}

function statusAfter(eventType: OrderEventType, { filled }: FollowedOrder): StreamOrderStatus {
  if (eventType === 'orderFilled') return 'filled';
  if (eventType === 'orderCancelled') return 'cancelled';
  return filled > 0 ? 'partially_filled' : 'open';
}
