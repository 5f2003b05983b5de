import { type Params, secondsIn, type Value } from '../command.ts';
import { type MarketView, type PlacedOrder, type Plan, priceText, quantityText } from './plan.ts';

export type Item = Readonly<Record<string, Value>>;
export type Side = 'buy' | 'sell';

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const LIMITS = ['limitGtc', 'limitGtc', 'limitGtc', 'limitIoc', 'limitAlo', 'limitGtd'] as const;
const SIZES = [1, 1, 2, 5, 10, 50, 100, 100, 300, 1_000] as const;

export const side = (plan: Plan): Side => (plan.percent(50) ? 'buy' : 'sell');

/** A price by where it stands to the book: inside the spread, at a level, across the book, or out of the allowed band. */
function price(plan: Plan, market: MarketView, of: Side): string {
  const { mark, tick } = market;
  const sign = of === 'buy' ? -1 : 1;
  const perMille = (count: number): number => (mark * count) / 1_000;
  const from = plan.weighted<number>([
    [30, mark + tick * plan.draw.between(-9, 9)],
    [25, mark + sign * tick * plan.draw.between(10, 60)],
    [12, mark - sign * tick * plan.draw.between(10, 80)],
    [20, mark + sign * perMille(plan.draw.between(1, 45))],
    [6, mark - sign * perMille(plan.draw.between(1, 49))],
    [2, mark + sign * perMille(plan.draw.between(50, 52))],
    [1, mark - sign * perMille(plan.draw.between(50, 60))],
    [1, mark + sign * perMille(plan.draw.between(100, 900))],
  ]);
  return priceText(market, Math.max(tick, from));
}

export function quantity(plan: Plan, market: MarketView): string {
  return quantityText(market, market.minimum * plan.pick(SIZES));
}

/** A limit or market order that the exchange may accept. */
export function plainItem(plan: Plan, market = plan.market(), of = side(plan)): Item {
  const base = { symbol: market.symbol, side: of, quantity: quantity(plan, market), ...marks(plan) };
  if (plan.percent(18)) return { ...base, orderType: 'market' };
  const orderType = plan.pick(LIMITS);
  return {
    ...base,
    orderType,
    price: price(plan, market, of),
    ...(orderType === 'limitGtd' && { expiresAt: secondsIn(plan.pick([1, 5, 30, 61, 120, 600, 3_600])) }),
    ...(/Gt[cd]$/.test(orderType) && plan.percent(8) && { postOnly: true }),
  };
}

/** A stop loss or take profit. */
export function conditionalItem(
  plan: Plan,
  market = plan.market(),
  of = side(plan),
  kind?: 'triggerSl' | 'triggerTp',
): Item {
  const { mark, tick } = market;
  const away = plan.weighted<number>([
    [5, plan.draw.between(1, 40) * tick],
    [3, (mark * plan.draw.between(1, 40)) / 1_000],
  ]);
  const trigger = mark + (plan.percent(50) ? away : -away);
  const isMarket = plan.percent(60);
  const closes = plan.percent(15);
  return {
    symbol: market.symbol,
    side: of,
    orderType: kind ?? (plan.percent(50) ? 'triggerSl' : 'triggerTp'),
    triggerPrice: priceText(market, trigger),
    ...(isMarket
      ? { isTriggerMarket: true }
      : { price: priceText(market, trigger + plan.draw.between(-20, 20) * tick) }),
    ...(closes ? { closePosition: true } : { quantity: quantity(plan, market) }),
    ...(plan.percent(25) && { triggerPriceType: plan.pick(['mark', 'last']) }),
    ...marks(plan),
  };
}

function marks(plan: Plan): Item {
  return {
    ...(plan.percent(12) && { reduceOnly: true }),
    ...(plan.percent(35) && { clientOrderId: plan.clientId() }),
  };
}

export function twapItem(plan: Plan, market = plan.market()): Item {
  const intervalSeconds = plan.pick([0, 10, 30, 60]);
  return {
    symbol: market.symbol,
    side: side(plan),
    orderType: 'twap',
    quantity: quantityText(market, market.minimum * plan.pick([100, 300, 1_000])),
    durationSeconds: plan.pick([300, 300, 360, 600, 3_600]),
    ...(intervalSeconds > 0 && { intervalSeconds }),
    ...(plan.percent(30) && { price: priceText(market, market.mark * (plan.percent(50) ? 1.01 : 0.99)) }),
    ...(plan.percent(25) && { sizeVarianceBps: plan.pick([100, 1_000, 2_000]) }),
    ...(plan.percent(25) && { intervalVarianceBps: plan.pick([100, 1_000, 2_000]) }),
    ...(plan.percent(10) && { reduceOnly: true }),
  };
}

export const placing = (orders: readonly Item[], grouping = 'na'): Params => ({ orders, grouping });

export function placeSome(plan: Plan): void {
  const count = plan.weighted([
    [70, 1],
    [20, plan.draw.between(2, 4)],
    [5, plan.draw.between(5, 20)],
  ] as const);
  const items = Array.from({ length: count }, () => (plan.percent(85) ? plainItem(plan) : conditionalItem(plan)));
  const source = plan.percent(4) ? { source: plan.pick(['bot-1', 'a.b=c', '']) } : {};
  plan.signed(plan.account(), 'placeOrders', { ...placing(items, plan.percent(95) ? 'na' : ''), ...source });
}

export function placeConditional(plan: Plan): void {
  plan.signed(plan.account(), 'placeOrders', placing([conditionalItem(plan)]));
}

export function placeTwap(plan: Plan): void {
  plan.signed(plan.account(), 'placeOrders', placing([twapItem(plan)], 'twap'));
  if (plan.canSteer) plan.advance(plan.pick([9_999, 30_000, 31_000, 60_000, 310_000]));
}

export function placeGroup(plan: Plan): void {
  const market = plan.market();
  const of = side(plan);
  const account = plan.account();
  const { mark, tick } = market;
  const sign = of === 'buy' ? 1 : -1;
  const child = (kind: 'triggerSl' | 'triggerTp'): Item => ({
    ...conditionalItem(plan, market, opposite(of), kind),
    triggerPrice: priceText(market, mark + sign * (kind === 'triggerTp' ? 1 : -1) * tick * plan.draw.between(20, 200)),
  });
  const grouping = plan.pick(['normalTpsl', 'normalTpsl', 'multipleTpsl', 'positionTpsl']);
  const children = plan.percent(60) ? [child('triggerTp'), child('triggerSl')] : [child('triggerSl')];
  const main = plainItem(plan, market, of);
  plan.signed(account, 'placeOrders', placing(grouping === 'positionTpsl' ? children : [main, ...children], grouping));
}

/** Commands about orders that are there, or were. */

export function cancelSome(plan: Plan): void {
  const order = anOrder(plan);
  if (!order) return;
  const mine = plan.memory.orders.filter(({ account }) => account === order.account);
  const others = plan.percent(20) ? [plan.pick(mine)] : [];
  const orders = [order, ...others];
  const byClient = orders.every(({ clientId }) => clientId !== '') && plan.percent(50);
  const params = byClient
    ? { clientOrderIds: orders.map(({ clientId }) => clientId) }
    : { orderIds: [...orders.map(({ id }) => id), ...(plan.percent(8) ? ['12345'] : [])] };
  plan.signed(order.account, 'cancelOrders', params, { on: order.on });
}

export function cancelAll(plan: Plan): void {
  const symbols = plan.percent(50) ? ['*'] : [plan.market().symbol];
  plan.signed(plan.account(), 'cancelAllOrders', plan.percent(90) ? { symbols } : {});
}

export function modifyOne(plan: Plan): void {
  const order = anOrder(plan);
  const market = order && marketOf(plan, order);
  if (!order || !market) return;
  const byClient = order.clientId !== '' && plan.percent(30);
  plan.signed(
    order.account,
    'modifyOrder',
    { ...(byClient ? { clientOrderId: order.clientId } : { orderId: order.id }), ...changeOf(plan, order, market) },
    { on: order.on },
  );
}

export function modifyBatch(plan: Plan): void {
  const first = anOrder(plan);
  if (!first) return;
  const mine = plan.memory.orders.filter(({ account }) => account === first.account);
  const picked = [first, ...(plan.percent(60) ? [plan.pick(mine)] : [])];
  const orders = picked.flatMap((order) => {
    const market = marketOf(plan, order);
    return market ? [{ orderId: order.id, ...changeOf(plan, order, market) }] : [];
  });
  plan.signed(first.account, 'modifyOrderBatch', { orders }, { on: first.on });
}

/** An order is placed at a price where others wait, then loses or keeps its place in the queue. */
export function queueForPriority(plan: Plan): void {
  const market = plan.market();
  const of = plan.percent(50) ? 'buy' : 'sell';
  const at = { symbol: market.symbol, side: of, orderType: 'limitGtc', price: price(plan, market, of) };
  const [first, second] = [plan.account(), plan.account()];
  const one = plan.signed(first, 'placeOrders', {
    orders: [{ ...at, quantity: quantity(plan, market) }],
    grouping: 'na',
  });
  plan.signed(second, 'placeOrders', { orders: [{ ...at, quantity: quantity(plan, market) }], grouping: 'na' });
  plan.signed(first, 'modifyOrder', {
    orderId: `\${c${one}.response.statuses[0].resting.id}`,
    quantity: quantity(plan, market),
    ...(plan.percent(40) && { price: at.price }),
  });
  plan.signed(plan.account(), 'placeOrders', {
    orders: [{ ...at, side: of === 'buy' ? 'sell' : 'buy', orderType: 'limitIoc', quantity: quantity(plan, market) }],
    grouping: 'na',
  });
}

function changeOf(plan: Plan, order: PlacedOrder, market: ReturnType<Plan['market']>): Item {
  const of = order.side === 'sell' ? 'sell' : 'buy';
  const isConditional = order.order['triggerPrice'] !== undefined;
  return {
    ...(plan.percent(60) && { price: price(plan, market, of) }),
    ...(plan.percent(60) && { quantity: quantity(plan, market) }),
    ...(isConditional && plan.percent(70) && { triggerPrice: price(plan, market, of) }),
  };
}

const anOrder = (plan: Plan): PlacedOrder | undefined => {
  const { orders } = plan.memory;
  // Late ones are more likely to be open.
  if (orders.length === 0) return undefined;
  return plan.percent(70) ? plan.pick(orders.slice(-12)) : plan.pick(orders);
};

const marketOf = (plan: Plan, { symbol }: PlacedOrder): ReturnType<Plan['market']> | undefined =>
  plan.memory.markets.find((market) => market.symbol === symbol);

/** The same client id twice, where the first order may still be open. */
export function repeatClientId(plan: Plan): void {
  const named = plan.memory.orders.filter(({ clientId }) => clientId !== '');
  if (named.length === 0) return;
  const order = plan.pick(named);
  plan.signed(order.account, 'placeOrders', {
    orders: [{ ...plainItem(plan), clientOrderId: order.clientId }],
    grouping: 'na',
  });
}
