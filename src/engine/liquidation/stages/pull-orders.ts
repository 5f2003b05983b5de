import type { OrderNo } from '../../../kernel/ids.ts';
import type { CancelCause } from '../../event.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import type { State } from '../../state.ts';
import type { EngineEffects } from '../engine-effects.ts';
import type { MarginAccount } from '../terms.ts';

/** Returns the live orders of a margin account of every kind (resting, conditional, linked, TWAP), oldest first. */
export function ordersOf(state: State, { account: no, symbol }: MarginAccount): OrderNo[] {
  const account = accountOf(state, no);
  const orders: OrderNo[] = [];
  for (const [market, open] of account.open) {
    const own = symbol === null ? !account.isolated.has(market) : market === symbol;
    if (own) orders.push(...open.orders);
  }
  return orders.sort((a, b) => a - b);
}

/**
 * Cancels all live orders of a margin account. The end of an order can end orders linked to it, each with its own
 * cause.
 */
export function pullOrders(state: State, run: EngineEffects, marginAccount: MarginAccount, cause: CancelCause): void {
  for (const order of ordersOf(state, marginAccount)) {
    if (state.orders.has(order)) run.emitAll([{ type: 'OrderCancelled', at: state.now, order, cause }]);
  }
}
