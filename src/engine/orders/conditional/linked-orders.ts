import { closableLots } from '../../book/matching.ts';
import type { CancelCause, EngineEvent } from '../../event.ts';
import type { Account, State } from '../../state.ts';
import type { Order } from '../order.ts';
import type { OrderGroup } from './conditional-terms.ts';

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
