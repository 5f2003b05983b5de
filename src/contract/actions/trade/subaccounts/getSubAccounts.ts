import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';
import { Closed } from '../../../primitives.ts';
import { ListedSubAccount } from '../../../records/subaccount-record.ts';

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
  examples: [{}],
  fields: NO_FIELDS,
  result: GetSubAccountsResult,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
});
