import { isObject, type JsonObject } from '../../contract/json.ts';
import { parseSubAccountId } from '../../contract/primitives.ts';
import { isRefusal } from '../../kernel/errors.ts';

/** The text of an internal error, by action (wire 2 and 3). A client learns nothing else about it (SEC-24). */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['placeOrders', 'Failed to place orders'],
  ['cancelOrders', 'Failed to cancel orders'],
  ['cancelAllOrders', 'Failed to cancel all orders'],
  ['modifyOrder', 'Failed to modify order'],
  ['scheduleCancel', 'Failed to schedule cancel'],
  ['updateLeverage', 'Failed to update leverage'],
  ['getOpenOrders', 'Failed to get open orders'],
  ['getOrderHistory', 'Failed to get order history'],
  ['getPositions', 'Failed to get positions'],
  ['getTrades', 'Failed to retrieve trades'],
  ['getTradesForPosition', 'Failed to retrieve trades for position'],
  ['getPositionHistory', 'Failed to retrieve position history'],
  ['getBalanceUpdates', 'Failed to retrieve balance updates'],
  ['getTransfers', 'failed to get transfers'],
  ['getMarkets', 'Could not pull market configuration'],
  ['getMids', 'Could not pull market configuration'],
  ['getMarketPrices', 'Could not fetch market prices'],
  ['getOrderbook', 'Failed to get market data'],
  ['getLastTrades', 'Failed to retrieve last trades'],
  ['getSubAccountIds', 'Failed to list subaccounts'],
  ['getFundingPayments', 'Failed to retrieve funding payments'],
  ['getCollaterals', 'Could not retrieve collateral configuration'],
  ['getTiers', 'Could not retrieve tiers'],
  ['getIsWhitelisted', 'Failed to obtain whitelist arbitration'],
]);

/** The text of placeOrders for linked orders, by grouping (wire 2.4). */
const GROUPING_TEXTS: ReadonlyMap<unknown, string> = new Map([
  ['normalTpsl', 'Failed to place compound order'],
  ['multipleTpsl', 'Failed to place compound order'],
  ['positionTpsl', 'Failed to place position TP/SL'],
  ['twap', 'Failed to place TWAP order'],
]);

/** Returns the text for `action`; the body gives the subaccount or the kind of placement that failed. */
export function failureText(action: string, body: JsonObject): string {
  if (action === 'getSubAccount') {
    const id = parseSubAccountId(body);
    if (!isRefusal(id)) return `Failed to get subaccount by id ${id}`;
  }
  const grouping = isObject(body.params) ? body.params.grouping : undefined;
  const text = action === 'placeOrders' ? GROUPING_TEXTS.get(grouping) : undefined;
  return text ?? TEXTS.get(action) ?? 'Internal server error';
}
