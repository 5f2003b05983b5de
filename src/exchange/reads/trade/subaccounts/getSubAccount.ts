import { getSubAccount } from '../../../../contract/actions/trade/subaccounts/getSubAccount.ts';
import { readTrade } from '../../read.ts';
import { subAccountRecord } from '../../records/subaccount-record.ts';

/** What the response of getSubAccount is made of. */
export const getSubAccountRead = readTrade(getSubAccount, (_, { state, account }) => subAccountRecord(state, account));
