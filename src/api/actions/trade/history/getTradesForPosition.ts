import { type Static, Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../../kernel/errors.ts';
import { parseUint64 } from '../../../../kernel/ids.ts';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import { Closed, decode, IdText, PAGE_MAX, readPage, SubAccountParams } from '../../../primitives.ts';
import { TradeRecord, tradeRecordsOf } from '../../../records/trade-record.ts';

const LIMIT_DEFAULT = 100;

const Result = Closed({ trades: Type.Array(TradeRecord), hasMore: Type.Boolean() });

interface Query {
  readonly positionId: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Every execution that opened, changed or closed one position, newest first, whenever it happened. One that went
 * through zero belongs to both positions it touched.
 *
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for the page and a positionId that is missing or not numeric; 500 when a stored trade
 *         has no known direction.
 * Source: clauses GETTRADESFORPOSITION-*; wire 2.18. A position of somebody else, or none at all, has no trades.
 */
export const getTradesForPosition = defineTradeRead<Query, Static<typeof Result>>({
  name: 'getTradesForPosition',
  summary: 'List the executions of one position.',
  params: Type.Object({
    ...SubAccountParams,
    positionId: IdText,
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: LIMIT_DEFAULT })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: true,
  parse: (params) => {
    const sent = decode(params, { positionId: 'id', limit: 'integer', offset: 'integer' }, 'Invalid request format');
    if (isRefusal(sent)) return sent;
    const { positionId = '' } = sent;
    if (positionId === '') return refuse('VALIDATION_ERROR', 'positionId is required');
    if (parseUint64(positionId) === undefined) {
      return refuse('VALIDATION_ERROR', 'positionId must be a valid numeric value');
    }
    const page = readPage(sent, LIMIT_DEFAULT);
    if (isRefusal(page)) return page;
    return { positionId, limit: page.limit ?? LIMIT_DEFAULT, offset: page.offset };
  },
  read: ({ positionId, limit, offset }, { account, now, views }) => {
    const { rows, total } = views.trades({ account: account.no, from: 0, to: now, positionId, limit, offset });
    const trades = tradeRecordsOf(rows);
    if (!trades) return refuse('INTERNAL_ERROR', 'Failed to retrieve trades for position');
    return { trades, hasMore: offset + trades.length < total };
  },
});
