import type { InfoRead, ReadContext, TradeRead } from '../../contract/action.ts';
import { invariant } from '../../kernel/assert.ts';
import { AGGREGATOR_RESPONSES } from './aggregator.ts';
import type { InfoReadContext, ReadOfAction, Respond } from './read.ts';
import { getAssetsRead } from './info/getAssets.ts';
import { getBalanceUpdatesRead } from './trade/history/getBalanceUpdates.ts';
import { getCandlesRead } from './info/getCandles.ts';
import { getCollateralsRead } from './info/getCollaterals.ts';
import { getDelegatedSignersRead } from './trade/delegation/getDelegatedSigners.ts';
import { getDelegationsForDelegateRead } from './trade/delegation/getDelegationsForDelegate.ts';
import { getExchangeStatusRead } from './info/getExchangeStatus.ts';
import { getFeeRateRead } from './trade/subaccounts/getFeeRate.ts';
import { getFundingPaymentsRead } from './trade/history/getFundingPayments.ts';
import { getFundingRateHistoryRead } from './info/getFundingRateHistory.ts';
import { getFundingRateRead } from './info/getFundingRate.ts';
import { getIsWhitelistedRead } from './info/getIsWhitelisted.ts';
import { getLastTradesRead } from './info/getLastTrades.ts';
import { getLotteryEpochRead } from './info/getLotteryEpoch.ts';
import { getLotteryEpochTicketsRead } from './trade/lottery/getLotteryEpochTickets.ts';
import { getLotteryMyWinningTicketsRead } from './trade/lottery/getLotteryMyWinningTickets.ts';
import { getMarketPricesRead } from './info/getMarketPrices.ts';
import { getMarketsRead } from './info/getMarkets.ts';
import { getMidsRead } from './info/getMids.ts';
import { getOpenInterestRead } from './info/getOpenInterest.ts';
import { getOpenOrdersRead } from './trade/orders/getOpenOrders.ts';
import { getOrderHistoryRead } from './trade/history/getOrderHistory.ts';
import { getOrderbookRead } from './info/getOrderbook.ts';
import { getPerformanceHistoryRead } from './trade/history/getPerformanceHistory.ts';
import { getPortfolioRead } from './trade/funds/getPortfolio.ts';
import { getPositionHistoryRead } from './trade/history/getPositionHistory.ts';
import { getPositionsRead } from './trade/positions/getPositions.ts';
import { getRateLimitsRead } from './trade/subaccounts/getRateLimits.ts';
import { getReferralRead } from './trade/subaccounts/getReferral.ts';
import { getSubAccountIdsRead } from './info/getSubAccountIds.ts';
import { getSubAccountRead } from './trade/subaccounts/getSubAccount.ts';
import { getSubAccountsRead } from './trade/subaccounts/getSubAccounts.ts';
import { getTiersRead } from './info/getTiers.ts';
import { getTradesForPositionRead } from './trade/history/getTradesForPosition.ts';
import { getTradesRead } from './trade/history/getTrades.ts';
import { getTransfersRead } from './trade/history/getTransfers.ts';
import { getWithdrawableAmountsRead } from './trade/funds/getWithdrawableAmounts.ts';

const TRADE = new Map(
  of([
    getBalanceUpdatesRead,
    getDelegatedSignersRead,
    getDelegationsForDelegateRead,
    getFeeRateRead,
    getFundingPaymentsRead,
    getLotteryEpochTicketsRead,
    getLotteryMyWinningTicketsRead,
    getOpenOrdersRead,
    getOrderHistoryRead,
    getPerformanceHistoryRead,
    getPortfolioRead,
    getPositionHistoryRead,
    getPositionsRead,
    getRateLimitsRead,
    getReferralRead,
    getSubAccountRead,
    getSubAccountsRead,
    getTradesForPositionRead,
    getTradesRead,
    getTransfersRead,
    getWithdrawableAmountsRead,
  ]),
);
const INFO = new Map(
  of([
    getAssetsRead,
    getCandlesRead,
    getCollateralsRead,
    getExchangeStatusRead,
    getFundingRateHistoryRead,
    getFundingRateRead,
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
  ]),
);

/** What computes the response of a signed read. */
export function readOfTrade({ name }: Pick<TradeRead, 'name'>): (parsed: never, context: ReadContext) => unknown {
  const read = TRADE.get(name);
  invariant(read, () => `${name} has a read`);
  return read;
}

/** What computes the response of a public read. */
export function readOfInfo({ name }: Pick<InfoRead, 'name'>): (parsed: never, context: InfoReadContext) => unknown {
  const read = INFO.get(name);
  invariant(read, () => `${name} has a read`);
  return read;
}

/** What computes the response of a route for aggregators. */
export function respondTo(path: string): Respond {
  const respond = AGGREGATOR_RESPONSES.get(path);
  invariant(respond, () => `${path} has a response`);
  return respond;
}

function of<C>(reads: readonly ReadOfAction<C>[]): [string, ReadOfAction<C>['read']][] {
  return reads.map(({ action, read }) => [action, read]);
}
