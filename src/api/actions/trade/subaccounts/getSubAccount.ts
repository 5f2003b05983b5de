import { Type } from '@sinclair/typebox';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import { SubAccountParams } from '../../../primitives.ts';
import { SubAccountRecord, subAccountRecord } from '../../../records/subaccount-record.ts';

/**
 * One subaccount: collateral, margin, positions, preferences, rates and limits as they are now.
 *
 * Units:  values and margins in USDT with two decimals, quantities and PnL exact.
 * Cost:   20 tokens.
 * Source: clauses GETSUBACCOUNT, SUBACCT-*; wire 2.16.
 */
export const getSubAccount = defineTradeRead<null, SubAccountRecord>({
  name: 'getSubAccount',
  summary: 'Read one subaccount.',
  params: Type.Object(SubAccountParams),
  result: SubAccountRecord,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
  parse: () => null,
  read: (_, { state, account }) => subAccountRecord(state, account),
});
