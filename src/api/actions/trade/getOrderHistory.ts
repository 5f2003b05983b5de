import { Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { type ActionContext, defineTradeRead, EVERY_ROLE } from '../../action.ts';
import type { Json, JsonObject } from '../../json.ts';
import { type OrderRecord, OrderRecords, orderRecordOf } from '../../orders/order-record.ts';
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
} from '../../primitives.ts';
import { readMarket } from '../../symbols.ts';
import { foldAliases, type TimeWindow, weekWindow } from '../../time-window.ts';
import type { OrderHistoryQuery } from '../../views.ts';
import { HISTORY_STATUSES, isHistoryStatus, isOrderTypeWord, isSide, ORDER_TYPE_WORDS } from '../../words.ts';

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
  clauses: [
    'GETORDERHISTORY',
    'GETORDERHISTORY-PARAM-SUBACCOUNTID',
    'GETORDERHISTORY-PARAM-STATUS',
    'GETORDERHISTORY-PARAM-SYMBOL',
    'GETORDERHISTORY-PARAM-SIDE',
    'GETORDERHISTORY-PARAM-TYPE',
    'GETORDERHISTORY-PARAM-STARTTIME',
    'GETORDERHISTORY-PARAM-ENDTIME',
    'GETORDERHISTORY-PARAM-FROMTIME',
    'GETORDERHISTORY-PARAM-TOTIME',
    'GETORDERHISTORY-PARAM-SORTBY',
    'GETORDERHISTORY-PARAM-OFFSET',
    'GETORDERHISTORY-ALIAS-CONFLICT',
    'GETORDERHISTORY-LIMIT-MAX',
    'GETORDERHISTORY-LIMIT-OVER',
    'GETORDERHISTORY-LIMIT-NODEFAULT',
    'GETORDERHISTORY-RANGE-7D',
    'GETORDERHISTORY-RANGE-OVER-7D',
    'GETORDERHISTORY-RANGE-EQUAL',
    'GETORDERHISTORY-RANGE-INVERTED',
    'GETORDERHISTORY-DEFAULT-START',
    'GETORDERHISTORY-DEFAULT-END',
    'GETORDERHISTORY-DEFAULT-BOTH',
    'GETORDERHISTORY-CLIENTORDERID',
    'GETORDERHISTORY-TIE-ORDER',
    'GETORDERHISTORY-ORDERING',
    'GETORDERHISTORY-ROWS-PER-ORDER',
    'GETORDERHISTORY-EMPTY',
    'GETORDERHISTORY-ERR-REQUEST-FORMAT',
    'GETORDERHISTORY-ERR-STATUS',
    'GETORDERHISTORY-ERR-SUBACCOUNT',
    'GETORDERHISTORY-ERR-SYMBOL-INVALID',
    'GETORDERHISTORY-ERR-SYMBOL-EMPTY',
    'GETORDERHISTORY-ERR-SORT',
    'ORDER-FIELD-ORDER',
    'ORDER-FIELD-ORDERID',
    'ORDER-FIELD-SYMBOL',
    'ORDER-FIELD-SIDE',
    'ORDER-FIELD-TYPE',
    'ORDER-FIELD-STATUS',
    'ORDER-FIELD-QUANTITY',
    'ORDER-FIELD-PRICE',
    'ORDER-FIELD-FILLEDPRICE',
    'ORDER-FIELD-FILLEDQUANTITY',
    'ORDER-FIELD-TRIGGERPRICE',
    'ORDER-FIELD-TRIGGERPRICETYPE',
    'ORDER-FIELD-TIMEINFORCE',
    'ORDER-FIELD-REDUCEONLY',
    'ORDER-FIELD-POSTONLY',
    'ORDER-FIELD-TRIGGEREDBYLIQUIDATION',
    'ORDER-FIELD-CLOSEPOSITION',
    'ORDER-FIELD-CREATEDTIME',
    'ORDER-FIELD-UPDATEDTIME',
    'ORDER-FIELD-EXPIRESAT',
    'ORDER-FIELD-CANCELREASON',
    'ORDER-FIELD-CANCELLEDAT',
    'ORDER-FIELD-CUMULATIVE-FILLED-QUANTITY',
    'ORDER-FIELD-CUMULATIVE-FILLED-VALUE',
    'ORDER-FIELD-POSITION-ID',
    'ORDER-FIELD-LEGS',
    'ORDER-FIELD-TAKEPROFITORDER',
    'ORDER-FIELD-STOPLOSSORDER',
    'ORDER-FIELD-TPORDER',
    'ORDER-FIELD-SLORDER',
    'ORDER-FIELD-TAKEPROFITORDERID',
    'ORDER-FIELD-STOPLOSSORDERID',
    'STATE-ORDER-SIBLING-HISTORY',
    'STATE-ORDER-LOCAL-CANCEL-HISTORY',
    'ORDER-PRICE-EMPTY-MARKET',
    'ORDER-FILLEDPRICE-EMPTY',
    'ORDER-EXPIRESAT-OMITTED',
    'ORDER-CANCELLEDAT-OMITTED',
    'ORDER-LEGS-NULL',
    'LEG-FIELD-ID',
    'LEG-FIELD-POSITION-ID',
    'LEG-FIELD-LEG-TYPE',
    'LEG-FIELD-DIRECTION',
    'LEG-FIELD-QUANTITY',
    'LEG-FIELD-FEE',
    'LEG-FIELD-CLOSED-PNL',
    'LEG-FIELD-ENTRY-PRICE',
    'STATE-ORDER-FILTER-STARTED',
    'STATE-ORDER-FILTER-PLACED',
    'STATE-ORDER-FILTER-PARTIALLY-FILLED',
    'STATE-ORDER-FILTER-FILLED',
    'STATE-ORDER-FILTER-CANCELLING',
    'STATE-ORDER-FILTER-CANCELLED',
    'STATE-ORDER-FILTER-REJECTED',
    'STATE-ORDER-FILTER-MODIFYING',
    'STATE-ORDER-FILTER-MODIFIED',
    'STATE-ORDER-FILTER-UNKNOWN',
    'STATE-ORDER-CANCELLING-THEN-CANCELLED',
    'TWAP-DETAILS-ABSENT-HISTORY',
    'VERSION-TRIGGERPRICETYPE-SHORT',
    'AUTH-NONONCE-GETORDERHISTORY',
    'RATE-COST-GETORDERHISTORY',
  ],
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
