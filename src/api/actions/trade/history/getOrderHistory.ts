import { Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { type ActionContext, defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { type OrderRecord, OrderRecords, orderRecordOf } from '../../../orders/order-record.ts';
import {
  type Decoded,
  decode,
  OneOf,
  PAGE_MAX,
  type Page,
  readPage,
  SideWord,
  SubAccountParams,
  SentTime,
} from '../../../primitives.ts';
import { readMarket } from '../../../symbols.ts';
import { foldAliases, type TimeWindow, weekWindow } from '../../../fields/time-window.ts';
import type { OrderHistoryQuery } from '../../../views.ts';
import { HISTORY_STATUSES, isHistoryStatus, isOrderTypeWord, isSide, ORDER_TYPE_WORDS } from '../../../words.ts';

/** The one order there is; the names its key goes by on records. */
const SORT_FIELDS: ReadonlySet<string> = new Set(['updatedTime', 'updateTime']);

const SHAPE = {
  side: 'text',
  type: 'text',
  sortBy: 'text',
  limit: 'integer',
  offset: 'integer',
  startTime: 'integer',
  endTime: 'integer',
  fromTime: 'integer',
  toTime: 'integer',
} as const;

interface Query {
  readonly filter: Omit<OrderHistoryQuery, 'account' | 'limit'>;
  readonly page: Page;
}

/**
 * The states that orders of a subaccount went through, newest update first, in a window of at most seven days.
 *
 * Cost:   50 tokens.
 * Errors: 400 VALIDATION_ERROR for filters, page and window; INVALID_FORMAT for the symbol; 404 NOT_FOUND for a subaccount
 *         that does not exist.
 * Source: clauses GETORDERHISTORY, ORDER-FIELD-*; wire 2.18, R-24, R-25.
 */
export const getOrderHistory = defineTradeRead<Query, OrderRecord[]>({
  name: 'getOrderHistory',
  summary: 'List the order records of a subaccount.',
  params: Type.Object({
    ...SubAccountParams,
    status: Type.Optional(Type.Union([Type.Array(OneOf(HISTORY_STATUSES)), OneOf(HISTORY_STATUSES)])),
    symbol: Type.Optional(Type.String()),
    side: Type.Optional(SideWord),
    type: Type.Optional(OneOf(ORDER_TYPE_WORDS)),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
    fromTime: Type.Optional(Type.Integer({ deprecated: true })),
    toTime: Type.Optional(Type.Integer({ deprecated: true })),
    sortBy: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  }),
  result: OrderRecords,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'NOT_FOUND'],
  auth: {
    roles: EVERY_ROLE,
    strangerCode: 'UNAUTHORIZED',
    missing: refuse('NOT_FOUND', 'Subaccount not found'),
  },
  cost: () => 50,
  usesHistory: true,
  parse: (params, context) => {
    const sent = decode(params, SHAPE);
    if (isRefusal(sent)) return sent;
    if (params.clientOrderId !== undefined && params.clientOrderId !== null) {
      return invalid('client order id filtering is not supported for order history');
    }
    const words = readWords(params, sent, context);
    if (isRefusal(words)) return words;
    const page = readPage(sent);
    if (isRefusal(page)) return page;
    const window = readWindow(sent, context);
    return isRefusal(window) ? window : { filter: { ...words, ...window }, page };
  },
  read: ({ filter, page }, { account, views }) => {
    const limit = page.limit === undefined ? {} : { limit: page.offset + page.limit };
    const rows = views.orderHistory({ account: account.no, ...filter, ...limit });
    return rows.slice(page.offset).map(orderRecordOf);
  },
});

type Sent = Decoded<typeof SHAPE>;

/** Filters by word, in the order status, symbol, side, type, sort field. */
function readWords(params: JsonObject, { side, type, sortBy }: Sent, { state }: ActionContext) {
  const statuses = readStatuses(params.status);
  if (isRefusal(statuses)) return statuses;
  const market = params.symbol === undefined || params.symbol === null ? undefined : readMarket(params.symbol, state);
  if (isRefusal(market)) return market;
  if (side !== undefined && !isSide(side)) return invalid('side must be one of: [buy sell]');
  if (type !== undefined && !isOrderTypeWord(type)) return invalid('invalid type');
  if (sortBy !== undefined && !SORT_FIELDS.has(sortBy)) return invalid('invalid sort field');
  return {
    statuses,
    ...(market ? { symbol: market.spec.symbol } : {}),
    ...(side === undefined ? {} : { side }),
    ...(type === undefined ? {} : { type }),
  };
}

/** An array of statuses; one alone is tolerated. Errors: VALIDATION_ERROR `invalid status`, INVALID_FORMAT. */
function readStatuses(value: Json | undefined): readonly string[] | Refusal {
  if (value === undefined || value === null) return [];
  const list: readonly Json[] = Array.isArray(value) ? value : [value];
  const statuses: string[] = [];
  for (const item of list) {
    if (typeof item !== 'string') return refuse('INVALID_FORMAT');
    if (!isHistoryStatus(item)) return invalid('invalid status');
    statuses.push(item);
  }
  return statuses;
}

function readWindow(sent: Sent, { now }: ActionContext): TimeWindow | Refusal {
  const { startTime, endTime, fromTime, toTime } = sent;
  const bounds = foldAliases({ startTime, endTime, fromTime, toTime });
  return isRefusal(bounds) ? bounds : weekWindow(bounds, now);
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
