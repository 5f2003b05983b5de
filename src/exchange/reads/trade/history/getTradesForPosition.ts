import { getTradesForPosition } from '../../../../contract/actions/trade/history/getTradesForPosition.ts';
import { JsonText } from '../../../../contract/json.ts';
import { refuse } from '../../../../kernel/errors.ts';
import { readTrade } from '../../read.ts';

/** What the response of getTradesForPosition is made of. */
export const getTradesForPositionRead = readTrade(
  getTradesForPosition,
  ({ positionId, limit, offset }, { account, now, views }) => {
    const query = { account: account.no, from: 0, to: now, positionId, limit, offset };
    const { records, total } = views.tradeRecords(query);
    if (!records) return refuse('INTERNAL_ERROR', 'Failed to retrieve trades for position');
    return new JsonText(`{"trades":${records.text},"hasMore":${offset + limit < total}}`);
  },
);
