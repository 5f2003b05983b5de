import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { word, marketFilter } from '../../../fields/fields.ts';
import { pagedHistory, limit, offset } from '../../../fields/history.ts';
import { withDefault, optional } from '../../../fields/table.ts';
import { anyWindow } from '../../../fields/time-window.ts';
import { PositionRecords } from '../../../records/position-record.ts';

const STATUSES = ['open', 'close', 'update'] as const;

const SORT_KEYS = ['updatedAt', 'createdAt', 'symbol'] as const;

const SORT_ORDERS = ['asc', 'desc'] as const;

export const FIELDS = pagedHistory(
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
  examples: [{ status: 'open', limit: 50 }],
  fields: FIELDS,
  result: PositionRecords,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: true,
});
