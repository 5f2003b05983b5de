import { compareKeys } from '../../../../kernel/canonical-json.ts';
import { EVERY_ROLE, type ReadContext } from '../../../action.ts';
import {
  closedPositionRecord,
  openPositionRecord,
  type PositionRecord,
  PositionRecords,
} from '../../../records/position-record.ts';
import { defineTradeRead } from '../../../define.ts';
import { pageOf, pagedHistory, limit, offset, given } from '../../../fields/history.ts';
import { withDefault, optional, type ReadValue } from '../../../fields/table.ts';
import { word, marketFilter } from '../../../fields/fields.ts';
import { anyWindow } from '../../../fields/time-window.ts';

const STATUSES = ['open', 'close', 'update'] as const;
const SORT_KEYS = ['updatedAt', 'createdAt', 'symbol'] as const;
const SORT_ORDERS = ['asc', 'desc'] as const;

const FIELDS = pagedHistory(
  {
    status: withDefault(word(STATUSES, 'invalid status'), 'open'),
    symbol: optional(marketFilter()),
    sortBy: withDefault(word(SORT_KEYS, 'invalid sort field'), 'updatedAt'),
    sortOrder: withDefault(word(SORT_ORDERS, 'invalid sort order'), 'desc'),
    limit: limit(50),
    offset: offset(),
  },
  { window: anyWindow, oldBounds: true },
);
type Query = ReadValue<typeof FIELDS>;

/**
 * Positions of a subaccount; the open ones when no status is asked for. `update` is a state positions pass
 * through while an input is applied, so a read meets only one that is stored so.
 *
 * Cost:   10 tokens.
 * Errors: 400 VALIDATION_ERROR for words, page and times; INVALID_FORMAT for the symbol.
 * Source: clauses GETPOSITIONS, POSITION-FIELD-*; wire 2.18, sort keys of wire 8 row 13.
 */
export const getPositions = defineTradeRead({
  name: 'getPositions',
  summary: 'List the positions of a subaccount.',
  fields: FIELDS,
  result: PositionRecords,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: true,
  read: (query, context) => (query.status === 'close' ? closedOf(query, context) : openOf(query, context)),
});

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
