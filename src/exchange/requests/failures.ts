import { isObject, type JsonObject } from '../../contract/json.ts';
import { parseSubAccountId } from '../../contract/fields/table.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { JournalError } from '../journal/journal.ts';

/** When a request may be sent again that the journal did not take. */
export const RETRY_AFTER_SECONDS = 5;
export const RETRY_LATER = { 'retry-after': String(RETRY_AFTER_SECONDS) };

/** The refusal of a request that the journal did not take, or whose input may not be durable. */
export const unwritten = ({ kind }: JournalError): Refusal =>
  refuse('SERVICE_UNAVAILABLE', kind === 'full' ? FULL : FAILED);

const FULL = 'the exchange has no space to record requests, not accepting any that change it';
const FAILED = 'the exchange can record nothing any more and is stopping';

/** What a request gets that has waited too long for its turn. It was not carried out, and nothing of it is in the log. */
export const OVERLOADED = refuse(
  'SERVICE_UNAVAILABLE',
  'the exchange has more requests than it can handle, send the request again',
);
export const OVERLOADED_RETRY_SECONDS = 1;

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
