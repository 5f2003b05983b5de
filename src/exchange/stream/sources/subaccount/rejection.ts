import type { OrderRejected } from '../../../../contract/channels/subaccount-events.ts';
import type { Command } from '../../../../engine/command.ts';
import type { OrderKind } from '../../../../engine/event.ts';
import type { State } from '../../../../engine/state.ts';
import type { Refusal } from '../../../../kernel/errors.ts';
import { type AccountNo, subAccountIdOf } from '../../../../kernel/ids.ts';

type Placing = Extract<Command, { type: 'PlaceOrder' | 'PlaceIsolatedOrder' | 'PlaceConditional' | 'PlaceTwap' }>;

/**
 * The events for orders that the engine refused, one for each linked order; none for any other command.
 * A term that fails the request as a whole has no event here: there was no order yet (wire 2.4).
 */
export function rejectionsOf(
  state: Readonly<State>,
  account: AccountNo,
  command: Command,
  refusal: Refusal,
): OrderRejected[] {
  if (!('account' in command) || command.account !== account || refusal.code === 'VALIDATION_ERROR') return [];
  const orders =
    command.type === 'PlaceGroup' ? [...(command.main ? [command.main] : []), ...command.pairs.flat()] : [command];
  const isLinked = command.type === 'PlaceGroup';
  return orders.filter(isPlacing).map((placing) => rejectionOf(state, placing, isLinked, refusal));
}

function rejectionOf({ now }: Readonly<State>, placing: Placing, isLinked: boolean, refusal: Refusal): OrderRejected {
  const { clientId } = placing;
  // One that closes the position has no quantity of its own, as when it is taken.
  const quantity = placing.quantity || '0';
  return {
    eventType: 'orderRejected',
    subAccountId: subAccountIdOf(placing.account),
    order: { venueId: '', clientId },
    orderId: '',
    symbol: placing.symbol,
    timestamp: now,
    side: placing.side,
    orderType: kindOf(placing),
    price: placing.price,
    quantity,
    filledQuantity: '0',
    remainingQuantity: quantity,
    status: 'rejected',
    created_at: now,
    createdAt: now,
    ...(clientId !== '' && { clientOrderId: clientId }),
    ...flagsOf(placing, isLinked),
    errorCode: refusal.code,
    error: refusal.message,
  };
}

/** What was special about it, as order events show it. */
function flagsOf(placing: Placing, isLinked: boolean): Partial<OrderRejected> {
  if (placing.type === 'PlaceConditional') {
    const { triggerPrice, triggerPriceType, closePosition } = placing;
    const reduceOnly = isLinked || placing.reduceOnly || closePosition;
    return {
      ...{ triggerPrice, triggerPriceType },
      ...(reduceOnly && { reduceOnly }),
      ...(closePosition && { closePosition }),
    };
  }
  const { reduceOnly } = placing;
  if (placing.type === 'PlaceTwap') return { ...(reduceOnly && { reduceOnly }) };
  const { postOnly, expiresAt } = placing;
  return {
    ...(reduceOnly && { reduceOnly }),
    ...(postOnly && { postOnly }),
    ...(expiresAt !== null && { expiresAt }),
  };
}

const isPlacing = (command: Command): command is Placing =>
  command.type === 'PlaceOrder' ||
  command.type === 'PlaceIsolatedOrder' ||
  command.type === 'PlaceConditional' ||
  command.type === 'PlaceTwap';

/** The kind it would have been stored as (wire 2.3). */
function kindOf(command: Placing): OrderKind {
  if (command.type === 'PlaceTwap') return 'twap';
  if (command.type !== 'PlaceConditional') return command.orderType === 'market' ? 'market' : 'limit';
  const limit = command.price !== '';
  if (command.orderType === 'triggerSl') return limit ? 'stopLimit' : 'stopMarket';
  return limit ? 'takeProfitLimit' : 'takeProfitMarket';
}
