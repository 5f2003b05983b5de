import { type Static, Type } from '@sinclair/typebox';
import type { PlaceOrder } from '../../../../engine/orders/order-commands.ts';
import type { ConditionalCommand } from '../../../../engine/orders/conditional-terms.ts';
import type { PlaceTwap } from '../../../../engine/orders/twap-terms.ts';
import { invariant } from '../../../../kernel/assert.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import type { TimeMs } from '../../../../kernel/units.ts';
import { type ActionContext, defineWrite, EVERY_ROLE } from '../../../action.ts';
import { isObject, type Json, type JsonObject } from '../../../json.ts';
import { type OrderItem, readOrderItem, signedOrderOf } from '../../../orders/order-item.ts';
import { orderItemFault, symbolFault } from '../../../orders/order-item-rules.ts';
import { isLinkedGrouping, linkedFault, toPlaceGroup } from '../../../orders/linked-groups.ts';
import { isConditional } from '../../../orders/order-type-rules.ts';
import { gtdWindowFault, type PlaceRequest, toPlaceConditional, toPlaceOrder } from '../../../orders/place-commands.ts';
import { groupStatusesOf, PlaceStatus, placeStatusOf } from '../../../orders/statuses.ts';
import { INDEPENDENT, isTwapBatch, TWAP, toPlaceTwap, twapFault } from '../../../orders/twap-item.ts';
import { Closed, decode, SubAccountParams } from '../../../primitives.ts';

const ORDERS_MAX = 20;
const SOURCE_MAX = 100;
const SOURCE = /^[A-Za-z0-9\-._=+/]*$/;
const TOKENS_PER_ORDER = 5;

/** An order as it is asked for, for the documents. */
export const OrderItemParams = Type.Object({
  symbol: Type.Optional(Type.String({ maxLength: 20 })),
  side: Type.String({ description: 'buy or sell' }),
  orderType: Type.String({
    description: 'limitGtc, limitIoc, limitGtd, limitAlo, market, triggerSl, triggerTp or twap',
  }),
  price: Type.Optional(Type.String({ maxLength: 128, description: 'Empty or absent on market orders' })),
  triggerPrice: Type.Optional(Type.String({ maxLength: 128, description: 'triggerSl and triggerTp only' })),
  triggerPriceType: Type.Optional(Type.String({ description: 'mark (default) or last; not signed' })),
  quantity: Type.Optional(Type.String({ maxLength: 128, description: 'Empty or 0 with closePosition' })),
  reduceOnly: Type.Optional(Type.Boolean()),
  isTriggerMarket: Type.Optional(Type.Boolean({ description: 'The fired order is a market order' })),
  postOnly: Type.Optional(Type.Boolean({ description: 'Counts on limitGtc and limitGtd; not signed' })),
  closePosition: Type.Optional(Type.Boolean({ description: 'The fired order takes the size of the position' })),
  clientOrderId: Type.Optional(Type.String({ maxLength: 255 })),
  expiresAt: Type.Optional(Type.Integer({ description: 'Unix seconds, limitGtd only; not signed' })),
  durationSeconds: Type.Optional(Type.Integer({ description: 'twap only: 300 to 86400; not signed' })),
  intervalSeconds: Type.Optional(
    Type.Integer({ description: 'twap only: 10, 30, 60, 120, 180, 300 or 600; 0 is 30; not signed' }),
  ),
  sizeVarianceBps: Type.Optional(Type.Integer({ description: 'twap only: 0 to 2000 in steps of 100; not signed' })),
  intervalVarianceBps: Type.Optional(Type.Integer({ description: 'twap only: 0 to 2000 in steps of 100; not signed' })),
});

const PlaceOrdersResult = Closed({ statuses: Type.Array(PlaceStatus) });

/** What one entry, or linked entries, of a placement become. */
type Placing = PlaceOrder | ConditionalCommand | PlaceTwap;

/** A placement as sent. */
interface Placement {
  readonly items: readonly OrderItem[];
  readonly grouping: string;
  /** Symbol that the items got which named none. */
  readonly symbol: string;
  readonly source: string;
}

/**
 * Places 1 to 20 orders of one subaccount; each is accepted or rejected on its own.
 *
 * Units:  prices in quote, quantities in base, `expiresAt` in Unix seconds when sent and ms when answered.
 * Cost:   5 tokens per order; no orders cost as much as one.
 * Errors: 400 VALIDATION_ERROR with nothing placed when the request itself is wrong, in the order of wire
 *         2.2; engine rejections travel inside a 200.
 * Source: clauses PLACEORDERS; wire 2.2 to 2.4.
 */
export const placeOrders = defineWrite<readonly Placing[], Static<typeof PlaceOrdersResult>>({
  name: 'placeOrders',
  summary: 'Place one or more orders for a subaccount.',
  params: Type.Object({
    ...SubAccountParams,
    orders: Type.Array(OrderItemParams, { minItems: 1, maxItems: ORDERS_MAX }),
    grouping: Type.Optional(
      Type.String({ description: 'na or empty, normalTpsl, multipleTpsl, positionTpsl or twap' }),
    ),
    symbol: Type.Optional(
      Type.String({ maxLength: 20, description: 'For the orders that name none; signed as theirs' }),
    ),
    source: Type.Optional(
      Type.String({ maxLength: SOURCE_MAX, description: 'A tag of letters, digits and -._=+/; not signed' }),
    ),
  }),
  result: PlaceOrdersResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  whitelist: true,
  cost: ({ orders }) => TOKENS_PER_ORDER * Math.max(1, Array.isArray(orders) ? orders.length : 1),
  orders: ({ orders }) => (Array.isArray(orders) ? orders.length : 0),
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const placement = readPlacement(params);
    if (isRefusal(placement)) return placement;
    const { items, grouping } = placement;
    return {
      type: 'PlaceOrders',
      values: { subAccountId, orders: items.map(signedOrderOf), grouping, nonce, expiresAfter },
    };
  },
  parse: (params, context) => {
    const placement = readPlacement(params);
    if (isRefusal(placement)) return placement;
    const fault = placementFault(placement, context.now);
    return fault === undefined ? toPlaceOrders(placement, context) : refuse('VALIDATION_ERROR', fault);
  },
  toCommands: (orders) => orders,
  toResult: (orders, outcomes, { state }) => {
    // The engine judges some terms of a request itself: these fail it as a whole (wire 2.4).
    const fault = outcomes.find(({ refusal }) => refusal?.code === 'VALIDATION_ERROR')?.refusal;
    if (fault) return fault;
    return {
      statuses: orders.flatMap((order, index) => {
        const outcome = outcomes[index];
        invariant(outcome, 'each command has its outcome');
        if (order.type === 'PlaceGroup') return groupStatusesOf(order, outcome, state);
        return [placeStatusOf(order.clientId, outcome, state)];
      }),
    };
  },
});

/** Reads what the signature covers and little more. Errors: a missing, empty or overlong batch; INVALID_FORMAT. */
function readPlacement(params: JsonObject): Placement | Refusal {
  const batch = readBatch(params.orders);
  if (isRefusal(batch)) return batch;
  const decoded = decode(params, { grouping: 'text', symbol: 'text', source: 'text' });
  if (isRefusal(decoded)) return decoded;
  const { grouping = '', symbol = '', source = '' } = decoded;
  const items: OrderItem[] = [];
  for (const value of batch) {
    const item = isObject(value) ? readOrderItem(value) : refuse('INVALID_FORMAT');
    if (isRefusal(item)) return item;
    // Before anything is hashed, so that the signature binds the market.
    items.push(item.symbol === '' ? { ...item, symbol } : item);
  }
  return { items, grouping, symbol, source: source.trim() };
}

function readBatch(orders: Json | undefined): readonly Json[] | Refusal {
  if (orders === undefined || orders === null) return refuse('VALIDATION_ERROR', 'orders array cannot be empty');
  if (!Array.isArray(orders)) return refuse('INVALID_FORMAT');
  if (orders.length === 0) return refuse('VALIDATION_ERROR', 'orders array cannot be empty');
  if (orders.length > ORDERS_MAX) return refuse('VALIDATION_ERROR', `orders cannot exceed ${ORDERS_MAX} per request`);
  return orders as readonly Json[];
}

/** The first thing wrong with a placement, in the order in which wire 2.2 judges it. */
function placementFault({ items, grouping, symbol, source }: Placement, now: TimeMs): string | undefined {
  const fallback = symbol === '' ? undefined : symbolFault(symbol);
  if (fallback !== undefined) return fallback;
  for (const [index, item] of items.entries()) {
    const fault = orderItemFault(item, now);
    if (fault !== undefined) return `order ${index}: ${fault}`;
  }
  if (!INDEPENDENT.has(grouping) && !isLinkedGrouping(grouping) && grouping !== TWAP) return 'invalid grouping';
  return sourceFault(source) ?? twapFault({ items, grouping });
}

/** what a trimmed source may hold. */
function sourceFault(source: string): string | undefined {
  if (source.length > SOURCE_MAX) {
    return `invalid source attribute: exceeds maximum length of ${SOURCE_MAX} characters`;
  }
  return SOURCE.test(source) ? undefined : 'invalid source attribute: takes letters, digits and -._=+/';
}

/** Commands for items that passed. A batch that cannot become orders fails as a whole. */
function toPlaceOrders(placement: Placement, context: ActionContext): readonly Placing[] | Refusal {
  const { items, grouping, source } = placement;
  const request: PlaceRequest = { account: context.account.no, source };
  if (isTwapBatch(placement)) return items.map((item) => toPlaceTwap(item, request));
  const fault = isLinkedGrouping(grouping)
    ? linkedFault(grouping, items, context.now)
    : firstOf(items, (item) => gtdWindowFault(item, context.now));
  if (fault !== undefined) return refuse('VALIDATION_ERROR', fault);
  if (isLinkedGrouping(grouping)) return [toPlaceGroup(grouping, items, request)];
  return items.map((item) =>
    isConditional(item.orderType) ? toPlaceConditional(item, request) : toPlaceOrder(item, request),
  );
}

function firstOf<T>(items: readonly T[], faultOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
