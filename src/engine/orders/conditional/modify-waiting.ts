import { isRefusal, refuse } from '../../../kernel/errors.ts';
import { closableLots } from '../../book/matching.ts';
import type { ModifyOrder } from '../order-commands.ts';
import type { Decision } from '../../handlers.ts';
import type { Account, Market, State } from '../../state.ts';
import type { Order } from '../order.ts';
import { isMarketKind } from '../order-kind.ts';
import { readTrigger } from './place-conditional.ts';
import { readPrice, readQuantity, refuseClosedMarket, refuseOutOfBand, refuseSmallNotional } from '../validate.ts';

/**
 * Replaces trigger, limit and/or quantity of a conditional order that has not fired. It has no queue place to keep. A
 * trigger that now holds fires before the engine is quiescent. A market one has no limit to change, and one that
 * closes the position no quantity.
 */
export function modifyWaiting(
  state: State,
  market: Market,
  account: Account,
  order: Order,
  command: ModifyOrder,
): Decision {
  const { spec } = market;
  const isMarket = isMarketKind(order.kind);
  if (order.trigger === null || (isMarket && command.price !== null)) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (order.closePosition && command.quantity !== null) return refuse('ORDER_REJECTED_BY_ENGINE');
  const closed = refuseClosedMarket(market, state.now, order.reduceOnly);
  if (closed) return closed;
  const triggerPrice = command.triggerPrice === null ? order.trigger.price : readTrigger(spec, command.triggerPrice);
  if (isRefusal(triggerPrice)) return triggerPrice;
  const price = command.price === null ? order.price : readPrice(spec, command.price);
  if (isRefusal(price)) return price;
  const max = isMarket ? spec.maxMarketLots : spec.maxLimitLots;
  const whole = order.reduceOnly ? closableLots(account, order) : 0;
  const quantity = command.quantity === null ? order.quantity : readQuantity(spec, command.quantity, max, whole);
  if (isRefusal(quantity)) return quantity;
  const refusal =
    (isMarket ? null : refuseOutOfBand(market, order.side, price, triggerPrice)) ??
    refuseSmallNotional(market, quantity, order.reduceOnly);
  if (refusal) return refusal;
  const change = { price, quantity, trimmed: 0, triggerPrice, keepsPlace: false, cause: 'user' } as const;
  return [{ type: 'OrderModified', at: state.now, order: order.no, ...change }];
}
