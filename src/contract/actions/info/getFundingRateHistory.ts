import { Type } from '@sinclair/typebox';
import type { Market } from '../../../engine/state.ts';
import { isRefusal, refuse } from '../../../kernel/errors.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { InfoContext } from '../../action.ts';
import { defineInfo } from '../../define.ts';
import { market, integer } from '../../fields/fields.ts';
import { sentTime } from '../../fields/history.ts';
import { fieldTable, first, required, withDefault } from '../../fields/table.ts';
import { untilNow, refuseBadBounds, monthWindow } from '../../fields/time-window.ts';
import { Closed, SymbolText, DecimalText, Time } from '../../primitives.ts';
import { EXAMPLE_SYMBOL, EXAMPLE_TIME, HOUR_BEFORE_EXAMPLE } from '../../example-values.ts';

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

/**
 * Settled funding rates of one market in a window of the last thirty days, newest first.
 *
 * Cost:   1,000 tokens.
 * Errors: INVALID_FORMAT for the symbol; VALIDATION_ERROR for window and limit.
 * Source: clauses GETFUNDINGRATEHISTORY, VERSION-CAP30D-GETFUNDINGRATEHISTORY; wire 3.3, 3.6.
 */
export const getFundingRateHistory = defineInfo({
  name: 'getFundingRateHistory',
  summary: 'Settled funding rates of one market, newest first.',
  examples: [{ symbol: EXAMPLE_SYMBOL, startTime: HOUR_BEFORE_EXAMPLE, endTime: EXAMPLE_TIME }],
  fields: fieldTable({
    symbol: first(market()),
    startTime: required(sentTime()),
    endTime: required(sentTime()),
    limit: withDefault(integer({ minimum: 0, maximum: LIMIT_MAX, default: 0 }), 0),
  }).refine(readQuery),
  result: Result,
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 1000,
  usesHistory: true,
});

interface SentQuery {
  readonly symbol: Market;
  readonly startTime: TimeMs;
  readonly endTime: TimeMs;
  readonly limit: number;
}

function readQuery({ symbol, startTime, endTime, limit }: SentQuery, { now }: InfoContext) {
  const bounds = untilNow({ startTime, endTime }, now);
  const refusal = refuseBadBounds(bounds);
  if (refusal) return refusal;
  if (limit > LIMIT_MAX) return refuse('VALIDATION_ERROR', `limit cannot exceed ${LIMIT_MAX}`);
  if (limit < 0) return refuse('VALIDATION_ERROR', 'limit must be non-negative');
  const window = monthWindow(bounds, now);
  if (isRefusal(window)) return window;
  return { symbol: symbol.spec.symbol, ...window, limit: limit === 0 ? LIMIT_MAX : limit };
}
