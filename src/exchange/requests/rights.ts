import type { Authority, Role } from '../../contract/action.ts';
import type { Account, State } from '../../engine/state.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import { type Address, accountNoOf } from '../../kernel/ids.ts';

/** Returns the account with this wire id, if there is one. */
export function accountBehind(state: Readonly<State>, subAccountId: bigint): Account | undefined {
  const no = accountNoOf(subAccountId);
  return no === undefined ? undefined : state.accounts.get(no);
}

/** Returns the role of a wallet on an account (wire 1.8, R-08), or null when it has none. */
export function roleOf(state: Readonly<State>, account: Account, wallet: Address): Role | null {
  if (account.owner === wallet) return 'owner';
  if (state.wallets.get(account.owner)?.managers.has(wallet)) return 'manager';
  // A delegation past its end is not in the map: its timer removed it (SEC-14).
  return account.delegations.get(wallet)?.permission ?? null;
}

/** Refuses a wallet that may not do this, in the words of the action where the contract has some (R-07, wire 1.8). */
export function authorityRefusal(
  { strangerCode, strangerText, refusal, missing }: Authority,
  wallet: Address,
  account: Account | undefined,
  role: Role | null,
): Refusal {
  if (!account && missing) return missing;
  if (role !== null && refusal) return refusal;
  return refuse(strangerCode, strangerText ?? `wallet ${wallet} is not authorized to act on this subaccount`);
}

/** Words a refused signature as the action does where the contract fixes the text. */
export const signatureRefusal = ({ signatureText }: Authority, refusal: Refusal): Refusal =>
  signatureText !== undefined && refusal.code === 'UNAUTHORIZED' ? refuse('UNAUTHORIZED', signatureText) : refusal;
