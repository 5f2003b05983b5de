import { getTransfers } from '../../../../contract/actions/trade/history/getTransfers.ts';
import { given } from '../../../../contract/fields/history.ts';
import { readTrade } from '../../read.ts';

/** What the response of getTransfers is made of. */
export const getTransfersRead = readTrade(getTransfers, ({ symbol: asset, window, ...page }, { account, views }) => {
  const { rows, total } = views.transfers({ account: account.no, ...window, ...given({ asset }), ...page });
  const transfers = rows.map(
    (row) =>
      ({
        transferId: row.transferId,
        from: row.from,
        to: row.to,
        symbol: row.symbol,
        amount: row.amount,
        transferType: row.transferType,
        status: row.status,
        usdtNotional: row.usdtNotional,
        ...(row.errorMessage !== null && { errorMessage: row.errorMessage }),
        timestamp: row.timestamp,
      }) as const,
  );
  return { transfers, total };
});
