import type { OrderNo } from '../../../kernel/ids.ts';
import type { CancelCause } from '../../event.ts';
import { accountOf } from '../../evolve-order.ts';
import type { State } from '../../state.ts';
import type { EngineEffects } from '../engine-effects.ts';
import type { MarginAccount } from '../terms.ts';

/** Live orders of a domain, whatever they wait for: resting, conditional, linked, TWAP. Oldest first. */
export function ordersOf(state: State, { account: no, symbol }: MarginAccount): OrderNo[] {
  const account = accountOf(state, no);
  const orders: OrderNo[] = [];
  for (const [market, open] of account.open) {
    const own = symbol === null ? !account.isolated.has(market) : market === symbol;
    if (own) orders.push(...open.orders);
  }
  return orders.sort((a, b) => a - b);
}

/** Pulls all live orders of a domain. One that ends may take linked ones along, each with a cause of its own. */
export function pullOrders(state: State, run: EngineEffects, marginAccount: MarginAccount, cause: CancelCause): void {
  for (const order of ordersOf(state, marginAccount)) {
    if (state.orders.has(order)) run.emitAll([{ type: 'OrderCancelled', at: state.now, order, cause }]);
  }
}
