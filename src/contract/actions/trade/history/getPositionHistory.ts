import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { marketFilter } from '../../../fields/fields.ts';
import { pagedHistory, limit, offset } from '../../../fields/history.ts';
import { positionWindow } from '../../../fields/position-window.ts';
import { optional } from '../../../fields/table.ts';
import { Closed, IdText, SymbolText, PositionSideWord, DecimalText, OneOf, Time } from '../../../primitives.ts';
import { EXAMPLE_SYMBOL } from '../../../example-values.ts';

export const PositionHistoryRecord = Closed({
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

/**
 * Closed positions of the last thirty days, by closing time, newest first.
 *
 * Units:  quantity is the largest size the position had; realizedPnl is without fees, which are in accumulatedFees.
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for page and window; INVALID_FORMAT for the symbol and `invalid request format`.
 * Source: clauses GETPOSITIONHISTORY-*, POSHIST-*; wire 2.18.
 */
export const getPositionHistory = defineTradeRead({
  name: 'getPositionHistory',
  summary: 'List the closed positions of a subaccount.',
  examples: [{ symbol: EXAMPLE_SYMBOL, limit: 100 }],
  idName: 'subaccountId',
  fields: pagedHistory(
    { symbol: optional(marketFilter()), limit: limit(100), offset: offset(10_000) },
    { window: positionWindow, undecodable: 'invalid request format' },
  ),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: true,
});
