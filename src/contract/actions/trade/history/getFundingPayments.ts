import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import type { TimeMs } from '../../../../kernel/units.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { marketFilter, json } from '../../../fields/fields.ts';
import { pagedHistory, PAGE_MAX, SentTime } from '../../../fields/history.ts';
import { wholeNumber } from '../../../fields/json-types.ts';
import { optional, checked } from '../../../fields/table.ts';
import { type SentBounds, type TimeWindow, untilNow, monthWindow } from '../../../fields/time-window.ts';
import type { Json } from '../../../json.ts';
import { Closed, IdText, SymbolText, DecimalText, Time } from '../../../primitives.ts';
import { EXAMPLE_SYMBOL } from '../../../example-values.ts';

const LIMIT_DEFAULT = 100;

export const FundingPayment = Closed({
  paymentId: IdText,
  symbol: SymbolText,
  /** Signed, negative is short. */
  positionSize: DecimalText,
  /** One-hour ratio. */
  fundingRate: DecimalText,
  /** Negative was paid. */
  payment: DecimalText,
  /** All four are the full hour that was settled. */
  timestamp: Time,
  paymentTime: Time,
  fundingTimestamp: Time,
  fundingTime: Time,
});

const Result = Closed({
  summary: Closed({
    totalFundingReceived: DecimalText,
    /** Written without its sign. */
    totalFundingPaid: DecimalText,
    netFunding: DecimalText,
    totalPayments: Type.String({ pattern: '^(0|[1-9][0-9]*)$' }),
    averagePaymentSize: DecimalText,
  }),
  fundingHistory: Type.Array(FundingPayment),
});

/**
 * Funding that a subaccount paid and received in a window of the last thirty days, newest first. The summary
 * counts every payment of the window, also those beyond the limit.
 *
 * Cost:   100 tokens.
 * Errors: 400 VALIDATION_ERROR for limit and window; INVALID_FORMAT for the symbol.
 * Source: clauses GETFUNDINGPAYMENTS, VERSION-CAP30D-GETFUNDINGPAYMENTS; wire 2.19.
 */
export const getFundingPayments = defineTradeRead({
  name: 'getFundingPayments',
  summary: 'List funding payments of a subaccount, with their totals.',
  examples: [{ symbol: EXAMPLE_SYMBOL, limit: 100 }],
  fields: pagedHistory(
    {
      symbol: optional(marketFilter()),
      limit: optional(
        checked(json(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: LIMIT_DEFAULT })), readLimit),
      ),
      startTime: optional(checked(json(SentTime), readTime)),
      endTime: optional(checked(json(SentTime), readTime)),
    },
    { window: paymentWindow },
  ),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 100,
  usesHistory: true,
});

function readLimit(sent: Json | undefined): number | Refusal {
  if (sent === undefined) return LIMIT_DEFAULT;
  const limit = wholeNumber(sent) ?? 0;
  if (limit < 1) return refuse('VALIDATION_ERROR', 'limit must be a positive integer');
  return limit > PAGE_MAX ? refuse('VALIDATION_ERROR', `limit must not exceed ${PAGE_MAX}`) : limit;
}

function readTime(sent: Json | undefined, name: string): TimeMs | undefined | Refusal {
  if (sent === undefined) return undefined;
  const time = wholeNumber(sent) ?? -1;
  return time < 0 ? refuse('VALIDATION_ERROR', `${name} must be a valid timestamp`) : time;
}

/** Unlike other lists, this one has no window of a single moment. Errors: VALIDATION_ERROR. */
function paymentWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const { startTime, endTime } = untilNow(sent, now);
  if (startTime !== undefined && endTime !== undefined && startTime >= endTime) {
    return refuse('VALIDATION_ERROR', 'startTime must be less than endTime');
  }
  return monthWindow({ startTime, endTime }, now);
}
