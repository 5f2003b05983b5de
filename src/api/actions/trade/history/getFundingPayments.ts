import { type Static, Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import type { TimeMs } from '../../../../kernel/units.ts';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import type { Json } from '../../../json.ts';
import {
  Closed,
  DecimalText,
  IdText,
  PAGE_MAX,
  SentTime,
  SubAccountParams,
  SymbolText,
  Time,
  wholeNumber,
} from '../../../primitives.ts';
import { readMarket } from '../../../symbols.ts';
import { monthWindow, type TimeWindow, untilNow } from '../../../fields/time-window.ts';
import type { FundingPaymentRow } from '../../../views.ts';

const LIMIT_DEFAULT = 100;

const FundingPayment = Closed({
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
    totalPayments: Type.String({ pattern: '^[0-9]+$' }),
    averagePaymentSize: DecimalText,
  }),
  fundingHistory: Type.Array(FundingPayment),
});

interface Query {
  readonly symbol: string | undefined;
  readonly window: TimeWindow;
  readonly limit: number;
}

/**
 * Funding that a subaccount paid and received in a window of the last thirty days, newest first. The summary
 * counts every payment of the window, also those beyond the limit.
 *
 * Cost:   100 tokens.
 * Errors: 400 VALIDATION_ERROR for limit and window; INVALID_FORMAT for the symbol.
 * Source: clauses GETFUNDINGPAYMENTS, VERSION-CAP30D-GETFUNDINGPAYMENTS; wire 2.19.
 */
export const getFundingPayments = defineTradeRead<Query, Static<typeof Result>>({
  name: 'getFundingPayments',
  summary: 'List funding payments of a subaccount, with their totals.',
  params: Type.Object({
    ...SubAccountParams,
    symbol: Type.Optional(Type.String()),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: LIMIT_DEFAULT })),
  }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 100,
  usesHistory: true,
  parse: (params, { state, now }) => {
    const market = params.symbol === undefined || params.symbol === null ? undefined : readMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const limit = readLimit(params.limit);
    if (isRefusal(limit)) return limit;
    const startTime = readTime('startTime', params.startTime);
    if (isRefusal(startTime)) return startTime;
    const sentEnd = readTime('endTime', params.endTime);
    if (isRefusal(sentEnd)) return sentEnd;
    const { endTime } = untilNow({ startTime, endTime: sentEnd }, now);
    if (startTime !== undefined && endTime !== undefined && startTime >= endTime) {
      return refuse('VALIDATION_ERROR', 'startTime must be less than endTime');
    }
    const window = monthWindow({ startTime, endTime }, now);
    return isRefusal(window) ? window : { symbol: market?.spec.symbol, window, limit };
  },
  read: ({ symbol, window, limit }, { account, views }) => {
    const filter = symbol === undefined ? {} : { symbol };
    const payments = views.fundingPayments({ account: account.no, ...window, ...filter, limit });
    return {
      summary: {
        totalFundingReceived: payments.received,
        totalFundingPaid: payments.paid,
        netFunding: payments.net,
        totalPayments: String(payments.count),
        averagePaymentSize: payments.averageSize,
      },
      fundingHistory: payments.rows.map(recordOf),
    };
  },
});

const isAbsent = (value: Json | undefined): value is undefined | null => value === undefined || value === null;

function readLimit(sent: Json | undefined): number | Refusal {
  if (isAbsent(sent)) return LIMIT_DEFAULT;
  const limit = wholeNumber(sent) ?? 0;
  if (limit < 1) return refuse('VALIDATION_ERROR', 'limit must be a positive integer');
  return limit > PAGE_MAX ? refuse('VALIDATION_ERROR', `limit must not exceed ${PAGE_MAX}`) : limit;
}

function readTime(name: string, sent: Json | undefined): TimeMs | undefined | Refusal {
  if (isAbsent(sent)) return undefined;
  const time = wholeNumber(sent) ?? -1;
  return time < 0 ? refuse('VALIDATION_ERROR', `${name} must be a valid timestamp`) : time;
}

function recordOf({ at, ...row }: FundingPaymentRow): Static<typeof FundingPayment> {
  return {
    paymentId: row.paymentId,
    symbol: row.symbol,
    positionSize: row.positionSize,
    fundingRate: row.fundingRate,
    payment: row.payment,
    timestamp: at,
    paymentTime: at,
    fundingTimestamp: at,
    fundingTime: at,
  };
}
