import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Command } from '../command.ts';
import type { Decision } from '../handlers.ts';
import { tierOf } from '../fees/fee-rates.ts';
import type { State, Wallet } from '../state.ts';

/**
 * Opens a subaccount for the owner of `account`, also when a delegate signed. The tier of the owner limits their
 * number, the master included.
 */
export function createSubAccount(state: State, command: Extract<Command, { type: 'CreateSubAccount' }>): Decision {
  const { account, name } = command;
  const wallet = ownerOf(state, account);
  if (!wallet) return refuse('NOT_FOUND', 'Subaccount not found');
  const tier = tierOf(state, wallet);
  const count = wallet.accounts.length;
  if (count >= tier.maxSubAccounts) {
    const details = { currentCount: String(count), maximum: String(tier.maxSubAccounts), tierName: tier.tierName };
    return refuse('VALIDATION_ERROR', 'Subaccount limit reached', { details });
  }
  const taken = refuseTakenName(state, wallet, name);
  if (taken) return taken;
  const master = wallet.accounts[0] ?? null;
  const opened = { account: state.counters.account, wallet: wallet.address, name, master, agentOf: null };
  return [{ type: 'AccountOpened', at: state.now, ...opened }];
}

export function renameAccount(state: State, command: Extract<Command, { type: 'RenameAccount' }>): Decision {
  const { account, name } = command;
  const wallet = ownerOf(state, account);
  if (!wallet) return refuse('NOT_FOUND', 'Subaccount not found');
  return refuseTakenName(state, wallet, name, account) ?? [{ type: 'AccountRenamed', at: state.now, account, name }];
}

function ownerOf(state: State, account: AccountNo): Wallet | undefined {
  const owner = state.accounts.get(account)?.owner;
  return owner === undefined ? undefined : state.wallets.get(owner);
}

/** A name is given once under a master account; no name at all is no name. */
function refuseTakenName(state: State, wallet: Wallet, name: string, except?: AccountNo): Refusal | null {
  const taken = wallet.accounts.some((no) => no !== except && name !== '' && state.accounts.get(no)?.name === name);
  return taken ? refuse('VALIDATION_ERROR', 'subaccount name already exists') : null;
}
