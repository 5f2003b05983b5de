/* Written by scripts/actions.ts from the files of the folder. */

import { cancelAllOrders } from './trade/orders/cancelAllOrders.ts';
import { cancelOrders } from './trade/orders/cancelOrders.ts';
import { getOpenOrders } from './trade/orders/getOpenOrders.ts';
import { modifyOrder } from './trade/orders/modifyOrder.ts';
import { modifyOrderBatch } from './trade/orders/modifyOrderBatch.ts';
import { placeIsolatedOrder } from './trade/orders/placeIsolatedOrder.ts';
import { placeOrders } from './trade/orders/placeOrders.ts';
import { scheduleCancel } from './trade/orders/scheduleCancel.ts';
import { getPositions } from './trade/positions/getPositions.ts';
import { updateIsolatedMargin } from './trade/positions/updateIsolatedMargin.ts';
import { updateLeverage } from './trade/positions/updateLeverage.ts';
import { getBalanceUpdates } from './trade/history/getBalanceUpdates.ts';
import { getFundingPayments } from './trade/history/getFundingPayments.ts';
import { getOrderHistory } from './trade/history/getOrderHistory.ts';
import { getPerformanceHistory } from './trade/history/getPerformanceHistory.ts';
import { getPositionHistory } from './trade/history/getPositionHistory.ts';
import { getTrades } from './trade/history/getTrades.ts';
import { getTradesForPosition } from './trade/history/getTradesForPosition.ts';
import { getTransfers } from './trade/history/getTransfers.ts';
import { createSubaccount } from './trade/subaccounts/createSubaccount.ts';
import { getFeeRate } from './trade/subaccounts/getFeeRate.ts';
import { getRateLimits } from './trade/subaccounts/getRateLimits.ts';
import { getReferral } from './trade/subaccounts/getReferral.ts';
import { getSubAccount } from './trade/subaccounts/getSubAccount.ts';
import { getSubAccounts } from './trade/subaccounts/getSubAccounts.ts';
import { updateSubAccountName } from './trade/subaccounts/updateSubAccountName.ts';
import { getPortfolio } from './trade/funds/getPortfolio.ts';
import { getWithdrawableAmounts } from './trade/funds/getWithdrawableAmounts.ts';
import { transferCollateral } from './trade/funds/transferCollateral.ts';
import { voluntaryCollateralExchange } from './trade/funds/voluntaryCollateralExchange.ts';
import { withdrawCollateral } from './trade/funds/withdrawCollateral.ts';
import { addDelegatedSigner } from './trade/delegation/addDelegatedSigner.ts';
import { getDelegatedSigners } from './trade/delegation/getDelegatedSigners.ts';
import { getDelegationsForDelegate } from './trade/delegation/getDelegationsForDelegate.ts';
import { removeAllDelegatedSigners } from './trade/delegation/removeAllDelegatedSigners.ts';
import { removeDelegatedSigner } from './trade/delegation/removeDelegatedSigner.ts';
import { getLotteryEpochTickets } from './trade/lottery/getLotteryEpochTickets.ts';
import { getLotteryMyWinningTickets } from './trade/lottery/getLotteryMyWinningTickets.ts';
import { getAssets } from './info/getAssets.ts';
import { getCandles } from './info/getCandles.ts';
import { getCollaterals } from './info/getCollaterals.ts';
import { getExchangeStatus } from './info/getExchangeStatus.ts';
import { getFundingRate } from './info/getFundingRate.ts';
import { getFundingRateHistory } from './info/getFundingRateHistory.ts';
import { getIsWhitelisted } from './info/getIsWhitelisted.ts';
import { getLastTrades } from './info/getLastTrades.ts';
import { getLotteryEpoch } from './info/getLotteryEpoch.ts';
import { getMarketPrices } from './info/getMarketPrices.ts';
import { getMarkets } from './info/getMarkets.ts';
import { getMids } from './info/getMids.ts';
import { getOpenInterest } from './info/getOpenInterest.ts';
import { getOrderbook } from './info/getOrderbook.ts';
import { getSubAccountIds } from './info/getSubAccountIds.ts';
import { getTiers } from './info/getTiers.ts';

/** Every action of a surface, by its wire name. */
export const TRADE = {
  cancelAllOrders,
  cancelOrders,
  getOpenOrders,
  modifyOrder,
  modifyOrderBatch,
  placeIsolatedOrder,
  placeOrders,
  scheduleCancel,
  getPositions,
  updateIsolatedMargin,
  updateLeverage,
  getBalanceUpdates,
  getFundingPayments,
  getOrderHistory,
  getPerformanceHistory,
  getPositionHistory,
  getTrades,
  getTradesForPosition,
  getTransfers,
  createSubaccount,
  getFeeRate,
  getRateLimits,
  getReferral,
  getSubAccount,
  getSubAccounts,
  updateSubAccountName,
  getPortfolio,
  getWithdrawableAmounts,
  transferCollateral,
  voluntaryCollateralExchange,
  withdrawCollateral,
  addDelegatedSigner,
  getDelegatedSigners,
  getDelegationsForDelegate,
  removeAllDelegatedSigners,
  removeDelegatedSigner,
  getLotteryEpochTickets,
  getLotteryMyWinningTickets,
};

/** Every action of a surface, by its wire name. */
export const INFO = {
  getAssets,
  getCandles,
  getCollaterals,
  getExchangeStatus,
  getFundingRate,
  getFundingRateHistory,
  getIsWhitelisted,
  getLastTrades,
  getLotteryEpoch,
  getMarketPrices,
  getMarkets,
  getMids,
  getOpenInterest,
  getOrderbook,
  getSubAccountIds,
  getTiers,
};
