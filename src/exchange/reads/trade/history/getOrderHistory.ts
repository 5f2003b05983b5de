import { getOrderHistory } from '../../../../contract/actions/trade/history/getOrderHistory.ts';
import { PAGE_MAX, given } from '../../../../contract/fields/history.ts';
import { RECORD_BYTES_MAX } from '../../../../contract/views.ts';
import { readTrade } from '../../read.ts';

/** What the response of getOrderHistory is made of. */
export const getOrderHistoryRead = readTrade(
  getOrderHistory,
  ({ status: statuses, symbol, side, type, window, limit: size, offset: skipped }, { account, views }) =>
    views.orderRecords({
      account: account.no,
      statuses,
      ...window,
      limit: size ?? PAGE_MAX,
      bytesMax: RECORD_BYTES_MAX,
      ...given({ symbol, side, type }),
      ...(skipped > 0 && { offset: skipped }),
    }),
);
