import { armTimer, type Deciders, type Decision, type Jobs } from '../handlers.ts';
import { invariant } from '../../kernel/assert.ts';
import { refuse } from '../../kernel/errors.ts';
import type { Address } from '../../kernel/ids.ts';
import type { EngineEvent } from '../event.ts';
import type { Account, Delegation, State } from '../state.ts';
import type { DelegationCommand } from './delegation-commands.ts';

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
