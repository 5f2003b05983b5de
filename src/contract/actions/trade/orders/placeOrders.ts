import { Type } from '@sinclair/typebox';
import type { PlaceOrder } from '../../../../engine/orders/order-terms.ts';
import type { ConditionalCommand } from '../../../../engine/orders/conditional-terms.ts';
import type { PlaceTwap } from '../../../../engine/orders/twap-terms.ts';
import { invariant, isRefusal, type Refusal, refuse, wrongType } from '../../../../kernel/errors.ts';
import type { TimeMs } from '../../../../kernel/units.ts';
import { type ActionContext, EVERY_ROLE } from '../../../action.ts';
import type { Json } from '../../../json.ts';
import { type OrderItem, signedOrderOf, ORDER_ITEM } from '../../../orders/order-item.ts';
import {
  gtdWindowFault,
  INDEPENDENT,
  isConditional,
  isTwapBatch,
  orderItemFault,
  type PlaceRequest,
  symbolFault,
  toPlaceConditional,
  toPlaceOrder,
  toPlaceTwap,
  TWAP,
  twapFault,
} from '../../../orders/order-rules.ts';
import { isLinkedGrouping, linkedFault, toPlaceGroup } from '../../../orders/linked-groups.ts';
import { groupStatusesOf, PlaceStatus, placeStatusOf } from '../../../orders/statuses.ts';
import { Closed } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { checked, fieldTable, first, objectOf, readInside, SYMBOL_MAX, withDefault } from '../../../fields/table.ts';
import { json, wordText, text } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_ORDER } from '../../../example-values.ts';

const ORDERS_MAX = 20;
const SOURCE_MAX = 100;
const SOURCE = /^[A-Za-z0-9\-._=+/]*$/;
const TOKENS_PER_ORDER = 5;

export type Grouping = 'na' | 'normalTpsl' | 'multipleTpsl' | 'positionTpsl' | 'twap';

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
 * Units:  prices in quote, quantities in base, `expiresAt` in Unix seconds in the request and ms in the response.
 * Cost:   5 tokens per order; no orders cost as much as one.
 * Errors: 400 VALIDATION_ERROR with nothing placed when the request itself is wrong, in the order of wire
 *         2.2; engine rejections travel inside a 200.
 * Source: clauses PLACEORDERS; wire 2.2 to 2.4.
 */
export const placeOrders = defineWrite({
  name: 'placeOrders',
  summary: 'Place one or more orders for a subaccount.',
  examples: [{ orders: [EXAMPLE_ORDER], grouping: 'na' }],
  fields: fieldTable({
    orders: first(checked(json(Type.Array(objectOf(ORDER_ITEM), { minItems: 1, maxItems: ORDERS_MAX })), readBatch)),
    grouping: withDefault(
      wordText<Grouping>({ description: 'na or empty, normalTpsl, multipleTpsl, positionTpsl or twap' }),
      '',
    ),
    symbol: withDefault(
      text({ maxLength: SYMBOL_MAX, description: 'For the orders that name none; signed as theirs' }),
      '',
    ),
    source: withDefault(
      text({ maxLength: SOURCE_MAX, description: 'A tag of letters, digits and -._=+/; not signed' }),
      '',
    ),
  }).refine(readPlacement),
  result: PlaceOrdersResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  whitelist: true,
  cost: ({ orders }) => TOKENS_PER_ORDER * Math.max(1, Array.isArray(orders) ? orders.length : 1),
  orders: ({ orders }) => (Array.isArray(orders) ? orders.length : 0),
  typedMessage: ({ items, grouping }, request) =>
    signedMessage('PlaceOrders', { orders: items.map(signedOrderOf), grouping }, request),
  parse: (placement, context) => {
    const fault = placementFault(placement, context.now);
    return fault === undefined ? toPlaceOrders(placement, context) : refuse('VALIDATION_ERROR', fault);
  },
  toCommands: (orders) => orders,
  toResult: (orders, outcomes, { state }) => {
    // The engine checks some terms of a request; a fault in one of them refuses the whole request (wire 2.4).
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

interface SentPlacement extends Omit<Placement, 'items'> {
  readonly orders: readonly Json[];
}

/** Reads what the signature covers and little more. Errors: a missing, empty or overlong batch; INVALID_FORMAT. */
function readPlacement({ orders, grouping, symbol, source }: SentPlacement): Placement | Refusal {
  const items: OrderItem[] = [];
  for (const [index, value] of orders.entries()) {
    const item = readInside(ORDER_ITEM, value, `orders[${index}]`);
    if (isRefusal(item)) return item;
    // Before anything is hashed, so that the signature binds the market.
    items.push(item.symbol === '' ? { ...item, symbol } : item);
  }
  return { items, grouping, symbol, source: source.trim() };
}

function readBatch(orders: Json | undefined): readonly Json[] | Refusal {
  if (orders === undefined) return refuse('VALIDATION_ERROR', 'orders array cannot be empty');
  if (!Array.isArray(orders)) return wrongType('orders', 'an array');
  if (orders.length === 0) return refuse('VALIDATION_ERROR', 'orders array cannot be empty');
  if (orders.length > ORDERS_MAX) return refuse('VALIDATION_ERROR', `orders cannot exceed ${ORDERS_MAX} per request`);
  return orders as readonly Json[];
}

/** The first thing wrong with a placement, in the order of wire 2.2. */
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
