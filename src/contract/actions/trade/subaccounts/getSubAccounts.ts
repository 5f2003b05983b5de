import { Type } from '@sinclair/typebox';
import { delegationsOf } from '../../../../engine/accounts/delegation.ts';
import type { Account } from '../../../../engine/state.ts';
import { type ActionContext, EVERY_ROLE } from '../../../action.ts';
import { delegatedSigner } from '../../../records/delegated-signer.ts';
import { Closed } from '../../../primitives.ts';
import { ListedSubAccount, subAccountRecord } from '../../../records/subaccount-record.ts';
import { defineTradeRead } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';

const GetSubAccountsResult = Closed({ subAccounts: Type.Array(ListedSubAccount) });

/**
 * Every subaccount under the master account of the one that is named, the master first, then by id, to owners
 * and delegates alike.
 *
 * Cost:   20 tokens.
 * Source: clauses GETSUBACCOUNTS, SUBACCT-*; wire 2.16.
 */
export const getSubAccounts = defineTradeRead({
  name: 'getSubAccounts',
  summary: 'List the subaccounts of a master account.',
  fields: NO_FIELDS,
  result: GetSubAccountsResult,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
  read: (_, context) => ({
    subAccounts: familyOf(context).map((member) => ({
      ...subAccountRecord(context.state, member),
      delegatedSigners: delegationsOf(member).map((delegation) => delegatedSigner(context.state, member, delegation)),
    })),
  }),
});

function familyOf({ state, account }: ActionContext): Account[] {
  const master = account.master ?? account.no;
  const numbers = state.wallets.get(account.owner)?.accounts ?? [];
  return numbers
    .flatMap((no) => state.accounts.get(no) ?? [])
    .filter((member) => member.no === master || member.master === master)
    .sort((a, b) => Number(a.no !== master) - Number(b.no !== master) || a.no - b.no);
}
