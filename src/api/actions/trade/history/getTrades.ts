import { type Static, Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../../kernel/errors.ts';
import { type OrderNo, orderNoOf } from '../../../../kernel/ids.ts';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import {
  Closed,
  decode,
  IdText,
  PAGE_MAX,
  readPage,
  readVenueId,
  SentTime,
  SubAccountParams,
} from '../../../primitives.ts';
import { readMarket } from '../../../symbols.ts';
import { cappedWeekWindow, type TimeWindow } from '../../../fields/time-window.ts';
import { TradeRecord, tradeRecordsOf } from '../../../records/trade-record.ts';

const LIMIT_DEFAULT = 100;

const GetTradesResult = Closed({
  trades: Type.Array(TradeRecord),
  hasMore: Type.Boolean(),
  total: Type.Integer({ minimum: 0 }),
});

interface Query {
  readonly symbol: string | undefined;
  /** Undefined: every order. Null: an id that no order has, so nothing matches. */
  readonly order: OrderNo | null | undefined;
  readonly window: TimeWindow;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Executions of a subaccount, newest first, in a window of at most seven days of the last thirty.
 *
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for page, window and `Invalid orderId`; INVALID_FORMAT for the symbol; 500
 *         when a stored trade has no known direction.
 * Source: clauses GETTRADES, TRADE-FIELD-*; wire 2.18.
 */
export const getTrades = defineTradeRead<Query, Static<typeof GetTradesResult>>({
  name: 'getTrades',
  summary: 'List the executions of a subaccount.',
  params: Type.Object({
    ...SubAccountParams,
    symbol: Type.Optional(Type.String()),
    orderId: Type.Optional(IdText),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: LIMIT_DEFAULT })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
  }),
  result: GetTradesResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: true,
  parse: (params, { state, now }) => {
    const shape = {
      orderId: 'id',
      limit: 'integer',
      offset: 'integer',
      startTime: 'integer',
      endTime: 'integer',
    } as const;
    const sent = decode(params, shape, 'Invalid request format');
    if (isRefusal(sent)) return sent;
    const market = params.symbol === undefined || params.symbol === null ? undefined : readMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const venueId = sent.orderId === undefined ? undefined : readVenueId(sent.orderId);
    if (typeof venueId === 'string') return refuse('VALIDATION_ERROR', 'Invalid orderId');
    const page = readPage(sent, LIMIT_DEFAULT);
    if (isRefusal(page)) return page;
    const window = cappedWeekWindow({ startTime: sent.startTime, endTime: sent.endTime }, now);
    if (isRefusal(window)) return window;
    return {
      symbol: market?.spec.symbol,
      order: venueId === undefined ? undefined : (orderNoOf(venueId) ?? null),
      window,
      limit: page.limit ?? LIMIT_DEFAULT,
      offset: page.offset,
    };
  },
  read: ({ symbol, order, window, limit, offset }, { account, views }) => {
    if (order === null) return { trades: [], hasMore: false, total: 0 };
    const filter = { ...(symbol === undefined ? {} : { symbol }), ...(order === undefined ? {} : { order }) };
    const { rows, total } = views.trades({ account: account.no, ...window, ...filter, limit, offset });
    const trades = tradeRecordsOf(rows);
    if (!trades) return refuse('INTERNAL_ERROR', 'Failed to retrieve trades');
    return { trades, hasMore: offset + trades.length < total, total };
  },
});
