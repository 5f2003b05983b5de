import type { Static } from '@sinclair/typebox';
import {
  type PositionHistoryRecord,
  getPositionHistory,
} from '../../../../contract/actions/trade/history/getPositionHistory.ts';
import { given } from '../../../../contract/fields/history.ts';
import type { ClosedPositionRow } from '../../../../contract/views.ts';
import { readTrade } from '../../read.ts';

const recordOf = ({ leverage, ...row }: ClosedPositionRow): Static<typeof PositionHistoryRecord> => ({
  ...row,
  ...(leverage === null ? {} : { leverage }),
});

/** What the response of getPositionHistory is made of. */
export const getPositionHistoryRead = readTrade(
  getPositionHistory,
  ({ symbol, window, limit, offset }, { account, views }) => {
    // One row more than the page shows whether there is another page.
    const rows = views.closedPositions({
      account: account.no,
      ...window,
      ...given({ symbol }),
      limit: limit + 1,
      offset,
    });
    return { positions: rows.slice(0, limit).map(recordOf), hasMore: rows.length > limit };
  },
);
