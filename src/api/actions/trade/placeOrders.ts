import { type Static, Type } from '@sinclair/typebox';
import type { PlaceOrder, Side } from '../../../engine/command.ts';
import { normalizeDecimal } from '../../../kernel/decimal.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { type ActionContext, defineWrite, EVERY_ROLE } from '../../action.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { type OrderItem, readOrderItem, signedOrderOf } from '../../orders/order-item.ts';
import { orderItemFault, symbolFault } from '../../orders/order-item-rules.ts';
import { invalidOrderType, isPlainType } from '../../orders/order-type-rules.ts';
import { PlaceStatus, placeStatusOf } from '../../orders/statuses.ts';
import { Closed, decode, SubAccountParams } from '../../primitives.ts';

const ORDERS_MAX = 20;
const SOURCE_MAX = 100;
const TOKENS_PER_ORDER = 5;
/** A good-till-date order lives at least and at most this long. */
const GTD_MIN_MS = 10_000;
const GTD_MAX_MS = 86_400_000;

/** Independent orders, each with a status of its own; the empty text means the same. */
const GROUPINGS: ReadonlySet<string> = new Set(['', 'na']);

const Item = Type.Object({
  symbol: Type.Optional(Type.String({ maxLength: 20 })),
  side: Type.String({ description: 'buy or sell' }),
  orderType: Type.String({ description: 'limitGtc, limitIoc, limitGtd, limitAlo or market' }),
  price: Type.Optional(Type.String({ maxLength: 128, description: 'Empty or absent on market orders' })),
  triggerPrice: Type.Optional(Type.String({ maxLength: 128, description: 'Empty when there is none' })),
  quantity: Type.String({ maxLength: 128 }),
  reduceOnly: Type.Optional(Type.Boolean()),
  isTriggerMarket: Type.Optional(Type.Boolean()),
  postOnly: Type.Optional(Type.Boolean({ description: 'Counts on limitGtc and limitGtd; not signed' })),
  closePosition: Type.Optional(Type.Boolean()),
  clientOrderId: Type.Optional(Type.String({ maxLength: 255 })),
  expiresAt: Type.Optional(Type.Integer({ description: 'Unix seconds, limitGtd only; not signed' })),
});

const PlaceOrdersResult = Closed({ statuses: Type.Array(PlaceStatus) });

/** A placement as sent. */
interface Placement {
  readonly items: readonly OrderItem[];
  readonly grouping: string;
  /** Symbol of the items that carry none. */
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
export const placeOrders = defineWrite<readonly PlaceOrder[], Static<typeof PlaceOrdersResult>>({
  name: 'placeOrders',
  summary: 'Place one or more orders for a subaccount.',
  clauses: [
    'PLACEORDERS',
    'PLACEORDERS-PARAM-SUBACCOUNTID',
    'PLACEORDERS-PARAM-ORDERS',
    'PLACEORDERS-PARAM-GROUPING',
    'PLACEORDERS-ITEM-SYMBOL',
    'PLACEORDERS-ITEM-SIDE',
    'PLACEORDERS-ITEM-ORDERTYPE',
    'PLACEORDERS-ITEM-PRICE',
    'PLACEORDERS-ITEM-TRIGGERPRICE',
    'PLACEORDERS-ITEM-QUANTITY',
    'PLACEORDERS-ITEM-REDUCEONLY',
    'PLACEORDERS-ITEM-ISTRIGGERMARKET',
    'PLACEORDERS-ITEM-CLIENTID',
    'PLACEORDERS-ITEM-OTHER',
    'PLACEORDERS-TYPE-LIMITGTC',
    'PLACEORDERS-TYPE-LIMITGTD',
    'PLACEORDERS-TYPE-OTHER',
    'PLACEORDERS-RESP-STATUSES',
    'PLACEORDERS-STATUS-RESTING',
    'PLACEORDERS-STATUS-FILLED',
    'PLACEORDERS-STATUS-CANCELED',
    'PLACEORDERS-STATUS-ORDER',
    'PLACEORDERS-STATUS-ID',
    'PLACEORDERS-STATUS-OTHER',
    'WHITELIST-REQUIRED',
    'AUTH-TYPE-PLACEORDERS',
    'RATE-COST-PLACEORDERS',
    'LIMIT-ACCOUNT-MAXORDERSPERMARKET',
    'LIMIT-ACCOUNT-MAXTOTALORDERS',
  ],
  params: Type.Object({
    ...SubAccountParams,
    orders: Type.Array(Item, { minItems: 1, maxItems: ORDERS_MAX }),
    grouping: Type.Optional(Type.String({ description: 'na or empty' })),
    symbol: Type.Optional(Type.String({ maxLength: 20, description: 'For the orders that name none; not signed' })),
    source: Type.Optional(Type.String({ maxLength: SOURCE_MAX, description: 'Free tag; not signed' })),
  }),
  result: PlaceOrdersResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  whitelist: true,
  cost: ({ orders }) => TOKENS_PER_ORDER * Math.max(1, Array.isArray(orders) ? orders.length : 1),
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
  toResult: (orders, outcomes, { state }) => ({
    statuses: outcomes.map((outcome, index) => placeStatusOf(orders[index]?.clientId ?? '', outcome, state)),
  }),
});

/** Reads what the signature covers and little more. Errors: a missing, empty or overlong batch; INVALID_FORMAT. */
function readPlacement(params: JsonObject): Placement | Refusal {
  const batch = readBatch(params.orders);
  if (isRefusal(batch)) return batch;
  const decoded = decode(params, { grouping: 'text', symbol: 'text', source: 'text' });
  if (isRefusal(decoded)) return decoded;
  const items: OrderItem[] = [];
  for (const value of batch) {
    const item = isObject(value) ? readOrderItem(value) : refuse('INVALID_FORMAT');
    if (isRefusal(item)) return item;
    items.push(item);
  }
  return { items, grouping: decoded.grouping ?? '', symbol: decoded.symbol ?? '', source: decoded.source ?? '' };
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
    const fault = orderItemFault(item, symbol, now);
    if (fault !== undefined) return `order ${index}: ${fault}`;
  }
  return GROUPINGS.has(grouping) ? sourceFault(source) : 'invalid grouping';
}

function sourceFault(source: string): string | undefined {
  if (source.length > SOURCE_MAX) {
    return `invalid source attribute: exceeds maximum length of ${SOURCE_MAX} characters`;
  }
  return /\p{Cc}/u.test(source) ? 'invalid source attribute: contains control characters' : undefined;
}

/** Commands for items that passed. One that cannot become an order fails the whole request. */
function toPlaceOrders(placement: Placement, context: ActionContext): readonly PlaceOrder[] | Refusal {
  const orders: PlaceOrder[] = [];
  for (const [index, item] of placement.items.entries()) {
    if (!isPlainType(item.orderType)) {
      return refuse('VALIDATION_ERROR', `order ${index}: ${invalidOrderType(item.orderType)}`);
    }
    const window = gtdWindowFault(item.expiresAt, context.now);
    if (window !== undefined) return refuse('VALIDATION_ERROR', window);
    orders.push({
      type: 'PlaceOrder',
      account: context.account.no,
      symbol: item.symbol === '' ? placement.symbol : item.symbol,
      side: item.side as Side,
      orderType: item.orderType,
      price: normalizeDecimal(item.price) ?? '',
      quantity: normalizeDecimal(item.quantity) ?? '',
      reduceOnly: item.reduceOnly,
      postOnly: item.postOnly,
      clientId: item.clientOrderId,
      expiresAt: item.expiresAt === 0 ? null : item.expiresAt * 1000,
      source: placement.source,
    });
  }
  return orders;
}

/** These two texts carry no `order N: ` (wire 2.3). Both ends of the window are inside. */
function gtdWindowFault(expiresAt: number, now: TimeMs): string | undefined {
  if (expiresAt === 0) return undefined;
  const lifeMs = expiresAt * 1000 - now;
  if (lifeMs < GTD_MIN_MS) return 'expiresAt needs to be at least 10 seconds in the future';
  return lifeMs > GTD_MAX_MS ? 'expiresAt needs to be less than 24 hours in the future' : undefined;
}
