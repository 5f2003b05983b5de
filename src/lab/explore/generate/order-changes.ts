import type { Item } from './orders.ts';
import { plainItem, price, quantity } from './orders.ts';
import type { PlacedOrder } from './memory.ts';
import type { Plan } from './plan.ts';

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
