import { invariant } from '../kernel/assert.ts';
import type { Action, InfoRead, TradeRead, TradeWrite } from './action.ts';
import { getAssets } from './actions/info/getAssets.ts';
import { getCandles } from './actions/info/getCandles.ts';
import { getCollaterals } from './actions/info/getCollaterals.ts';
import { getExchangeStatus } from './actions/info/getExchangeStatus.ts';
import { getFundingRate } from './actions/info/getFundingRate.ts';
import { getFundingRateHistory } from './actions/info/getFundingRateHistory.ts';
import { getIsWhitelisted } from './actions/info/getIsWhitelisted.ts';
import { getLastTrades } from './actions/info/getLastTrades.ts';
import { getLotteryEpoch } from './actions/info/getLotteryEpoch.ts';
import { getMarketPrices } from './actions/info/getMarketPrices.ts';
import { getMarkets } from './actions/info/getMarkets.ts';
import { getMids } from './actions/info/getMids.ts';
import { getOpenInterest } from './actions/info/getOpenInterest.ts';
import { getOrderbook } from './actions/info/getOrderbook.ts';
import { getSubAccountIds } from './actions/info/getSubAccountIds.ts';
import { getTiers } from './actions/info/getTiers.ts';
import { addDelegatedSigner } from './actions/trade/delegation/addDelegatedSigner.ts';
import { createSubaccount } from './actions/trade/subaccounts/createSubaccount.ts';
import { getFundingPayments } from './actions/trade/history/getFundingPayments.ts';
import { getBalanceUpdates } from './actions/trade/history/getBalanceUpdates.ts';
import { getDelegatedSigners } from './actions/trade/delegation/getDelegatedSigners.ts';
import { getDelegationsForDelegate } from './actions/trade/delegation/getDelegationsForDelegate.ts';
import { getTransfers } from './actions/trade/history/getTransfers.ts';
import { getWithdrawableAmounts } from './actions/trade/funds/getWithdrawableAmounts.ts';
import { removeAllDelegatedSigners } from './actions/trade/delegation/removeAllDelegatedSigners.ts';
import { removeDelegatedSigner } from './actions/trade/delegation/removeDelegatedSigner.ts';
import { cancelAllOrders } from './actions/trade/orders/cancelAllOrders.ts';
import { cancelOrders } from './actions/trade/orders/cancelOrders.ts';
import { getOpenOrders } from './actions/trade/orders/getOpenOrders.ts';
import { getOrderHistory } from './actions/trade/history/getOrderHistory.ts';
import { getPositions } from './actions/trade/positions/getPositions.ts';
import { getRateLimits } from './actions/trade/subaccounts/getRateLimits.ts';
import { getSubAccount } from './actions/trade/subaccounts/getSubAccount.ts';
import { getSubAccounts } from './actions/trade/subaccounts/getSubAccounts.ts';
import { getTrades } from './actions/trade/history/getTrades.ts';
import { modifyOrder } from './actions/trade/orders/modifyOrder.ts';
import { placeOrders } from './actions/trade/orders/placeOrders.ts';
import { updateLeverage } from './actions/trade/positions/updateLeverage.ts';
import { updateIsolatedMargin } from './actions/trade/positions/updateIsolatedMargin.ts';
import { scheduleCancel } from './actions/trade/orders/scheduleCancel.ts';
import { placeIsolatedOrder } from './actions/trade/orders/placeIsolatedOrder.ts';
import { modifyOrderBatch } from './actions/trade/orders/modifyOrderBatch.ts';
import { getFeeRate } from './actions/trade/subaccounts/getFeeRate.ts';
import { getLotteryEpochTickets } from './actions/trade/lottery/getLotteryEpochTickets.ts';
import { getLotteryMyWinningTickets } from './actions/trade/lottery/getLotteryMyWinningTickets.ts';
import { getPerformanceHistory } from './actions/trade/history/getPerformanceHistory.ts';
import { getPortfolio } from './actions/trade/funds/getPortfolio.ts';
import { getPositionHistory } from './actions/trade/history/getPositionHistory.ts';
import { getReferral } from './actions/trade/subaccounts/getReferral.ts';
import { getTradesForPosition } from './actions/trade/history/getTradesForPosition.ts';
import { transferCollateral } from './actions/trade/funds/transferCollateral.ts';
import { updateSubAccountName } from './actions/trade/subaccounts/updateSubAccountName.ts';
import { voluntaryCollateralExchange } from './actions/trade/funds/voluntaryCollateralExchange.ts';
import { withdrawCollateral } from './actions/trade/funds/withdrawCollateral.ts';

/** Names that foreign clients still use, and what they are called now. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['withdraw', 'withdrawCollateral'],
  ['exchangeCollateral', 'voluntaryCollateralExchange'],
  ['voluntaryAutoExchange', 'voluntaryCollateralExchange'],
  ['getFees', 'getFeeRate'],
]);

/**
 * Actions by exact name. A Map, because a name from the wire must never reach an inherited member (SEC-21).
 * An alias finds the action it stands for, where that exists; `action.name` is always the name of the action.
 */
export function indexActions<A extends { readonly name: string }>(
  actions: readonly A[],
  aliases: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, A> {
  const index = new Map(actions.map((action) => [action.name, action]));
  invariant(index.size === actions.length, 'no two actions share a name');
  for (const [alias, name] of aliases) {
    const action = index.get(name);
    if (action) index.set(alias, action);
  }
  return index;
}

/** Every action of both surfaces. Transports, documents and the suite learn from here what there is. */
const TRADE: Readonly<Record<string, TradeWrite | TradeRead>> = {
  placeOrders,
  cancelOrders,
  cancelAllOrders,
  modifyOrder,
  getOpenOrders,
  getPositions,
  getSubAccount,
  getSubAccounts,
  getTrades,
  getOrderHistory,
  getTradesForPosition,
  getPositionHistory,
  getFeeRate,
  getReferral,
  getPerformanceHistory,
  getPortfolio,
  getLotteryEpochTickets,
  getLotteryMyWinningTickets,
  getRateLimits,
  modifyOrderBatch,
  placeIsolatedOrder,
  scheduleCancel,
  updateIsolatedMargin,
  updateLeverage,
  addDelegatedSigner,
  getDelegatedSigners,
  getDelegationsForDelegate,
  removeAllDelegatedSigners,
  removeDelegatedSigner,
  createSubaccount,
  getBalanceUpdates,
  getFundingPayments,
  getTransfers,
  getWithdrawableAmounts,
  transferCollateral,
  updateSubAccountName,
  voluntaryCollateralExchange,
  withdrawCollateral,
};

const INFO: Readonly<Record<string, InfoRead>> = {
  getMarkets,
  getMarketPrices,
  getMids,
  getOrderbook,
  getLastTrades,
  getSubAccountIds,
  getIsWhitelisted,
  getExchangeStatus,
  getTiers,
  getCollaterals,
  getAssets,
  getOpenInterest,
  getCandles,
  getFundingRate,
  getFundingRateHistory,
  getLotteryEpoch,
};

export const TRADE_ACTIONS: ReadonlyMap<string, TradeWrite | TradeRead> = indexActions(Object.values(TRADE), ALIASES);
export const INFO_ACTIONS: ReadonlyMap<string, InfoRead> = indexActions(Object.values(INFO));

/** Returns each action once, under its own name; an index also holds aliases. */
export const actionsOf = (index: ReadonlyMap<string, Action>): Action[] =>
  [...index].filter(([name, action]) => name === action.name).map(([, action]) => action);
