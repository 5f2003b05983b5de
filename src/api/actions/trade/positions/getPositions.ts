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
  read: (query, context) => {
    const found = recordsOf(query, context);
    return pageOf(
      found.sort((a, b) => compare(query, a, b)),
      query,
    );
  },
});

function recordsOf({ status, symbol, window }: Query, context: ReadContext): PositionRecord[] {
  const { state, account, views } = context;
  if (status === 'close') {
    const rows = views.closedPositions({ account: account.no, ...window, ...given({ symbol }) });
    return rows.map((row) => closedPositionRecord(account, row));
  }
  return [...account.positions.values()]
    .filter((position) => symbol === undefined || position.symbol === symbol)
    .filter(({ updatedAt }) => updatedAt >= window.from && updatedAt <= window.to)
    .map((position) => openPositionRecord(state, account, position))
    .filter((record) => record.status === status);
}

/** Equal keys fall back on the position id, in the same direction, so that pages never overlap (INV-50). */
function compare({ sortBy, sortOrder }: Query, a: PositionRecord, b: PositionRecord): number {
  const ascending = compareKeys(a[sortBy], b[sortBy]) || compareKeys(BigInt(a.positionId), BigInt(b.positionId));
  return sortOrder === 'desc' ? -ascending : ascending;
}
