import { type Static, Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../../kernel/errors.ts';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import { positionWindow } from '../../../fields/position-window.ts';
import {
  Closed,
  decode,
  DecimalText,
  IdText,
  OneOf,
  PAGE_MAX,
  PositionSideWord,
  readPage,
  SentTime,
  SymbolText,
  Time,
} from '../../../primitives.ts';
import { readMarket } from '../../../symbols.ts';
import type { TimeWindow } from '../../../fields/time-window.ts';
import type { ClosedPositionRow } from '../../../views.ts';

const LIMIT_DEFAULT = 100;
const OFFSET_MAX = 10_000;

const PositionHistoryRecord = Closed({
  positionId: IdText,
  symbol: SymbolText,
  side: PositionSideWord,
  entryPrice: DecimalText,
  quantity: DecimalText,
  closePrice: DecimalText,
  closeReason: OneOf(['close', 'flip', 'liquidation']),
  leverage: Type.Optional(Type.Integer({ minimum: 1 })),
  realizedPnl: DecimalText,
  accumulatedFees: DecimalText,
  netFunding: DecimalText,
  closedAt: Time,
  createdAt: Time,
  tradeId: IdText,
});
const Result = Closed({ positions: Type.Array(PositionHistoryRecord), hasMore: Type.Boolean() });

interface Query {
  readonly symbol: string | undefined;
  readonly window: TimeWindow;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Closed positions of the last thirty days, by closing time, newest first.
 *
 * Units:  quantity is the largest size the position had; realizedPnl is without fees, which are in accumulatedFees.
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for page and window; INVALID_FORMAT for the symbol and `invalid request format`.
 * Source: clauses GETPOSITIONHISTORY-*, POSHIST-*; wire 2.18.
 */
export const getPositionHistory = defineTradeRead<Query, Static<typeof Result>>({
  name: 'getPositionHistory',
  summary: 'List the closed positions of a subaccount.',
  params: Type.Object({
    action: Type.String(),
    subaccountId: Type.Optional(IdText),
    symbol: Type.Optional(Type.String()),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: LIMIT_DEFAULT })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: OFFSET_MAX, default: 0 })),
  }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: true,
  parse: (params, { state, now }) => {
    const shape = { limit: 'integer', offset: 'integer', startTime: 'integer', endTime: 'integer' } as const;
    const sent = decode(params, shape, 'invalid request format');
    if (isRefusal(sent)) return sent;
    const market = params.symbol === undefined || params.symbol === null ? undefined : readMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const page = readPage(sent, LIMIT_DEFAULT);
    if (isRefusal(page)) return page;
    if (page.offset > OFFSET_MAX) return refuse('VALIDATION_ERROR', `offset cannot exceed ${OFFSET_MAX}`);
    const window = positionWindow({ startTime: sent.startTime, endTime: sent.endTime }, now);
    if (isRefusal(window)) return window;
    return { symbol: market?.spec.symbol, window, limit: page.limit ?? LIMIT_DEFAULT, offset: page.offset };
  },
  read: ({ symbol, window, limit, offset }, { account, views }) => {
    const filter = symbol === undefined ? {} : { symbol };
    // One row more than the page tells whether there is another page.
    const rows = views.closedPositions({ account: account.no, ...window, ...filter, limit: limit + 1, offset });
    return { positions: rows.slice(0, limit).map(recordOf), hasMore: rows.length > limit };
  },
});

const recordOf = ({ leverage, ...row }: ClosedPositionRow): Static<typeof PositionHistoryRecord> => ({
  ...row,
  ...(leverage === null ? {} : { leverage }),
});
