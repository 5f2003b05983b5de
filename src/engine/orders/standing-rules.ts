import type { Lots } from '../../kernel/units.ts';
import { closableLots } from '../book/matching.ts';
import type { CancelCause, EngineEvent } from '../event.ts';
import type { Account, State } from '../state.ts';
import type { OrderGroup } from './conditional-terms.ts';
import { liveOrder, reduceOnlyOrdersOf } from './evolve-order.ts';
import type { Side } from './order-terms.ts';
import { type Order, remainingOf } from './order.ts';

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
    rests: false,
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

/**
 * The standing rules on linked orders: children wake with the first fill of their main order, and end when
 * the other side of their pair fires, when their position is closed, or when their main order ended for
 * nothing (wire 2.4, R-65). One step at a time: the next thing that is due, or null.
 */
export function nextLinkedStep(state: State, account: Account, symbol: string): EngineEvent | null {
  const open = account.open.get(symbol);
  if (!open || open.groups.size === 0) return null;
  for (const group of open.groups.values()) {
    for (const no of group.waiting) {
      const order = state.orders.get(no);
      const step = order && stepOf(state, account, group, order);
      if (step) return step;
    }
  }
  return null;
}

function stepOf(state: State, account: Account, group: OrderGroup, order: Order): EngineEvent | null {
  const cause = endOf(account, group, order);
  if (cause) return { type: 'OrderCancelled', at: state.now, order: order.no, cause };
  const position = account.positions.get(order.symbol);
  if (order.phase === 'armed' || group.mainFilled === 0 || !position) return null;
  return closableLots(account, order) > 0
    ? { type: 'OrderArmed', at: state.now, order: order.no, position: position.no }
    : null;
}

function endOf(account: Account, group: OrderGroup, order: Order): CancelCause | null {
  if (order.group?.role === 'child' && group.fired.has(order.group.pair)) return 'sibling';
  const position = account.positions.get(order.symbol);
  if (group.position !== null) return position?.no === group.position ? null : 'position_closed';
  if (group.mainLive) return null;
  if (group.mainFilled === 0) return 'main_cancelled';
  // The main order did not open a position but closed one: there is nothing for its children to cover.
  return position && closableLots(account, order) > 0 ? null : 'position_closed';
}
