import { refuse } from '../../kernel/errors.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Deciders, Decision, Handlers } from '../handlers.ts';
import type { State } from '../state.ts';
import type { DisconnectControl } from '../command.ts';

export const DISCONNECT_DECIDERS: Deciders<DisconnectControl['type']> = {
  SetCancelOnDisconnect: (state, { account, enabled }) => {
    if (!state.accounts.has(account)) return refuse('NOT_FOUND', 'Subaccount not found');
    if (state.cancelOnDisconnect.has(account) === enabled) return [];
    return [{ type: 'CancelOnDisconnectSet', at: state.now, account, enabled }];
  },
  Disconnect: (state, { account }) => (state.cancelOnDisconnect.has(account) ? cancelsOf(state, account) : []),
};

export const DISCONNECT_HANDLERS: Handlers<'CancelOnDisconnectSet'> = {
  CancelOnDisconnectSet: (state, { account, enabled }) => {
    if (enabled) state.cancelOnDisconnect.add(account);
    else state.cancelOnDisconnect.delete(account);
  },
};

/** Every live order, oldest first; those that wait for another are among them. */
function cancelsOf(state: State, account: AccountNo): Decision {
  const orders = [...(state.accounts.get(account)?.open.values() ?? [])].flatMap((open) => [...open.orders]);
  return orders
    .sort((a, b) => a - b)
    .map((order) => ({ type: 'OrderCancelled', at: state.now, order, cause: 'disconnected' }));
}
