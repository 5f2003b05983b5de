import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { closableLots, probe, wouldTrade } from '../book/matching.ts';
import type { Decision } from '../handlers.ts';
import type { Account, Market, State } from '../state.ts';
import type { CancelOrder, ModifyOrder, OrderRef } from './order-terms.ts';
import { isMarketKind, type Order, remainingOf } from './order.ts';
import { readTrigger } from './place-conditional.ts';
import {
  readPrice,
  readQuantity,
  refuseClosedMarket,
  refuseOnStaleIndex,
  refuseOutOfBand,
  refuseOverMargin,
  refuseOverOpenInterest,
  refuseReduceOnly,
  refuseSmallNotional,
} from './place-order.ts';

/**
 * Replaces price and/or total quantity of a live order, or refuses with the order, its queue place and its margin as
 * they were (INV-20). A new price that crosses trades at once as taker.
 */
export function modifyOrder(state: State, command: ModifyOrder): Decision {
  const order = findOrder(state, command.account, command.order);
  const account = order && state.accounts.get(order.account);
  const market = order && state.markets.get(order.symbol);
  if (!order || !account || !market) return refuse('ORDER_NOT_FOUND');
  // The chunks of a TWAP are planned at its placement (wire 2.4).
  if (order.twap) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (order.phase !== 'working') return modifyWaiting(state, market, account, order, command);
  // Plain orders have no trigger to move, and that of a fired one is history.
  if (command.triggerPrice !== null) return refuse('ORDER_REJECTED_BY_ENGINE');
  const price = command.price === null ? order.price : readPrice(market.spec, command.price);
  if (isRefusal(price)) return price;
  const quantity = command.quantity === null ? order.quantity : readTotal(market, account, order, command.quantity);
  if (isRefusal(quantity)) return quantity;
  if (quantity <= order.filled) return refuse('QUANTITY_BELOW_FILLED');
  // A new quantity is asked for in full; a new price alone leaves the trimmed lots trimmed.
  const trimmed = command.quantity === null ? order.trimmed : 0;
  const refusal = refuseChange(state, market, account, order, { price, quantity, trimmed });
  if (refusal) return refusal;
  const keepsPlace = price === order.price && quantity - trimmed <= order.quantity - order.trimmed;
  // A fired order, and one of a group, rests in an event of its own: rules of its group apply after it.
  const rests = !keepsPlace && !order.trigger && !order.group && !wouldTrade(market, order.side, price);
  // Fields by name: an object that is spread into another is copied with its hidden class worked out anew.
  return [
    {
      type: 'OrderModified',
      at: state.now,
      order: order.no,
      price,
      quantity,
      trimmed,
      triggerPrice: order.trigger?.price ?? null,
      keepsPlace,
      rests,
      cause: 'user',
    },
  ];
}

/** The new total; of a reduce-only order the rest of it may be all that is left of its position. */
function readTotal(market: Market, account: Account, order: Order, text: string): Lots | Refusal {
  const whole = order.reduceOnly ? order.filled + closableLots(account, order) : 0;
  return readQuantity(market.spec, text, market.spec.maxLimitLots, whole);
}

function refuseChange(
  state: State,
  market: Market,
  account: Account,
  order: Order,
  next: { price: Ticks; quantity: Lots; trimmed: Lots },
): Refusal | null {
  const { side, symbol } = order;
  const lots = remainingOf({ quantity: next.quantity, filled: order.filled, trimmed: next.trimmed });
  const added = lots - remainingOf(order);
  const moved = next.price !== order.price;
  const enlarges = moved || added > 0;
  const early =
    refuseClosedMarket(market, state.now, order.reduceOnly || !enlarges) ??
    // Its lots of before are among those that are open already; a new price may bring all of them to a fill.
    (enlarges
      ? refuseOnStaleIndex(state, market, account, { side, lots: Math.max(added, 0), reduceOnly: order.reduceOnly })
      : null) ??
    refuseSmallNotional(market, next.quantity, order.reduceOnly) ??
    (moved ? refuseOutOfBand(market, side, next.price) : null) ??
    (order.reduceOnly && added > 0 ? refuseReduceOnly(account, { symbol, side, lots: added }) : null);
  if (early) return early;
  if (order.postOnly && wouldTrade(market, side, next.price)) return refuse('POST_ONLY_WOULD_TRADE');
  const met = probe(market, account.no, { side, lots, limit: next.price });
  if (met.meetsOwn) return refuse('SELF_TRADE_PREVENTED');
  if (order.reduceOnly) return null;
  const resting = { restingPrice: next.price, restingLots: lots - met.lots };
  return (
    (added > 0 ? refuseOverOpenInterest(market, account, side, lots) : null) ??
    refuseOverMargin(state, market, account, { side, added, ...resting, probe: met })
  );
}

/**
 * Replaces trigger, limit and/or quantity of a conditional order that has not fired. It has no queue place to keep. A
 * trigger that now holds fires before the engine is quiescent. A market one has no limit to change, and one that
 * closes the position no quantity.
 */
function modifyWaiting(state: State, market: Market, account: Account, order: Order, command: ModifyOrder): Decision {
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
  const change = { price, quantity, trimmed: 0, triggerPrice, keepsPlace: false, rests: false, cause: 'user' } as const;
  return [{ type: 'OrderModified', at: state.now, order: order.no, ...change }];
}

/** Cancels the rest of a live order. Unknown, foreign and closed orders get the same refusal (wire 2.5). */
export function cancelOrder(state: State, command: CancelOrder): Decision {
  const order = findOrder(state, command.account, command.order);
  if (!order) return refuse('ORDER_NOT_FOUND');
  return [{ type: 'OrderCancelled', at: state.now, order: order.no, cause: command.cause ?? 'user' }];
}

/**
 * Returns the live order that a reference names, if it belongs to the account. An order of another account counts as
 * unknown, because a response must not reveal it.
 */
export function findOrder(state: State, account: AccountNo, ref: OrderRef): Order | undefined {
  const no = 'no' in ref ? ref.no : state.accounts.get(account)?.clientIds.get(ref.clientId);
  const order = no === undefined ? undefined : state.orders.get(no);
  return order?.account === account ? order : undefined;
}
