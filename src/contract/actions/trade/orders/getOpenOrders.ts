import { type Static, Type } from '@sinclair/typebox';
import type { OrderLink } from '../../../../engine/orders/conditional/conditional-terms.ts';
import type { State } from '../../../../engine/state.ts';
import type { Order } from '../../../../engine/orders/order.ts';
import { invariant } from '../../../../kernel/assert.ts';
import { venueIdOf } from '../../../../kernel/ids.ts';
import { type ActionContext, EVERY_ROLE } from '../../../action.ts';
import { formatLots, formatPrice } from '../../../format.ts';
import { WORD_MAX } from '../../../fields/lengths.ts';
import { TwapDetails, twapDetailsOf } from '../../../orders/twap-details.ts';
import { LINKED_FIELDS, linkedFields } from '../../../orders/linked-fields.ts';
import {
  Closed,
  DecimalText,
  IdText,
  OneOf,
  OptionalDecimalText,
  OrderIdentifier,
  orderIdentifier,
  SideWord,
  SymbolText,
  Time,
} from '../../../primitives.ts';
import {
  DEFAULT_TRIGGER_PRICE_TYPE,
  ORDER_TYPE_WORDS,
  orderTypeWord,
  TIME_IN_FORCE_WORDS,
  TRIGGER_PRICE_TYPES,
} from '../../../words.ts';
import { defineTradeRead } from '../../../define.ts';
import { pageOf, limit, offset } from '../../../fields/history.ts';
import { optional, fieldTable, type ReadValue } from '../../../fields/table.ts';
import { shortText, marketFilter, text } from '../../../fields/fields.ts';
import { fittingList } from '../../../json-text.ts';
import { RECORD_BYTES_MAX } from '../../../views.ts';

const OpenOrder = Closed({
  order: OrderIdentifier,
  orderId: IdText,
  symbol: SymbolText,
  side: SideWord,
  type: OneOf(ORDER_TYPE_WORDS),
  quantity: DecimalText,
  price: OptionalDecimalText,
  triggerPrice: OptionalDecimalText,
  triggerPriceType: OneOf(TRIGGER_PRICE_TYPES),
  timeInForce: OneOf(TIME_IN_FORCE_WORDS),
  reduceOnly: Type.Boolean(),
  postOnly: Type.Boolean(),
  closePosition: Type.Boolean(),
  createdTime: Time,
  updatedTime: Time,
  filledQuantity: DecimalText,
  expiresAt: Type.Optional(Time),
  ...LINKED_FIELDS,
  twapDetails: Type.Optional(TwapDetails),
});
const OpenOrders = Type.Array(OpenOrder);

/** Taken for compatibility. */
const unfiltered = () => optional(shortText(WORD_MAX, { description: 'Does not filter' }));

const FIELDS = fieldTable({
  side: unfiltered(),
  type: unfiltered(),
  status: unfiltered(),
  symbol: optional(marketFilter()),
  clientOrderId: optional(text()),
  limit: limit(50),
  offset: offset(),
});
type Query = ReadValue<typeof FIELDS>;

/**
 * Live orders of a subaccount, newest created first; as many of a page as have room in 1 MiB.
 *
 * Cost:   10 tokens.
 * Errors: 400 INVALID_FORMAT for a symbol that is no market; VALIDATION_ERROR for the page.
 * Source: clause GETOPENORDERS; wire 2.17. `side`, `type` and `status` are taken and do not filter.
 */
export const getOpenOrders = defineTradeRead({
  name: 'getOpenOrders',
  summary: 'List the live orders of a subaccount.',
  fields: FIELDS,
  result: OpenOrders,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: false,
  read: (query, context) =>
    fittingList(recordsOf(pageOf(matchingOrders(query, context), query), context), RECORD_BYTES_MAX),
});

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
