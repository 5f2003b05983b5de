import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';
import { SubAccountRecord } from '../../../records/subaccount-record.ts';

/**
 * One subaccount: collateral, margin, positions, preferences, rates and limits as they are now.
 *
 * Units:  values and margins in USDT with two decimals, quantities and PnL exact.
 * Cost:   20 tokens.
 * Source: clauses GETSUBACCOUNT, SUBACCT-*; wire 2.16.
 */
export const getSubAccount = defineTradeRead({
  name: 'getSubAccount',
  summary: 'Read one subaccount.',
  examples: [{}],
  fields: NO_FIELDS,
  result: SubAccountRecord,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
});
