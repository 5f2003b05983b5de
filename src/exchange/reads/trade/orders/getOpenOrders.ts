import type { Static } from '@sinclair/typebox';
import type { ActionContext } from '../../../../contract/action.ts';
import { type FIELDS, type OpenOrder, getOpenOrders } from '../../../../contract/actions/trade/orders/getOpenOrders.ts';
import { pageOf } from '../../../../contract/fields/history.ts';
import type { ReadValue } from '../../../../contract/fields/table.ts';
import { formatLots, formatPrice } from '../../../../contract/format.ts';
import { fittingList } from '../../../../contract/json.ts';
import { linkedFields, twapDetailsOf } from '../../../../contract/orders/order-record.ts';
import { orderIdentifier } from '../../../../contract/primitives.ts';
import { RECORD_BYTES_MAX } from '../../../../contract/views.ts';
import { orderTypeWord, DEFAULT_TRIGGER_PRICE_TYPE } from '../../../../contract/words.ts';
import type { OrderLink } from '../../../../engine/orders/conditional-terms.ts';
import type { Order } from '../../../../engine/orders/order.ts';
import type { State } from '../../../../engine/state.ts';
import { invariant } from '../../../../kernel/errors.ts';
import { venueIdOf } from '../../../../kernel/ids.ts';
import { readTrade } from '../../read.ts';

type Query = ReadValue<typeof FIELDS>;

function* recordsOf(orders: readonly Order[], context: ActionContext): Generator<Static<typeof OpenOrder>> {
  for (const order of orders) yield recordOf(order, context);
}

function matchingOrders({ symbol, clientOrderId: clientId = '' }: Query, { account, state }: ActionContext): Order[] {
  const orders: Order[] = [];
  for (const [market, open] of account.open) {
    if (symbol !== undefined && market !== symbol) continue;
    for (const no of open.orders) {
      const order = state.orders.get(no);
      invariant(order, `open order ${no} exists`);
      if (clientId === '' || order.clientId === clientId) orders.push(order);
    }
  }
  return orders.sort((a, b) => b.createdAt - a.createdAt || b.no - a.no);
}

function recordOf(order: Order, { state }: ActionContext): Static<typeof OpenOrder> {
  const market = state.markets.get(order.symbol);
  invariant(market, `market ${order.symbol} exists`);
  const { spec } = market;
  return {
    order: orderIdentifier(order.no, order.clientId),
    orderId: venueIdOf(order.no),
    symbol: order.symbol,
    side: order.side,
    type: orderTypeWord(order.kind),
    quantity: formatLots(spec, order.quantity),
    price: order.price === 0 ? '' : formatPrice(spec, order.price),
    triggerPrice: order.trigger ? formatPrice(spec, order.trigger.price) : '',
    triggerPriceType: order.trigger?.priceType ?? DEFAULT_TRIGGER_PRICE_TYPE,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    postOnly: order.postOnly,
    closePosition: order.closePosition,
    createdTime: order.createdAt,
    updatedTime: order.updatedAt,
    filledQuantity: formatLots(spec, order.filled),
    ...linksOf(order, state),
    ...(order.expiresAt === null ? {} : { expiresAt: order.expiresAt }),
    ...twapDetailsOf(order, state),
  };
}

/** What is still attached to a main order: children that have ended are not. */
function linksOf(order: Order, state: Readonly<State>) {
  if (order.group?.role !== 'main') return {};
  const { takeProfit, stopLoss } = order.group;
  const live = (link: OrderLink | null) =>
    link && state.orders.has(link.no) ? orderIdentifier(link.no, link.clientId) : null;
  return linkedFields(live(takeProfit), live(stopLoss));
}

/** What the response of getOpenOrders is made of. */
export const getOpenOrdersRead = readTrade(getOpenOrders, (query, context) =>
  fittingList(recordsOf(pageOf(matchingOrders(query, context), query), context), RECORD_BYTES_MAX),
);
