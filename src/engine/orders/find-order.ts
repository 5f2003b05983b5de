import type { AccountNo } from '../../kernel/ids.ts';
import type { OrderRef } from './order-commands.ts';
import type { State } from '../state.ts';
import type { Order } from './order.ts';

/**
 * Returns the live order that a reference names, if it belongs to the account. An order of another account counts as
 * unknown, because a response must not reveal it.
 */
export function findOrder(state: State, account: AccountNo, ref: OrderRef): Order | undefined {
  const no = 'no' in ref ? ref.no : state.accounts.get(account)?.clientIds.get(ref.clientId);
  const order = no === undefined ? undefined : state.orders.get(no);
  return order?.account === account ? order : undefined;
}
