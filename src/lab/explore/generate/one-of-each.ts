import { addressOf, idOf, type Params, type SignedCommand, timeIn, type Value } from '../command.ts';
import { conditionalItem, placing, plainItem } from './orders.ts';
import type { Plan } from './plan.ts';

/** A request of each signed action that is as good as any: what envelopes and signatures are varied on. */
export function anyOf(plan: Plan, action: string): Pick<SignedCommand, 'action' | 'params'> {
  const make = PARAMS[action];
  return { action, params: make ? make(plan) : {} };
}

/** The order that a modification or cancellation names; one that is gone where none is known. */
function orderId(plan: Plan, account: string): Value {
  const mine = plan.memory.orders.filter((order) => order.account === account && order.on === null);
  return mine.at(-1)?.id ?? '12345';
}

const PARAMS: Readonly<Record<string, (plan: Plan) => Params>> = {
  placeOrders: (plan) => placing([plan.percent(80) ? plainItem(plan) : conditionalItem(plan)]),
  cancelOrders: (plan) => ({ orderIds: [orderId(plan, plan.accounts[0] ?? '')] }),
  cancelAllOrders: (plan) => ({ symbols: [plan.pick(['*', 'BTC-USDT'])] }),
  modifyOrder: (plan) => ({
    orderId: orderId(plan, plan.accounts[0] ?? ''),
    price: plan.pick(['94000', '93500']),
    quantity: plan.pick(['0.01', '0.02']),
  }),
  modifyOrderBatch: (plan) => ({
    orders: [{ orderId: orderId(plan, plan.accounts[0] ?? ''), price: plan.pick(['94000', '93500']) }],
  }),
  placeIsolatedOrder: (plan) => ({
    order: {
      symbol: 'SOL-USDT',
      side: plan.pick(['buy', 'sell']),
      orderType: 'market',
      quantity: plan.pick(['1', '2']),
    },
    leverage: plan.pick(['5', '10']),
    isolatedMargin: plan.pick(['100', '150']),
  }),
  updateIsolatedMargin: (plan) => ({ symbol: 'SOL-USDT', marginDelta: plan.pick(['10', '20']) }),
  scheduleCancel: (plan) => ({ timeoutSeconds: plan.pick([60, 120, 0]) }),
  updateLeverage: (plan) => ({ symbol: plan.pick(['BTC-USDT', 'ETH-USDT']), leverage: plan.pick(['5', '10', '20']) }),
  addDelegatedSigner: (plan) => ({
    walletAddress: addressOf(plan.pick(plan.accounts.slice(1))),
    permissions: [plan.pick(['session', 'delegate'])],
    expiresAt: plan.pick([0, timeIn(86_400_000)]),
  }),
  removeDelegatedSigner: (plan) => ({ walletAddress: addressOf(plan.pick(plan.accounts.slice(1))) }),
  createSubaccount: (plan) => ({ name: plan.pick(['one', 'two']) }),
  updateSubAccountName: (plan) => ({ name: plan.pick(['first', 'second']) }),
  transferCollateral: (plan) => ({
    destinationSubAccountId: plan.memory.subAccounts.at(-1)?.ref ?? idOf(plan.account()),
    symbol: 'USDT',
    amount: plan.pick(['10', '11']),
  }),
  withdrawCollateral: (plan) => ({
    symbol: plan.pick(['USDT', 'WETH']),
    amount: plan.pick(['10', '11']),
    destination: addressOf(plan.account()),
  }),
  voluntaryCollateralExchange: (plan) => ({
    sourceAsset: plan.pick(['WETH', 'BTC']),
    targetUSDTAmount: plan.pick(['100', '200']),
  }),
  getWithdrawableAmounts: () => ({ symbols: ['USDT'] }),
  getPerformanceHistory: () => ({ period: 'day' }),
  getTradesForPosition: () => ({ positionId: '1' }),
  getLotteryMyWinningTickets: () => ({ epochId: '1' }),
  getLotteryEpochTickets: () => ({ startEpochId: '1', endEpochId: '1' }),
};

export const WRITES = [
  'placeOrders',
  'cancelOrders',
  'cancelAllOrders',
  'modifyOrder',
  'modifyOrderBatch',
  'placeIsolatedOrder',
  'updateIsolatedMargin',
  'scheduleCancel',
  'updateLeverage',
  'addDelegatedSigner',
  'removeDelegatedSigner',
  'removeAllDelegatedSigners',
  'createSubaccount',
  'updateSubAccountName',
  'transferCollateral',
  'withdrawCollateral',
  'voluntaryCollateralExchange',
] as const;

export const READS = [
  'getOpenOrders',
  'getPositions',
  'getSubAccount',
  'getSubAccounts',
  'getTrades',
  'getOrderHistory',
  'getPositionHistory',
  'getTradesForPosition',
  'getFeeRate',
  'getReferral',
  'getPerformanceHistory',
  'getPortfolio',
  'getRateLimits',
  'getDelegatedSigners',
  'getDelegationsForDelegate',
  'getBalanceUpdates',
  'getFundingPayments',
  'getTransfers',
  'getWithdrawableAmounts',
  'getLotteryEpochTickets',
  'getLotteryMyWinningTickets',
] as const;
