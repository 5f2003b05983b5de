import type { ReadContext } from '../../../../contract/action.ts';
import { type FIELDS, getPositions } from '../../../../contract/actions/trade/positions/getPositions.ts';
import { given, pageOf } from '../../../../contract/fields/history.ts';
import type { ReadValue } from '../../../../contract/fields/table.ts';
import type { PositionRecord } from '../../../../contract/records/position-record.ts';
import { compareKeys } from '../../../../kernel/canonical-json.ts';
import { readTrade } from '../../read.ts';
import { closedPositionRecord, openPositionRecord } from '../../records/position-record.ts';

type Query = ReadValue<typeof FIELDS>;

const CLOSED_KEYS = { updatedAt: 'closedAt', createdAt: 'createdAt', symbol: 'symbol' } as const;

/** History sorts and cuts the page, because there may be very many. */
function closedOf({ symbol, window, sortBy, sortOrder, limit: size, offset: skipped }: Query, context: ReadContext) {
  const { account, views } = context;
  const sort = { by: CLOSED_KEYS[sortBy], isAscending: sortOrder === 'asc' };
  const rows = views.closedPositions({
    account: account.no,
    ...window,
    ...given({ symbol }),
    limit: size,
    offset: skipped,
    sort,
  });
  return rows.map((row) => closedPositionRecord(account, row));
}

function openOf(query: Query, { state, account }: ReadContext): PositionRecord[] {
  const { status, symbol, window } = query;
  const found = [...account.positions.values()]
    .filter((position) => symbol === undefined || position.symbol === symbol)
    .filter(({ updatedAt }) => updatedAt >= window.from && updatedAt <= window.to)
    .map((position) => openPositionRecord(state, account, position))
    .filter((record) => record.status === status)
    .sort((a, b) => compare(query, a, b));
  return pageOf(found, query);
}

/** Equal keys fall back on the position id, in the same direction, so that pages never overlap (INV-50). */
function compare({ sortBy, sortOrder }: Query, a: PositionRecord, b: PositionRecord): number {
  const ascending = compareKeys(a[sortBy], b[sortBy]) || compareKeys(BigInt(a.positionId), BigInt(b.positionId));
  return sortOrder === 'desc' ? -ascending : ascending;
}

/** What the response of getPositions is made of. */
export const getPositionsRead = readTrade(getPositions, (query, context) =>
  query.status === 'close' ? closedOf(query, context) : openOf(query, context),
);
