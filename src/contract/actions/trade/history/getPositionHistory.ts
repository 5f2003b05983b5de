import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import type { TimeMs } from '../../../../kernel/units.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { marketFilter } from '../../../fields/fields.ts';
import { pagedHistory, limit, offset } from '../../../fields/history.ts';
import { optional } from '../../../fields/table.ts';
import { type SentBounds, type TimeWindow, untilNow } from '../../../fields/time-window.ts';
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

/** How far back closed positions are served, and how long one window may be. */
const MONTH_MS = 30 * 86_400_000;

const unusable = (error: string, qualifier?: string): Refusal =>
  refuse('VALIDATION_ERROR', 'Invalid request parameters', {
    details: { error: `positionHistory ${error}`, ...(qualifier === undefined ? {} : { qualifier }) },
  });

/**
 * The window of getPositionHistory: at most the last thirty days, both bounds inclusive, a future end counting as now.
 * Errors: VALIDATION_ERROR `Invalid request parameters` for bounds that no window has, with what is wrong in its
 * details (wire 2.18); the texts of getTransfers for a start, or a lone end, from before the thirty days.
 */
function positionWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const { startTime, endTime } = untilNow(sent, now);
  if (startTime !== undefined && startTime < 0) {
    return unusable('startTime must be non-negative', 'invalid start time');
  }
  if (endTime !== undefined && endTime < 0) return unusable('endTime must be non-negative', 'invalid end time');
  if (startTime !== undefined && endTime !== undefined) {
    if (startTime > endTime) return unusable('startTime must be before endTime');
    if (endTime - startTime > MONTH_MS) return unusable(`time range cannot exceed ${MONTH_MS / 1_000} seconds`);
  }
  const floor = now - MONTH_MS;
  if (startTime !== undefined && startTime < floor) {
    return refuse('VALIDATION_ERROR', 'startTime cannot be more than 30 days in the past');
  }
  if (endTime !== undefined && endTime < floor) {
    return refuse('VALIDATION_ERROR', 'endTime is older than the 30-day historical data cap');
  }
  return { from: startTime ?? floor, to: endTime ?? now };
}
