import { getTrades } from '../../../../contract/actions/trade/history/getTrades.ts';
import { given } from '../../../../contract/fields/history.ts';
import { JsonText } from '../../../../contract/json.ts';
import { refuse } from '../../../../kernel/errors.ts';
import { readTrade } from '../../read.ts';

/** What the response of getTrades is made of. */
export const getTradesRead = readTrade(
  getTrades,
  ({ symbol, orderId: order, window, limit, offset }, { account, views }) => {
    if (order === null) return { trades: [], hasMore: false, total: 0 };
    const { records, total } = views.tradeRecords({
      account: account.no,
      ...window,
      ...given({ symbol, order }),
      limit,
      offset,
    });
    if (!records) return refuse('INTERNAL_ERROR', 'Failed to retrieve trades');
    return new JsonText(`{"trades":${records.text},"hasMore":${offset + limit < total},"total":${total}}`);
  },
);
