import type { EngineEvent } from '../event.ts';
import { type Account, type Order, remainingOf, type State } from '../state.ts';
import { closableLots } from '../book/matching.ts';

/** Why a position shrank: its owner traded, or it was deleveraged. */
export type TrimCause = 'reduce_only' | 'adl';

/**
 * The standing rule on reduce-only orders (R-64, INV-19): together they never exceed the position, and none
 * stands on its own side of it. When the position shrinks, the newest give way first. One step at a time:
 * the next trim that is due, or null. `cause` says what made the position shrink.
 */
export function nextReduceOnlyTrim(
  state: State,
  account: Account,
  symbol: string,
  cause: TrimCause = 'reduce_only',
): EngineEvent | null {
  const open = account.open.get(symbol);
  if (!open || open.reduceLots === 0) return null;
  const orders = [...open.orders].map((no) => state.orders.get(no)).filter(isReduceOnly);
  const newest = orders.reduce<Order | undefined>(
    (best, order) => (best && best.no > order.no ? best : order),
    undefined,
  );
  if (!newest) return null;
  const misplaced = orders.find((order) => closableLots(account, order) === 0);
  if (misplaced) return cancelled(state, misplaced, cause);
  const excess = open.reduceLots - closableLots(account, newest);
  if (excess <= 0) return null;
  if (excess >= remainingOf(newest)) return cancelled(state, newest, cause);
  return {
    type: 'OrderModified',
    at: state.now,
    order: newest.no,
    price: newest.price,
    quantity: newest.quantity - excess,
    triggerPrice: newest.trigger?.price ?? null,
    keepsPlace: true,
    cause: 'reduce_only',
  };
}

/** Those that reserve of the position: not a TWAP parent, and a conditional order only once it has fired and rests. */
const isReduceOnly = (order: Order | undefined): order is Order =>
  order?.reduceOnly === true && order.twap === null && (order.trigger === null || order.resting);

const cancelled = (state: State, order: Order, cause: TrimCause): EngineEvent => ({
  type: 'OrderCancelled',
  at: state.now,
  order: order.no,
  cause,
});
