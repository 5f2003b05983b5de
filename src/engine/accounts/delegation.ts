import { invariant, refuse } from '../../kernel/errors.ts';
import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { EngineEvent } from '../event.ts';
import { accountOf } from '../orders/evolve-order.ts';
import { armTimer, type Deciders, type Decision, type Handlers, type Jobs } from '../handlers.ts';
import type { Account, Delegation, State } from '../state.ts';
import type { DelegationCommand } from './account-terms.ts';
import { walletOf } from './evolve-accounts.ts';

/** Delegated signers of one subaccount; the contract says that there is a limit and gives no number. */
export const DELEGATIONS_MAX = 100;

export const DELEGATION_DECIDERS: Deciders<DelegationCommand['type']> = {
  GrantDelegation: grantDelegation,
  RemoveDelegation: removeDelegation,
  RemoveAllDelegations: removeAllDelegations,
};

/**
 * A delegation ends at its millisecond and not at the next request, so that streams report the end when it happens.
 * The grants of its holder end with it, so that a holder cannot extend a delegation through another wallet.
 */
export const DELEGATION_JOBS: Jobs<'expireDelegation'> = {
  expireDelegation: (state, { account: no, wallet }) => {
    const account = state.accounts.get(no);
    invariant(account && account.delegations.has(wallet), 'the timer of a delegation goes when the delegation does');
    return { events: [ended(state, account, withGrantees(account, wallet), 'expired')], commands: [] };
  },
};

/** Delegations of a subaccount in the order they were first granted. */
export const delegationsOf = (account: Readonly<Account>): Delegation[] =>
  [...account.delegations.values()].sort((a, b) => a.no - b.no);

/** The delegations to a wallet, in the order in which they were first granted. */
export function delegationsTo(state: Readonly<State>, wallet: Address): { account: Account; delegation: Delegation }[] {
  const found = [...(state.delegates.get(wallet) ?? [])].map((no) => {
    const account = state.accounts.get(no);
    const delegation = account?.delegations.get(wallet);
    invariant(account && delegation, `wallet ${wallet} is a delegate of account ${no}`);
    return { account, delegation };
  });
  return found.sort((a, b) => a.delegation.no - b.delegation.no);
}

function grantDelegation(state: State, command: Extract<DelegationCommand, { type: 'GrantDelegation' }>): Decision {
  const { wallet, permission, expiresAt, grantedBy } = command;
  const account = state.accounts.get(command.account);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  if (wallet === account.owner) return refuse('VALIDATION_ERROR', 'delegate must not be the owner of the subaccount');
  if (expiresAt !== null && expiresAt <= state.now)
    return refuse('VALIDATION_ERROR', 'expiresAt must be in the future');
  const before = account.delegations.get(wallet);
  if (!before && account.delegations.size >= DELEGATIONS_MAX) {
    return refuse('VALIDATION_ERROR', 'Delegated signer limit reached');
  }
  const granted: EngineEvent = {
    type: 'DelegationGranted',
    at: state.now,
    no: before?.no ?? state.counters.delegation + 1,
    account: account.no,
    wallet,
    permission,
    expiresAt,
    grantedBy,
    timer: expiresAt === null ? null : state.counters.timer,
  };
  if (expiresAt === null) return [granted];
  return [granted, armTimer(state, expiresAt, { kind: 'expireDelegation', account: account.no, wallet })];
}

function removeDelegation(state: State, command: Extract<DelegationCommand, { type: 'RemoveDelegation' }>): Decision {
  const account = state.accounts.get(command.account);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  if (!account.delegations.has(command.wallet)) return refuse('NOT_FOUND', 'Delegated signer not found');
  return [ended(state, account, withGrantees(account, command.wallet), 'removed')];
}

function removeAllDelegations(
  state: State,
  command: Extract<DelegationCommand, { type: 'RemoveAllDelegations' }>,
): Decision {
  const account = state.accounts.get(command.account);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  const wallets = delegationsOf(account).map(({ wallet }) => wallet);
  return wallets.length === 0 ? [] : [ended(state, account, wallets, 'removed')];
}

const ended = (
  state: State,
  account: Account,
  wallets: readonly Address[],
  cause: 'removed' | 'expired',
): EngineEvent => ({ type: 'DelegationsEnded', at: state.now, account: account.no, wallets, cause });

/** A wallet, and all wallets whose delegation it granted, directly or through another. */
function withGrantees(account: Account, wallet: Address): Address[] {
  const wallets = new Set([wallet]);
  // Appending to the set while walking over it visits what was appended too.
  for (const grantor of wallets) {
    for (const delegation of delegationsOf(account)) {
      if (delegation.grantedBy === grantor) wallets.add(delegation.wallet);
    }
  }
  return [...wallets];
}

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

/** SEC-14: no delegation is past its end; each has its timer and is found from both sides; none is the owner's own. */
export function checkDelegations(state: State): void {
  let found = 0;
  for (const account of state.accounts.values()) {
    invariant(account.delegations.size <= DELEGATIONS_MAX, `account ${account.no} has room for its delegations`);
    invariant(!account.delegations.has(account.owner), `account ${account.no} is not delegated to its owner`);
    for (const [wallet, { expiresAt, timer }] of account.delegations) {
      invariant(expiresAt === null || expiresAt > state.now, `SEC-14 delegation to ${wallet} is in force`);
      invariant((expiresAt === null) === (timer === null), `delegation to ${wallet} has a timer exactly when it ends`);
      invariant(state.delegates.get(wallet)?.has(account.no), `wallet ${wallet} knows its delegation`);
      found += 1;
    }
  }
  for (const accounts of state.delegates.values()) found -= accounts.size;
  invariant(found === 0, 'no wallet knows a delegation that is gone');
}
