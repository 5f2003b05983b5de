import type { Lots } from '../../kernel/units.ts';
import type { CancelCause, EngineEvent } from '../event.ts';
import type { Account, State } from '../state.ts';
import { type Order, remainingOf } from './order.ts';
import { closableLots } from '../book/matching.ts';
import { liveOrder } from '../evolve-order.ts';
import { reduceOnlyOrdersOf } from './reduce-only-orders.ts';
import type { Side } from './side.ts';

/** Why a position was closed: its owner traded, or it was deleveraged. */
export type TrimCause = 'reduce_only' | 'adl';

/**
 * The standing rule on reduce-only orders (R-64, INV-19): together they never exceed the position, and none
 * stands on its own side of it. When the position shrinks, the newest give way first, and keep their original
 * quantity. One step at a time: the next trim that is due, or null. `cause` says what closed a closed position.
 */
export function nextReduceOnlyTrim(
  state: State,
  account: Account,
  symbol: string,
  cause: TrimCause = 'reduce_only',
): EngineEvent | null {
  const open = account.open.get(symbol);
  if (!open || open.reduceLots === 0) return null;
  const { buy, sell } = reduceOnlyOrdersOf(state, open);
  const closable = (side: Side): Lots => closableLots(account, { symbol, side });
  const misplaced = Math.min(
    closable('buy') === 0 ? (buy[0] ?? NONE) : NONE,
    closable('sell') === 0 ? (sell[0] ?? NONE) : NONE,
  );
  if (misplaced !== NONE) return cancelled(state, liveOrder(state, misplaced), cause);
  // The others are of the one side that closes the position.
  const last = buy.at(-1) ?? sell.at(-1);
  if (last === undefined) return null;
  const newest = liveOrder(state, last);
  const excess = open.reduceLots - closable(newest.side);
  if (excess <= 0) return null;
  if (excess >= remainingOf(newest)) return cancelled(state, newest, 'no_room');
  return {
    type: 'OrderModified',
    at: state.now,
    order: newest.no,
    price: newest.price,
    quantity: newest.quantity,
    trimmed: newest.trimmed + excess,
    triggerPrice: newest.trigger?.price ?? null,
    keepsPlace: true,
    cause: 'reduce_only',
  };
}

/**
 * The end of an order that has filled all that its position had room for, though not all of its quantity (R-85,
 * R-86); null for one that has ended or still offers something.
 */
export function endOfExhausted(state: State, account: Account, order: Order): EngineEvent | null {
  if (order.trimmed === 0 || remainingOf(order) > 0 || !state.orders.has(order.no)) return null;
  return cancelled(state, order, closableLots(account, order) === 0 ? 'reduce_only' : 'no_room');
}

/** Behind the number of every order. */
const NONE = Number.POSITIVE_INFINITY;

const cancelled = (state: State, order: Order, cause: CancelCause): EngineEvent => ({
  type: 'OrderCancelled',
  at: state.now,
  order: order.no,
  cause,
});
