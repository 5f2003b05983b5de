/* Written by scripts/actions.ts from the files of the folder. */

import { getOpenOrdersRead } from './trade/orders/getOpenOrders.ts';
import { getPositionsRead } from './trade/positions/getPositions.ts';
import { getBalanceUpdatesRead } from './trade/history/getBalanceUpdates.ts';
import { getFundingPaymentsRead } from './trade/history/getFundingPayments.ts';
import { getOrderHistoryRead } from './trade/history/getOrderHistory.ts';
import { getPerformanceHistoryRead } from './trade/history/getPerformanceHistory.ts';
import { getPositionHistoryRead } from './trade/history/getPositionHistory.ts';
import { getTradesRead } from './trade/history/getTrades.ts';
import { getTradesForPositionRead } from './trade/history/getTradesForPosition.ts';
import { getTransfersRead } from './trade/history/getTransfers.ts';
import { getFeeRateRead } from './trade/subaccounts/getFeeRate.ts';
import { getRateLimitsRead } from './trade/subaccounts/getRateLimits.ts';
import { getReferralRead } from './trade/subaccounts/getReferral.ts';
import { getSubAccountRead } from './trade/subaccounts/getSubAccount.ts';
import { getSubAccountsRead } from './trade/subaccounts/getSubAccounts.ts';
import { getPortfolioRead } from './trade/funds/getPortfolio.ts';
import { getWithdrawableAmountsRead } from './trade/funds/getWithdrawableAmounts.ts';
import { getDelegatedSignersRead } from './trade/delegation/getDelegatedSigners.ts';
import { getDelegationsForDelegateRead } from './trade/delegation/getDelegationsForDelegate.ts';
import { getLotteryEpochTicketsRead } from './trade/lottery/getLotteryEpochTickets.ts';
import { getLotteryMyWinningTicketsRead } from './trade/lottery/getLotteryMyWinningTickets.ts';
import { getAssetsRead } from './info/getAssets.ts';
import { getCandlesRead } from './info/getCandles.ts';
import { getCollateralsRead } from './info/getCollaterals.ts';
import { getExchangeStatusRead } from './info/getExchangeStatus.ts';
import { getFundingRateRead } from './info/getFundingRate.ts';
import { getFundingRateHistoryRead } from './info/getFundingRateHistory.ts';
import { getIsWhitelistedRead } from './info/getIsWhitelisted.ts';
import { getLastTradesRead } from './info/getLastTrades.ts';
import { getLotteryEpochRead } from './info/getLotteryEpoch.ts';
import { getMarketPricesRead } from './info/getMarketPrices.ts';
import { getMarketsRead } from './info/getMarkets.ts';
import { getMidsRead } from './info/getMids.ts';
import { getOpenInterestRead } from './info/getOpenInterest.ts';
import { getOrderbookRead } from './info/getOrderbook.ts';
import { getSubAccountIdsRead } from './info/getSubAccountIds.ts';
import { getTiersRead } from './info/getTiers.ts';

/** What computes the response of each read of a surface. */
export const TRADE = {
  getOpenOrdersRead,
  getPositionsRead,
  getBalanceUpdatesRead,
  getFundingPaymentsRead,
  getOrderHistoryRead,
  getPerformanceHistoryRead,
  getPositionHistoryRead,
  getTradesRead,
  getTradesForPositionRead,
  getTransfersRead,
  getFeeRateRead,
  getRateLimitsRead,
  getReferralRead,
  getSubAccountRead,
  getSubAccountsRead,
  getPortfolioRead,
  getWithdrawableAmountsRead,
  getDelegatedSignersRead,
  getDelegationsForDelegateRead,
  getLotteryEpochTicketsRead,
  getLotteryMyWinningTicketsRead,
};

/** What computes the response of each read of a surface. */
export const INFO = {
  getAssetsRead,
  getCandlesRead,
  getCollateralsRead,
  getExchangeStatusRead,
  getFundingRateRead,
  getFundingRateHistoryRead,
  getIsWhitelistedRead,
  getLastTradesRead,
  getLotteryEpochRead,
  getMarketPricesRead,
  getMarketsRead,
  getMidsRead,
  getOpenInterestRead,
  getOrderbookRead,
  getSubAccountIdsRead,
  getTiersRead,
};
