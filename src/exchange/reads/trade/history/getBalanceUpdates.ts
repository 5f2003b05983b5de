import type { Static } from '@sinclair/typebox';
import { type BalanceUpdate, getBalanceUpdates } from '../../../../contract/actions/trade/history/getBalanceUpdates.ts';
import type { BalanceUpdateRow } from '../../../../contract/views.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { readTrade } from '../../read.ts';

function recordOf(subAccountId: string, row: BalanceUpdateRow): Static<typeof BalanceUpdate> {
  const { destinationAddress, txHash, fromSubAccountId, toSubAccountId } = row;
  return {
    id: row.id,
    subAccountId,
    action: row.action,
    status: row.status,
    amount: row.amount,
    fee: row.fee,
    grossAmount: row.grossAmount,
    collateral: row.collateral,
    usdtNotional: row.usdtNotional,
    timestamp: row.timestamp,
    ...(destinationAddress !== null && { destinationAddress }),
    ...(txHash !== null && { txHash }),
    ...(fromSubAccountId !== null && { fromSubAccountId }),
    ...(toSubAccountId !== null && { toSubAccountId }),
  };
}

/** What the response of getBalanceUpdates is made of. */
export const getBalanceUpdatesRead = readTrade(
  getBalanceUpdates,
  ({ window, actionFilter: actions, ...page }, { account, views }) => {
    const subAccountId = subAccountIdOf(account.no);
    const rows = views.balanceUpdates({ account: account.no, ...window, ...page, actions });
    return { balanceUpdates: rows.map((row) => recordOf(subAccountId, row)) };
  },
);
