import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import { type OrderNo, orderNoOf } from '../../../../kernel/ids.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { marketFilter, id } from '../../../fields/fields.ts';
import { pagedHistory, limit, offset } from '../../../fields/history.ts';
import { optional, checked } from '../../../fields/table.ts';
import { cappedWeekWindow } from '../../../fields/time-window.ts';
import { Closed, readVenueId } from '../../../primitives.ts';
import { TradeRecord } from '../../../records/trade-record.ts';
import { EXAMPLE_SYMBOL } from '../../../example-values.ts';

const GetTradesResult = Closed({
  trades: Type.Array(TradeRecord),
  hasMore: Type.Boolean(),
  total: Type.Integer({ minimum: 0 }),
});

/**
 * Executions of a subaccount, newest first, in a window of at most seven days of the last thirty.
 *
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for page, window and `Invalid orderId`; INVALID_FORMAT for the symbol; 500
 *         when a stored trade has no known direction.
 * Source: clauses GETTRADES, TRADE-FIELD-*; wire 2.18.
 */
export const getTrades = defineTradeRead({
  name: 'getTrades',
  summary: 'List the executions of a subaccount.',
  examples: [{ symbol: EXAMPLE_SYMBOL, limit: 100 }],
  fields: pagedHistory(
    {
      symbol: optional(marketFilter()),
      orderId: optional(checked(id(), readOrder)),
      limit: limit(100),
      offset: offset(),
    },
    { window: cappedWeekWindow, undecodable: 'Invalid request format' },
  ),
  result: GetTradesResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: true,
});

/** The order of an id as sent: undefined for every order, null for an id that no order has. Errors: VALIDATION_ERROR. */
function readOrder(sent: string | undefined): OrderNo | null | undefined | Refusal {
  if (sent === undefined) return undefined;
  const venueId = readVenueId(sent);
  return typeof venueId === 'string' ? refuse('VALIDATION_ERROR', 'Invalid orderId') : (orderNoOf(venueId) ?? null);
}
