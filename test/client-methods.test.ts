import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientMethodsPage, namelessMembers, PAGE } from '../scripts/docs/client-methods.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../src/contract/catalogue.ts';
import { ApiError, type Client } from '../src/client.ts';
import { createExchange, type Exchange } from '../src/index.ts';

/** Every method of the client against a real exchange, over REST and over streams, so that no shape and no signature is wrong. */

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const DELEGATE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ID = '1867542890123456789';
/** The subaccount that is made on the way. */
const HEDGE = '1867542890123456808';
const BTC = 'BTC-USDT';
const MIDNIGHT = 1_767_571_200_000;
const BID = { symbol: BTC, side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const STOP = {
  symbol: BTC,
  side: 'sell',
  orderType: 'triggerSl',
  triggerPrice: '90000',
  isTriggerMarket: true,
} as const;

type Call = (client: Client) => Promise<unknown>;
/** What is called, and what the response has; of a refusal its status, code and text. */
type Row = readonly [name: string, call: Call, response: unknown];
const refused = (status: number, code: string, message: string): unknown => ({ status, code, message });

// In this order, on one exchange whose clock stands still at midnight.
const ROWS: readonly Row[] = [
  ['getMarkets', (c) => c.getMarkets({ activeOnly: true }), { 0: { symbol: BTC, isOpen: true } }],
  ['getMarketPrices', (c) => c.getMarketPrices(), { [BTC]: { bestBid: '94990', bestAsk: '95010' } }],
  ['getMids', (c) => c.getMids(), { [BTC]: '95000' }],
  ['getOrderbook', (c) => c.getOrderbook(BTC, 5), { bids: { 0: ['94990', '1'] } }],
  ['getLastTrades', (c) => c.getLastTrades(BTC, 5), { trades: [] }],
  ['getCandles', (c) => c.getCandles({ symbol: BTC, interval: '1h', limit: 1 }), { symbol: BTC, interval: '1h' }],
  ['getFundingRate', (c) => c.getFundingRate(BTC), { symbol: BTC, fundingInterval: 3_600_000 }],
  [
    'getFundingRateHistory',
    (c) => c.getFundingRateHistory({ symbol: BTC, startTime: MIDNIGHT - 1, endTime: MIDNIGHT }),
    { symbol: BTC, fundingRates: [] },
  ],
  ['getOpenInterest', (c) => c.getOpenInterest(BTC), [{ symbol: BTC, openInterest: '0' }]],
  ['getCollaterals', (c) => c.getCollaterals(), { 0: { collateral: 'USDT' } }],
  ['getAssets', (c) => c.getAssets(), { 0: { symbol: 'USDT', isCollateral: true } }],
  ['getTiers', (c) => c.getTiers(), { 0: { tierId: 'tier_0', tierType: 'volume' } }],
  ['getSubAccountIds', (c) => c.getSubAccountIds(OWNER), [ID]],
  [
    'getSubAccountIds',
    (c) => c.getSubAccountIds(OWNER, { includeDelegations: true }),
    { subAccountIds: [ID], delegatedSubAccountIds: [] },
  ],
  ['getIsWhitelisted', (c) => c.getIsWhitelisted(OWNER), true],
  ['getLotteryEpoch', (c) => c.getLotteryEpoch(), { status: 'open', drawnBalls: [] }],
  ['getLotteryEpoch', (c) => c.getLotteryEpoch('1'), refused(404, 'NOT_FOUND', 'Epoch not found')],
  ['getExchangeStatus', (c) => c.getExchangeStatus(), { accepting_orders: true, exchange_status: 'RUNNING' }],

  ['placeOrders', (c) => c.placeOrders([{ ...BID, clientOrderId: 'a' }]), { statuses: [{ resting: {} }] }],
  [
    'placeOrders',
    (c) => c.placeOrders([BID, { ...STOP, quantity: '0.01' }], { grouping: 'normalTpsl' }),
    { statuses: [{ resting: {} }, { resting: {} }] },
  ],
  ['modifyOrder', (c) => c.modifyOrder({ clientOrderId: 'a' }, { price: '94010' }), { status: 'modified' }],
  [
    'modifyOrderBatch',
    (c) => c.modifyOrderBatch([{ orderId: '5', price: '94020' }]),
    [{ status: 'rejected', errorCode: 'ORDER_NOT_FOUND' }],
  ],
  ['getOpenOrders', (c) => c.getOpenOrders({ clientOrderId: 'a' }), [{ price: '94010', type: 'LIMIT' }]],
  ['cancelOrders', (c) => c.cancelOrders({ clientOrderIds: ['a'] }), { statuses: [{ canceled: {} }] }],
  ['getOrderHistory', (c) => c.getOrderHistory({ status: ['cancelled'] }), [{ order: { clientId: 'a' } }]],
  ['cancelAllOrders', (c) => c.cancelAllOrders(['*']), [{ message: '' }, { message: '' }]],
  ['scheduleCancel', (c) => c.scheduleCancel(60), { isActive: true, triggerTime: MIDNIGHT + 60_000 }],
  ['updateLeverage', (c) => c.updateLeverage(BTC, 20), { previousLeverage: '10', newLeverage: '20' }],
  [
    'placeIsolatedOrder',
    (c) => c.placeIsolatedOrder({ order: BID, leverage: 5, isolatedMargin: '200' }),
    { statuses: [{ resting: {} }] },
  ],
  [
    'updateIsolatedMargin',
    (c) => c.updateIsolatedMargin(BTC, '50'),
    { previousIsolatedMargin: '200', newIsolatedMargin: '250' },
  ],
  ['getTrades', (c) => c.getTrades({ symbol: BTC, limit: 5 }), { trades: [], hasMore: false, total: 0 }],
  ['getTradesForPosition', (c) => c.getTradesForPosition('1', { limit: 5 }), { trades: [], hasMore: false }],
  ['getPositions', (c) => c.getPositions({ status: 'open' }), []],
  ['getPositionHistory', (c) => c.getPositionHistory({ symbol: BTC }), { positions: [], hasMore: false }],
  ['getFundingPayments', (c) => c.getFundingPayments({ limit: 5 }), { fundingHistory: [] }],
  ['getSubAccount', (c) => c.getSubAccount(), { subAccountId: ID, collaterals: { 0: { symbol: 'USDT' } } }],
  ['getFeeRate', (c) => c.getFeeRate(), { volume14d: '0', currentTier: { tierId: 'tier_1' } }],
  ['getPerformanceHistory', (c) => c.getPerformanceHistory('week'), { subAccountId: ID, period: 'week' }],
  ['getPortfolio', (c) => c.getPortfolio(), [{ timestamp: MIDNIGHT }]],
  ['getRateLimits', (c) => c.getRateLimits(), { requestsUsed: 0 }],
  ['getReferral', (c) => c.getReferral(), []],
  ['getLotteryEpochTickets', (c) => c.getLotteryEpochTickets('1', '2'), { tickets: [] }],
  ['getLotteryMyWinningTickets', (c) => c.getLotteryMyWinningTickets(), { tickets: [] }],

  ['createSubaccount', (c) => c.createSubaccount('hedge'), { subAccountId: HEDGE, subAccountName: 'hedge' }],
  ['updateSubAccountName', (c) => c.updateSubAccountName('main'), { subAccountId: ID, name: 'main' }],
  ['getSubAccounts', (c) => c.getSubAccounts(), { subAccounts: { length: 2 } }],
  [
    'transferCollateral',
    (c) => c.transferCollateral({ destinationSubAccountId: HEDGE, symbol: 'USDT', amount: '5' }),
    undefined,
  ],
  ['getTransfers', (c) => c.getTransfers({ symbol: 'USDT' }), { total: 1 }],
  [
    'withdrawCollateral',
    (c) => c.withdrawCollateral({ symbol: 'USDT', amount: '100', destination: OWNER }),
    { symbol: 'USDT', amount: '100', destination: OWNER },
  ],
  ['getBalanceUpdates', (c) => c.getBalanceUpdates({ actionFilter: 'WITHDRAWAL' }), { balanceUpdates: { length: 1 } }],
  [
    'getWithdrawableAmounts',
    (c) => c.getWithdrawableAmounts(['USDT']),
    { items: [{ symbol: 'USDT', pendingWithdraw: '100' }] },
  ],
  [
    'voluntaryCollateralExchange',
    (c) => c.voluntaryCollateralExchange('WETH', '1000'),
    { sourceAsset: 'WETH', targetAsset: 'USDT' },
  ],
  [
    'addDelegatedSigner',
    (c) => c.addDelegatedSigner(DELEGATE, ['session']),
    { walletAddress: DELEGATE, expiresAt: null },
  ],
  ['getDelegatedSigners', (c) => c.getDelegatedSigners(), { delegatedSigners: [{ addedBy: OWNER }] }],
  ['getDelegationsForDelegate', (c) => c.getDelegationsForDelegate(OWNER), { delegatedAccounts: [] }],
  ['removeDelegatedSigner', (c) => c.removeDelegatedSigner(DELEGATE), { walletAddress: DELEGATE }],
  ['removeAllDelegatedSigners', (c) => c.removeAllDelegatedSigners(), { subAccountId: ID, removedSigners: [] }],
];

const CARRIERS = [
  ['REST', (exchange: Exchange) => exchange.client(0)],
  ['a stream', (exchange: Exchange) => exchange.streamClient(0)],
] as const;

describe.for(CARRIERS)('over %s', ([, clientOf]) => {
  let exchange: Exchange;
  let client: Client;
  beforeAll(async () => {
    exchange = await createExchange({ world: 'quiet', seed: 7, limits: { enabled: false } });
    client = clientOf(exchange);
  });
  afterAll(() => exchange.close());

  test.for(ROWS)('%s', async ([, call, response]) => {
    const got = await call(client).catch((error: unknown) => {
      if (error instanceof ApiError) return { status: error.status, code: error.code, message: error.message };
      throw error;
    });
    expect([got]).toMatchObject([response]);
  });

  // An action needs no method of its own: its name is enough.
  test('every action without a method is sent by its name', async () => {
    for (const { name, surface, examples } of ACTIONS.filter(
      (action) => !ROWS.some(([named]) => named === action.name),
    )) {
      const [params] = examples;
      await expect(
        surface === 'trade' ? client.raw(name, params) : client.info(name, params),
        name,
      ).resolves.toBeDefined();
    }
  });

  test('there is a row for every method that is named like an action', () => {
    const named = ACTIONS.filter(({ name }) => name in client).map(({ name }) => name);
    expect(new Set(ROWS.map(([name]) => name))).toEqual(new Set(named));
    expect(named.length).toBeGreaterThan(50);
  });
});

const ACTIONS = [...actionsOf(TRADE_ACTIONS), ...actionsOf(INFO_ACTIONS)];

describe('the page of the methods', () => {
  test('describes each of them', () => {
    expect(namelessMembers()).toEqual([]);
  });

  test('is as the sources say: npm run docs:pages -- client writes it anew', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(clientMethodsPage());
  });
});
