import { invariant } from '../../kernel/assert.ts';
import { isRefusal } from '../../kernel/errors.ts';
import type { TradeRead, TradeWrite } from '../action.ts';
import type { JsonObject } from '../json.ts';
import type { PrimaryType } from '../signing.ts';

/**
 * Requests to show of every action: the params beside `action` and `subAccountId`. An action that is signed
 * in more than one way has one of each, so that the documents can read off an example what is signed.
 */

/** Subaccounts and wallets of the first dev accounts. */
export const EXAMPLE_ID = '1867542890123456789';
const OTHER_ID = '1867542890123456790';
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const DELEGATE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** What the examples call now: 2026-01-05T00:00:00Z, in ms. */
export const EXAMPLE_TIME = 1_767_571_200_000;
const HOUR_BEFORE = EXAMPLE_TIME - 3_600_000;

const BTC = 'BTC-USDT';
const ORDER = { symbol: BTC, side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
const ORDER_ID = '1948058938469519360';
const CLIENT_ID = 'my-order-1';

const EXAMPLES: Readonly<Record<string, readonly JsonObject[]>> = {
  placeOrders: [{ orders: [ORDER], grouping: 'na' }],
  cancelOrders: [{ orderIds: [ORDER_ID] }, { clientOrderIds: [CLIENT_ID] }],
  cancelAllOrders: [{ symbols: [BTC] }],
  scheduleCancel: [{ timeoutSeconds: 60 }],
  modifyOrder: [
    { orderId: ORDER_ID, price: '94010' },
    { clientOrderId: CLIENT_ID, quantity: '0.02' },
  ],
  modifyOrderBatch: [{ orders: [{ orderId: ORDER_ID, price: '94020' }] }],
  placeIsolatedOrder: [{ order: ORDER, leverage: '5', isolatedMargin: '200' }],
  updateIsolatedMargin: [{ symbol: BTC, marginDelta: '50' }],
  updateLeverage: [{ symbol: BTC, leverage: '20' }],
  withdrawCollateral: [{ symbol: 'USDT', amount: '100', destination: OWNER }],
  transferCollateral: [{ destinationSubAccountId: OTHER_ID, symbol: 'USDT', amount: '250.5' }],
  voluntaryCollateralExchange: [{ sourceAsset: 'WETH', targetUSDTAmount: '1000' }],
  createSubaccount: [{ name: 'hedge' }],
  updateSubAccountName: [{ name: 'main' }],
  addDelegatedSigner: [{ walletAddress: DELEGATE, permissions: ['session'], expiresAt: 0 }],
  removeDelegatedSigner: [{ walletAddress: DELEGATE }],
  removeAllDelegatedSigners: [{}],
  getPositions: [{ status: 'open', limit: 50 }],
  getOpenOrders: [{ symbol: BTC }],
  getOrderHistory: [{ status: ['filled', 'cancelled'], startTime: HOUR_BEFORE, endTime: EXAMPLE_TIME }],
  getTrades: [{ symbol: BTC, limit: 100 }],
  getTradesForPosition: [{ positionId: '1' }],
  getPositionHistory: [{ symbol: BTC, limit: 100 }],
  getFundingPayments: [{ symbol: BTC, limit: 100 }],
  getSubAccount: [{}],
  getSubAccounts: [{}],
  getDelegatedSigners: [{}],
  getDelegationsForDelegate: [{ owningAddress: OWNER }],
  getBalanceUpdates: [{ actionFilter: 'DEPOSIT,WITHDRAWAL', limit: 50 }],
  getTransfers: [{ symbol: 'USDT', limit: 50 }],
  getWithdrawableAmounts: [{ symbols: ['USDT', 'WETH'] }],
  getFeeRate: [{}],
  getPerformanceHistory: [{ period: 'day' }],
  getPortfolio: [{}],
  getRateLimits: [{}],
  getReferral: [{}],
  getLotteryEpochTickets: [{ startEpochId: '1' }],
  getLotteryMyWinningTickets: [{}],

  getMarkets: [{}],
  getMarketPrices: [{}],
  getMids: [{}],
  getOrderbook: [{ symbol: BTC, limit: 20 }],
  getLastTrades: [{ symbol: BTC, limit: 50 }],
  getCandles: [{ symbol: BTC, interval: '1h', limit: 24 }],
  getFundingRate: [{ symbol: BTC }],
  getFundingRateHistory: [{ symbol: BTC, startTime: HOUR_BEFORE, endTime: EXAMPLE_TIME }],
  getOpenInterest: [{ symbol: BTC }],
  getCollaterals: [{}],
  getAssets: [{}],
  getTiers: [{}],
  getSubAccountIds: [{ walletAddress: OWNER }],
  getIsWhitelisted: [{ walletAddress: OWNER }],
  getLotteryEpoch: [{}],
  getExchangeStatus: [{}],
};

/** The examples of an action by wire name, the plainest first. */
export function examplesOf(name: string): readonly JsonObject[] {
  const examples = EXAMPLES[name];
  invariant(examples && examples.length > 0, `${name} has an example`);
  return examples;
}

/** The types a request of this action may be signed with: found out by asking the action what its examples sign. */
export function signedTypesOf(action: TradeWrite | TradeRead): readonly PrimaryType[] {
  if (action.kind === 'read') return ['SubAccountAction', 'SubAccountActionNonce'];
  const types = examplesOf(action.name).map((params) => signedTypeOf(action, params));
  return [...new Set(types)];
}

function signedTypeOf(action: TradeWrite, params: JsonObject): PrimaryType {
  const request = { action: action.name, params, subAccountId: BigInt(EXAMPLE_ID), nonce: 1n, expiresAfter: 0n };
  const message = action.typedMessage(request);
  invariant(!isRefusal(message), `the example of ${action.name} can be signed`);
  return message.type;
}
