import { invariant } from '../../kernel/assert.ts';
import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { EngineEvent } from '../event.ts';
import { accountOf } from '../evolve-order.ts';
import type { Handlers } from '../handlers.ts';
import type { State } from '../state.ts';
import { walletOf } from './evolve-accounts.ts';

export const DELEGATION_HANDLERS: Handlers<'DelegationGranted' | 'DelegationsEnded' | 'ManagerSet'> = {
  DelegationGranted: granted,
  DelegationsEnded: (state, { account, wallets }) => {
    for (const wallet of wallets) endOne(state, account, wallet);
  },
  ManagerSet: (state, { owner, manager, appointed }) => {
    const { managers } = walletOf(state, owner);
    walletOf(state, manager);
    if (appointed) managers.add(manager);
    else managers.delete(manager);
  },
};

function granted(state: State, event: Extract<EngineEvent, { type: 'DelegationGranted' }>): void {
  const { no, wallet, permission, expiresAt, grantedBy, timer } = event;
  const { delegations } = accountOf(state, event.account);
  stopTimer(state, delegations.get(wallet)?.timer ?? null);
  delegations.set(wallet, { no, wallet, permission, expiresAt, grantedBy, timer });
  state.counters.delegation = Math.max(state.counters.delegation, no);
  const accounts = state.delegates.get(wallet) ?? new Set<AccountNo>();
  state.delegates.set(wallet, accounts.add(event.account));
}

/** Removes a delegation. Only the nonces that its wallet has used remain (SEC-09). */
function endOne(state: State, account: AccountNo, wallet: Address): void {
  const { delegations } = accountOf(state, account);
  const delegation = delegations.get(wallet);
  invariant(delegation, 'a delegation ends once');
  stopTimer(state, delegation.timer);
  delegations.delete(wallet);
  const accounts = state.delegates.get(wallet);
  accounts?.delete(account);
  if (accounts?.size === 0) state.delegates.delete(wallet);
}

/** A timer that stayed would end the wallet's next delegation, and each refresh would add another timer. */
function stopTimer(state: State, timer: number | null): void {
  if (timer !== null) state.timers.remove(timer);
}
