import { refuse } from '../../kernel/errors.ts';
import type { CancelOrder } from './order-commands.ts';
import type { Decision } from '../handlers.ts';
import type { State } from '../state.ts';
import { findOrder } from './find-order.ts';

/** Cancels the rest of a live order. Unknown, foreign and closed orders get the same refusal (wire 2.5). */
export function cancelOrder(state: State, command: CancelOrder): Decision {
  const order = findOrder(state, command.account, command.order);
  if (!order) return refuse('ORDER_NOT_FOUND');
  return [{ type: 'OrderCancelled', at: state.now, order: order.no, cause: command.cause ?? 'user' }];
}
