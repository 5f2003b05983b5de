import type { Static } from '@sinclair/typebox';
import {
  type FundingPayment,
  getFundingPayments,
} from '../../../../contract/actions/trade/history/getFundingPayments.ts';
import { given } from '../../../../contract/fields/history.ts';
import type { FundingPaymentRow } from '../../../../contract/views.ts';
import { readTrade } from '../../read.ts';

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

/** What the response of getFundingPayments is made of. */
export const getFundingPaymentsRead = readTrade(getFundingPayments, ({ symbol, window, limit }, { account, views }) => {
  const payments = views.fundingPayments({ account: account.no, ...window, ...given({ symbol }), limit });
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
});
