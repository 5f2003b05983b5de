import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { json, marketFilter, word, text } from '../../../fields/fields.ts';
import { pagedHistory, limit, offset } from '../../../fields/history.ts';
import { hidden, checked, optional } from '../../../fields/table.ts';
import { weekWindow } from '../../../fields/time-window.ts';
import type { Json } from '../../../json.ts';
import { OrderRecords } from '../../../orders/order-record.ts';
import { OneOf } from '../../../primitives.ts';
import { HISTORY_STATUSES, SIDES, ORDER_TYPE_WORDS, isHistoryStatus } from '../../../words.ts';
import { EXAMPLE_TIME, HOUR_BEFORE_EXAMPLE } from '../../../example-values.ts';

/** The one order there is; the names its key goes by on records. */
const SORT_FIELDS: ReadonlySet<string> = new Set(['updatedTime', 'updateTime']);

const StatusParam = Type.Union([Type.Array(OneOf(HISTORY_STATUSES)), OneOf(HISTORY_STATUSES)]);

/**
 * The states that orders of a subaccount went through, newest update first, in a window of at most seven days: at most 1,000 of them,
 * and at most 1 MiB, also without a limit.
 *
 * Cost:   50 tokens.
 * Errors: 400 VALIDATION_ERROR for filters, page and window; INVALID_FORMAT for the symbol; 404 NOT_FOUND for a subaccount
 *         that does not exist.
 * Source: clauses GETORDERHISTORY, ORDER-FIELD-*; wire 2.18, R-24, R-25, R-123.
 */
export const getOrderHistory = defineTradeRead({
  name: 'getOrderHistory',
  summary: 'List the order records of a subaccount.',
  examples: [{ status: ['filled', 'cancelled'], startTime: HOUR_BEFORE_EXAMPLE, endTime: EXAMPLE_TIME }],
  fields: pagedHistory(
    {
      clientOrderId: hidden(checked(json(Type.String()), refuseClientId)),
      status: optional(checked(json(StatusParam), readStatuses)),
      symbol: optional(marketFilter()),
      side: optional(word(SIDES, 'side must be one of: [buy sell]')),
      type: optional(word(ORDER_TYPE_WORDS, 'invalid type')),
      sortBy: optional(checked(text(), readSortField)),
      limit: limit(),
      offset: offset(),
    },
    { window: weekWindow, oldBounds: true },
  ),
  result: OrderRecords,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'NOT_FOUND'],
  auth: {
    roles: EVERY_ROLE,
    strangerCode: 'UNAUTHORIZED',
    missing: refuse('NOT_FOUND', 'Subaccount not found'),
  },
  cost: () => 50,
  usesHistory: true,
});

/** The list has no such filter, and a client must not take it for one (wire 2.18). */
function refuseClientId(sent: Json | undefined): undefined | Refusal {
  return sent === undefined ? undefined : invalid('client order id filtering is not supported for order history');
}

function readSortField(sent: string | undefined): string | undefined | Refusal {
  return sent === undefined || SORT_FIELDS.has(sent) ? sent : invalid('invalid sort field');
}

/** An array of statuses; one alone is tolerated. Errors: VALIDATION_ERROR `invalid status`, INVALID_FORMAT. */
function readStatuses(value: Json | undefined): readonly string[] | Refusal {
  if (value === undefined) return [];
  const list: readonly Json[] = Array.isArray(value) ? value : [value];
  const statuses: string[] = [];
  for (const item of list) {
    if (typeof item !== 'string') return refuse('INVALID_FORMAT');
    if (!isHistoryStatus(item)) return invalid('invalid status');
    statuses.push(item);
  }
  return statuses;
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
