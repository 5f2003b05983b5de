import { idOf, type Params, timeIn } from '../command.ts';
import { oddEnvelopeOf } from './envelopes.ts';
import { oddBody, oddParam } from './illegal.ts';
import { type MarketView, type Plan, priceText, quantityText } from './plan.ts';
import { type Item, placing } from './orders.ts';

/**
 * Commands for a deployment without a control plane. Orders rest far below the market and are post-only, so that none of them
 * trades. Nothing moves funds, opens a subaccount or grants a right, not even in a request that has to be refused.
 */

/** Share of the mark that the price of an order stands below it, in thousandths. */
const BELOW = [25, 30, 35] as const;

/** An order that rests, of the least quantity that the market takes. */
function farOrder(plan: Plan, market = plan.market()): Item {
  const type = plan.weighted<Item>([
    [5, { orderType: 'limitAlo' }],
    [3, { orderType: 'limitGtc', postOnly: true }],
    [2, { orderType: 'limitGtd', postOnly: true, expiresAt: '${now + 3600 s in seconds}' }],
  ]);
  return {
    symbol: market.symbol,
    side: 'buy',
    ...type,
    price: farPrice(plan, market),
    quantity: farQuantity(plan, market),
    ...(plan.percent(40) && { clientOrderId: `${plan.draw.uint32()}-${plan.clientId()}` }),
  };
}

const farPrice = (plan: Plan, market: MarketView): string =>
  priceText(market, (market.mark * (1_000 - plan.pick(BELOW))) / 1_000);

const farQuantity = (plan: Plan, market: MarketView): string => {
  const least = Math.max(market.minimum, LEAST_NOTIONAL / market.mark);
  return quantityText(market, Math.ceil(least / market.lot) * market.lot * plan.pick([2, 3, 4]));
};
const LEAST_NOTIONAL = 15;

/** Orders that are kept open at most. */
const OPEN_AT_MOST = 6;

function place(plan: Plan): void {
  if (plan.memory.orders.length >= OPEN_AT_MOST) return cancelAll(plan);
  plan.signed(plan.account(), 'placeOrders', placing([farOrder(plan)]));
  readOrders(plan);
}

function cancelAll(plan: Plan): void {
  for (const account of plan.accounts) plan.signed(account, 'cancelAllOrders', { symbols: ['*'] });
  plan.memory.orders = [];
  readOrders(plan);
}

function cancelOne(plan: Plan): void {
  const order = plan.memory.orders.at(-1);
  if (!order) return place(plan);
  const byClient = order.clientId !== '' && plan.percent(50);
  plan.signed(
    order.account,
    'cancelOrders',
    byClient ? { clientOrderIds: [order.clientId] } : { orderIds: [order.id] },
  );
  if (plan.percent(20)) plan.signed(order.account, 'cancelOrders', { orderIds: [order.id] });
  readOrders(plan);
}

function modify(plan: Plan): void {
  const order = plan.memory.orders.at(-1);
  const market = order && plan.memory.markets.find(({ symbol }) => symbol === order.symbol);
  if (!order || !market) return place(plan);
  const change = {
    ...(plan.percent(60) && { price: farPrice(plan, market) }),
    ...(plan.percent(60) && { quantity: farQuantity(plan, market) }),
  };
  if (plan.percent(70)) plan.signed(order.account, 'modifyOrder', { orderId: order.id, ...change });
  else plan.signed(order.account, 'modifyOrderBatch', { orders: [{ orderId: order.id, ...change }] });
  readOrders(plan);
}

const readOrders = (plan: Plan): void => {
  for (const account of plan.accounts) plan.signed(account, 'getOpenOrders');
};

/** Values that no field of an order takes, and fields of other order types. */
const FAULTS: readonly Params[] = [
  { price: '' },
  { price: '-1' },
  { price: '0' },
  { price: 'abc' },
  { price: '1e3' },
  { price: 5 },
  { quantity: '' },
  { quantity: '0' },
  { quantity: '-1' },
  { quantity: '0.00000001' },
  { quantity: 'x' },
  { symbol: 'NO-USDT' },
  { symbol: '' },
  { symbol: 'x'.repeat(21) },
  { side: 'BUY' },
  { side: '' },
  { orderType: 'limit' },
  { orderType: '' },
  { triggerPrice: '1' },
  { isTriggerMarket: true },
  { expiresAt: 5 },
  { expiresAt: '5' },
  { clientOrderId: 'bad id!' },
  { clientOrderId: 'a'.repeat(256) },
  { reduceOnly: 'yes' },
  { reduceOnly: true },
  { postOnly: 1 },
];

function oddOrder(plan: Plan): void {
  const { postOnly: _, expiresAt: __, ...order } = farOrder(plan);
  const odd = { ...order, orderType: 'limitAlo', ...plan.pick(FAULTS) };
  plan.signed(plan.account(), 'placeOrders', placing([odd], plan.percent(90) ? 'na' : 'group'));
}

/** Requests that change at most orders, in envelopes and under signatures of every kind. */
function oddEnvelope(plan: Plan): void {
  const order = plan.memory.orders.at(-1);
  const requests: readonly (readonly [string, Params])[] = [
    ['placeOrders', placing([farOrder(plan)])],
    ['cancelOrders', { orderIds: [order?.id ?? '12345'] }],
    ['cancelAllOrders', { symbols: ['*'] }],
    ['modifyOrder', { orderId: order?.id ?? '12345', quantity: quantityText(plan.market(), plan.market().minimum) }],
    ['scheduleCancel', { timeoutSeconds: 0 }],
    ['getOpenOrders', {}],
    ['getPositions', {}],
    ['getTrades', { limit: 1 }],
    ['getFeeRate', {}],
    ['getSubAccount', {}],
  ];
  const [action, params] = plan.pick(requests);
  oddEnvelopeOf(plan, plan.account(), action, params);
  readOrders(plan);
}

/** Reads with filters that they do not take. */
function oddRead(plan: Plan): void {
  const odd = plan.pick<readonly [string, Params]>([
    ['getOpenOrders', { limit: 1_001 }],
    ['getOpenOrders', { limit: -1 }],
    ['getOpenOrders', { offset: -1 }],
    ['getTrades', { limit: 1_001 }],
    ['getTrades', { startTime: timeIn(0), endTime: timeIn(-1_000) }],
    ['getTrades', { orderId: 'x' }],
    ['getOrderHistory', { status: ['none'] }],
    ['getOrderHistory', { limit: 1_001 }],
    ['getPositions', { sortBy: 'price' }],
    ['getPositionHistory', { offset: 10_001 }],
    ['getPerformanceHistory', { period: 'decade' }],
    ['getTradesForPosition', {}],
    ['getWithdrawableAmounts', { symbols: [] }],
    ['getBalanceUpdates', { actionFilter: 'NONE' }],
  ]);
  plan.signed(plan.account(), ...odd);
}

/** Of public reads, those whose refusals do not depend on what has happened there. */
function publicRead(plan: Plan): void {
  const { symbol } = plan.market();
  const [action, params] = plan.pick<readonly [string, Params]>([
    ['getOrderbook', { symbol, limit: 5 }],
    ['getLastTrades', { symbol, limit: 5 }],
    ['getFundingRate', { symbol }],
    ['getOpenInterest', { symbol }],
    ['getCandles', { symbol, interval: '1m', startTime: timeIn(-600_000), endTime: timeIn(0) }],
  ]);
  plan.public(action, params);
}

function trespass(plan: Plan): void {
  const [owner, stranger] = plan.accounts;
  if (owner === undefined || stranger === undefined) return oddRead(plan);
  const [action, params] = plan.pick<readonly [string, Params]>([
    ['getOpenOrders', {}],
    ['getPositions', {}],
    ['getSubAccount', {}],
    ['cancelAllOrders', { symbols: ['*'] }],
    ['cancelOrders', { orderIds: ['12345'] }],
  ]);
  plan.signed(stranger, action, params, { on: plan.pick<string>([owner, owner, '5', idOf(owner)]) });
}

function again(plan: Plan): void {
  plan.signed(plan.account(), 'cancelAllOrders', { symbols: ['*'] });
  plan.add({ kind: 'again' });
  plan.memory.orders = [];
}

export const PLAIN: readonly (readonly [number, (plan: Plan) => void])[] = [
  [18, place],
  [8, cancelOne],
  [4, cancelAll],
  [10, modify],
  [25, oddOrder],
  [25, oddEnvelope],
  [8, oddRead],
  [8, trespass],
  [4, again],
  [5, oddBody],
  [6, (plan) => oddParam(plan, publicRead)],
];
