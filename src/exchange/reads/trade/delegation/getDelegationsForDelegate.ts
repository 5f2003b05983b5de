import {
  type DelegatedAccount,
  getDelegationsForDelegate,
} from '../../../../contract/actions/trade/delegation/getDelegationsForDelegate.ts';
import { checksumAddress } from '../../../../contract/address.ts';
import { formatValue } from '../../../../contract/format.ts';
import { permissionsOf } from '../../../../contract/records/delegated-signer.ts';
import { delegationsTo } from '../../../../engine/accounts/delegation.ts';
import { summaryOf } from '../../../../engine/risk/margin.ts';
import type { State, Account, Delegation } from '../../../../engine/state.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { readTrade } from '../../read.ts';

function delegatedAccount(state: Readonly<State>, account: Account, delegation: Delegation): DelegatedAccount {
  const { accountValue, adjustedAccountValue } = summaryOf(state, account);
  return {
    subAccountId: subAccountIdOf(account.no),
    ownerAddress: checksumAddress(account.owner),
    accountName: account.name,
    accountValue: formatValue(accountValue),
    adjustedAccountValue: formatValue(adjustedAccountValue),
    permissions: permissionsOf(state, account, delegation),
    expiresAt: delegation.expiresAt,
  };
}

/** What the response of getDelegationsForDelegate is made of. */
export const getDelegationsForDelegateRead = readTrade(getDelegationsForDelegate, (wallet, { state }) => ({
  delegatedAccounts: delegationsTo(state, wallet).map(({ account, delegation }) =>
    delegatedAccount(state, account, delegation),
  ),
}));
