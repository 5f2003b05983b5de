import { expect, test } from 'vitest';
import { AGGREGATOR_ROUTES } from './aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from './catalogue.ts';

/** The cost table of the specification; the last lines are those it leaves out. */
const TRADE: Readonly<Record<number, string>> = {
  2: 'cancelAllOrders cancelOrders',
  5: `modifyOrder modifyOrderBatch placeIsolatedOrder scheduleCancel transferCollateral updateIsolatedMargin
    updateLeverage withdrawCollateral placeOrders`,
  10: 'getFeeRate getOpenOrders getPortfolio getPositions getTransfers',
  20: `getDelegatedSigners getDelegationsForDelegate getRateLimits getReferral getSubAccount getSubAccounts getTrades
    getTradesForPosition getPositionHistory getLotteryEpochTickets getLotteryMyWinningTickets`,
  50: 'getOrderHistory',
  100: `addDelegatedSigner createSubaccount getBalanceUpdates getFundingPayments getPerformanceHistory
    getWithdrawableAmounts removeAllDelegatedSigners removeDelegatedSigner updateSubAccountName
    voluntaryCollateralExchange`,
};
const INFO: Readonly<Record<number, string>> = {
  1: 'getExchangeStatus',
  50: 'getCollaterals getMarkets getMids getOpenInterest getTiers getAssets getLotteryEpoch',
  200: 'getCandles getLastTrades getMarketPrices getOrderbook',
  250: 'getFundingRate getIsWhitelisted getSubAccountIds',
  1000: 'getFundingRateHistory',
};

const costs = (table: Readonly<Record<number, string>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(table).flatMap(([cost, names]) => names.split(/\s+/).map((name) => [name, Number(cost)] as const)),
  );

test('the table is whole: 38 trade actions and 16 public ones', () => {
  expect([costs(TRADE).size, costs(INFO).size]).toEqual([38, 16]);
});

test.each([...costs(TRADE)])('%s costs %i', (name, cost) => {
  expect(TRADE_ACTIONS.get(name)?.cost({})).toBe(cost);
});

test.each([...costs(INFO)])('%s costs %i', (name, cost) => {
  expect(INFO_ACTIONS.get(name)?.cost({})).toBe(cost);
});

test('the plain routes cost what the matching actions cost', () => {
  expect(AGGREGATOR_ROUTES.map(({ path, cost }) => `${path} ${cost}`)).toEqual([
    '/v1/info/contracts 50',
    '/v1/info/contract_specs 50',
    '/v1/info/orderbook 200',
    '/v1/exchange/status 1',
  ]);
});

test('an order that is one of many costs as much as one alone', () => {
  const orders = (count: number): number | undefined =>
    TRADE_ACTIONS.get('placeOrders')?.cost({ orders: Array.from({ length: count }, () => ({})) });
  expect([0, 1, 2, 20].map(orders)).toEqual([5, 5, 10, 100]);
});

test('the orders that a request places are counted before they are looked at', () => {
  const placed = [...TRADE_ACTIONS.values()].flatMap((action) =>
    action.kind === 'write' && action.orders ? [`${action.name} ${action.orders({ orders: [1, 2, 3] })}`] : [],
  );
  expect(placed.sort()).toEqual(['placeIsolatedOrder 1', 'placeOrders 3']);
  expect([...TRADE_ACTIONS.values()].filter((action) => action.kind === 'write' && action.cancels).length).toBe(2);
});
