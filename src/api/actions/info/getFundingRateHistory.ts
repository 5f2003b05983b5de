import { type Static, Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../action.ts';
import { Closed, DecimalText, decode, SentTime, SymbolText, Time } from '../../primitives.ts';
import { readMarket } from '../../symbols.ts';
import { monthWindow, refuseBadBounds, type TimeWindow, untilNow } from '../../fields/time-window.ts';

/** Ninety days of hours; also what a missing limit means (wire 3.6). */
const LIMIT_MAX = 2160;

const Result = Closed({
  symbol: SymbolText,
  fundingRates: Type.Array(
    Closed({
      /** One-hour ratio. */
      fundingRate: DecimalText,
      /** The full hour that was settled, and when that was applied: at once. */
      fundingTime: Time,
      appliedAt: Time,
    }),
  ),
});

interface Query extends TimeWindow {
  readonly symbol: string;
  readonly limit: number;
}

/**
 * Settled funding rates of one market in a window of the last thirty days, newest first.
 *
 * Cost:   1,000 tokens.
 * Errors: INVALID_FORMAT for the symbol; VALIDATION_ERROR for window and limit.
 * Source: clauses GETFUNDINGRATEHISTORY, VERSION-CAP30D-GETFUNDINGRATEHISTORY; wire 3.3, 3.6.
 */
export const getFundingRateHistory = defineInfo<Query, Static<typeof Result>>({
  name: 'getFundingRateHistory',
  summary: 'Settled funding rates of one market, newest first.',
  params: Type.Object({
    symbol: Type.String(),
    startTime: SentTime,
    endTime: SentTime,
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_MAX, default: 0 })),
  }),
  result: Result,
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 1000,
  parse: (params, { state, now }) => {
    const market = readMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const sent = decode(params, { startTime: 'integer', endTime: 'integer', limit: 'integer' });
    if (isRefusal(sent)) return sent;
    const { startTime, endTime, limit = 0 } = sent;
    if (startTime === undefined) return refuse('VALIDATION_ERROR', 'startTime is required');
    if (endTime === undefined) return refuse('VALIDATION_ERROR', 'endTime is required');
    const bounds = untilNow({ startTime, endTime }, now);
    const refusal = refuseBadBounds(bounds);
    if (refusal) return refusal;
    if (limit > LIMIT_MAX) return refuse('VALIDATION_ERROR', `limit cannot exceed ${LIMIT_MAX}`);
    if (limit < 0) return refuse('VALIDATION_ERROR', 'limit must be non-negative');
    const window = monthWindow(bounds, now);
    if (isRefusal(window)) return window;
    return { symbol: market.spec.symbol, ...window, limit: limit === 0 ? LIMIT_MAX : limit };
  },
  read: (query, { views }) => ({
    symbol: query.symbol,
    fundingRates: views
      .fundingRates(query)
      .map(({ fundingRate, at }) => ({ fundingRate, fundingTime: at, appliedAt: at })),
  }),
  usesHistory: true,
});
