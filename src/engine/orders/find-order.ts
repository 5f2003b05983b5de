import type { AccountNo } from '../../kernel/ids.ts';
import type { OrderRef } from './order-commands.ts';
import type { State } from '../state.ts';
import type { Order } from './order.ts';

/** The live order a reference names, if it is the account's own. Another's order is not there: a response must not leak what exists. */
export function findOrder(state: State, account: AccountNo, ref: OrderRef): Order | undefined {
  const no = 'no' in ref ? ref.no : state.accounts.get(account)?.clientIds.get(ref.clientId);
  const order = no === undefined ? undefined : state.orders.get(no);
  return order?.account === account ? order : undefined;
}
