import { invariant } from '../kernel/assert.ts';
import type { InfoRead, TradeRead, TradeWrite } from './action.ts';
import { getExchangeStatus } from './actions/info/getExchangeStatus.ts';
import { getIsWhitelisted } from './actions/info/getIsWhitelisted.ts';
import { getLastTrades } from './actions/info/getLastTrades.ts';
import { getMarketPrices } from './actions/info/getMarketPrices.ts';
import { getMarkets } from './actions/info/getMarkets.ts';
import { getMids } from './actions/info/getMids.ts';
import { getOrderbook } from './actions/info/getOrderbook.ts';
import { getSubAccountIds } from './actions/info/getSubAccountIds.ts';
import { getTiers } from './actions/info/getTiers.ts';
import { cancelAllOrders } from './actions/trade/cancelAllOrders.ts';
import { cancelOrders } from './actions/trade/cancelOrders.ts';
import { getOpenOrders } from './actions/trade/getOpenOrders.ts';
import { getOrderHistory } from './actions/trade/getOrderHistory.ts';
import { getPositions } from './actions/trade/getPositions.ts';
import { getSubAccount } from './actions/trade/getSubAccount.ts';
import { getSubAccounts } from './actions/trade/getSubAccounts.ts';
import { getTrades } from './actions/trade/getTrades.ts';
import { modifyOrder } from './actions/trade/modifyOrder.ts';
import { placeOrders } from './actions/trade/placeOrders.ts';

/** Every action of both surfaces. Transports, documents and the suite learn from here what there is. */

/** Names that foreign clients still use, and what they are called now. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['withdraw', 'withdrawCollateral'],
  ['exchangeCollateral', 'voluntaryCollateralExchange'],
  ['voluntaryAutoExchange', 'voluntaryCollateralExchange'],
  ['getFees', 'getFeeRate'],
]);

/**
 * Actions by exact name. A Map, because a name from the wire must never reach an inherited member (SEC-21).
 * An alias finds the action it stands for, where that exists; `action.name` tells the two apart.
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

export const TRADE_ACTIONS: ReadonlyMap<string, TradeWrite | TradeRead> = indexActions<TradeWrite | TradeRead>(
  [
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
  ],
  ALIASES,
);

export const INFO_ACTIONS: ReadonlyMap<string, InfoRead> = indexActions([
  getMarkets,
  getMarketPrices,
  getMids,
  getOrderbook,
  getLastTrades,
  getSubAccountIds,
  getIsWhitelisted,
  getExchangeStatus,
  getTiers,
]);
