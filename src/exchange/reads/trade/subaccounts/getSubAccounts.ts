import type { ActionContext } from '../../../../contract/action.ts';
import { getSubAccounts } from '../../../../contract/actions/trade/subaccounts/getSubAccounts.ts';
import { delegatedSigner } from '../../../../contract/records/delegated-signer.ts';
import { delegationsOf } from '../../../../engine/accounts/delegation.ts';
import type { Account } from '../../../../engine/state.ts';
import { readTrade } from '../../read.ts';
import { subAccountRecord } from '../../records/subaccount-record.ts';

function familyOf({ state, account }: ActionContext): Account[] {
  const master = account.master ?? account.no;
  const numbers = state.wallets.get(account.owner)?.accounts ?? [];
  return numbers
    .flatMap((no) => state.accounts.get(no) ?? [])
    .filter((member) => member.no === master || member.master === master)
    .sort((a, b) => Number(a.no !== master) - Number(b.no !== master) || a.no - b.no);
}

/** What the response of getSubAccounts is made of. */
export const getSubAccountsRead = readTrade(getSubAccounts, (_, context) => ({
  subAccounts: familyOf(context).map((member) => ({
    ...subAccountRecord(context.state, member),
    delegatedSigners: delegationsOf(member).map((delegation) => delegatedSigner(context.state, member, delegation)),
  })),
}));
