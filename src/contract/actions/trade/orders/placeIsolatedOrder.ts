import { Type } from '@sinclair/typebox';
import type { PlaceIsolatedOrder } from '../../../../engine/command.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { type ActionContext, EVERY_ROLE } from '../../../action.ts';
import type { JsonObject } from '../../../json.ts';
import { leverageFault, leverageFrom, readMargin, leverage } from '../../../fields/margin-params.ts';
import { type OrderItem, signedOrderOf, ORDER_ITEM } from '../../../orders/order-item.ts';
import {
  gtdWindowFault,
  invalidOrderType,
  isPlainType,
  orderItemFault,
  toPlaceOrder,
} from '../../../orders/order-rules.ts';
import { PlaceStatus, placeStatusOf } from '../../../orders/statuses.ts';
import { Closed } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, defaulted, readInside, type ReadValue, tableOf } from '../../../fields/table.ts';
import { text } from '../../../fields/fields.ts';
import { DECIMAL_TEXT_MAX } from '../../../../kernel/decimal.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_ORDER } from '../../../example-values.ts';

const PlaceIsolatedOrderResult = Closed({ statuses: Type.Array(PlaceStatus, { minItems: 1, maxItems: 1 }) });

const TERMS = fieldTable({
  leverage: leverage(),
  isolatedMargin: defaulted(text({ maxLength: DECIMAL_TEXT_MAX }), ''),
});
const OrderParams = Type.Object(ORDER_ITEM.schemas, { description: 'Of a limit type or market' });

/** As signed. */
interface Sent extends ReadValue<typeof TERMS> {
  readonly item: OrderItem;
}

/**
 * Places one plain order whose market becomes isolated with it: margin leaves the cross balance for that
 * market alone, and comes back when neither position nor order is left there. In a market that is isolated
 * already, the margin is added to what it holds.
 *
 * Units:  `isolatedMargin` in the settlement asset.
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for the request itself; engine rejections travel inside a 200, among them
 *         INSUFFICIENT_MARGIN when the margin is not free or does not cover the order, and
 *         ORDER_REJECTED_BY_ENGINE when the market has a cross position or orders.
 * Source: clause PLACEISOLATEDORDER; R-11.
 */
export const placeIsolatedOrder = defineWrite({
  name: 'placeIsolatedOrder',
  summary: 'Place an order with margin and leverage of its own.',
  examples: [{ order: EXAMPLE_ORDER, leverage: '5', isolatedMargin: '200' }],
  fields: tableOf({ order: OrderParams, ...TERMS.schemas }, readSent),
  result: PlaceIsolatedOrderResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  whitelist: true,
  orders: () => 1,
  cost: () => 5,
  typedMessage: (sent, request) =>
    signedMessage('PlaceIsolatedOrder', { ...sent, order: signedOrderOf(sent.item) }, request),
  parse: toCommand,
  toCommands: (command) => [command],
  toResult: ({ clientId }, [outcome], { state }) => {
    invariant(outcome, 'one command, one outcome');
    return { statuses: [placeStatusOf(clientId, outcome, state)] };
  },
});

/** The item stands in `order`, or beside the other params as loose clients send it. Errors: INVALID_FORMAT. */
function readSent(params: JsonObject): Sent | Refusal {
  const { order = params } = params;
  const item = order === params ? ORDER_ITEM.read(params, undefined) : readInside(ORDER_ITEM, order, 'order');
  if (isRefusal(item)) return item;
  const terms = TERMS.read(params, undefined);
  return isRefusal(terms) ? terms : { item, ...terms };
}

function toCommand({ item, leverage, isolatedMargin }: Sent, context: ActionContext): PlaceIsolatedOrder | Refusal {
  const { state, now, account } = context;
  const fault =
    orderItemFault(item, now) ?? (isPlainType(item.orderType) ? undefined : invalidOrderType(item.orderType));
  if (fault !== undefined) return refuse('VALIDATION_ERROR', `order 0: ${fault}`);
  const window = gtdWindowFault(item, now);
  if (window !== undefined) return refuse('VALIDATION_ERROR', window);
  const market = state.markets.get(item.symbol);
  const wanted = market ? leverageFrom(leverage, market) : (leverageFault(leverage) ?? 1);
  if (isRefusal(wanted)) return wanted;
  const margin = readMargin('isolatedMargin', isolatedMargin, state);
  if (isRefusal(margin)) return margin;
  if (margin <= 0n) return refuse('VALIDATION_ERROR', 'isolatedMargin must be a positive value');
  const order = toPlaceOrder(item, { account: account.no, source: '' });
  return { ...order, type: 'PlaceIsolatedOrder', leverage: wanted, margin };
}
