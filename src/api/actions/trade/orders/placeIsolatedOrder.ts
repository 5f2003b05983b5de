import { type Static, Type } from '@sinclair/typebox';
import type { PlaceIsolatedOrder } from '../../../../engine/isolated/terms.ts';
import { invariant } from '../../../../kernel/assert.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { type ActionContext, defineWrite, EVERY_ROLE } from '../../../action.ts';
import { isObject, type JsonObject } from '../../../json.ts';
import { leverageFault, leverageFrom, readLeverageText, readMargin } from '../../../fields/margin-params.ts';
import { type OrderItem, readOrderItem, signedOrderOf } from '../../../orders/order-item.ts';
import { orderItemFault } from '../../../orders/order-item-rules.ts';
import { invalidOrderType, isPlainType } from '../../../orders/order-type-rules.ts';
import { gtdWindowFault, toPlaceOrder } from '../../../orders/place-commands.ts';
import { PlaceStatus, placeStatusOf } from '../../../orders/statuses.ts';
import { Closed, decode, SubAccountParams } from '../../../primitives.ts';
import { OrderItemParams } from './placeOrders.ts';

const PlaceIsolatedOrderResult = Closed({ statuses: Type.Array(PlaceStatus, { minItems: 1, maxItems: 1 }) });

/** As signed. */
interface Sent {
  readonly item: OrderItem;
  readonly leverage: string;
  readonly isolatedMargin: string;
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
export const placeIsolatedOrder = defineWrite<PlaceIsolatedOrder, Static<typeof PlaceIsolatedOrderResult>>({
  name: 'placeIsolatedOrder',
  summary: 'Place an order with margin and leverage of its own.',
  params: Type.Object({
    ...SubAccountParams,
    order: Type.Object(OrderItemParams.properties, { description: 'Of a limit type or market' }),
    leverage: Type.Union([Type.String({ pattern: '^[1-9][0-9]*$' }), Type.Integer({ minimum: 1 })]),
    isolatedMargin: Type.String({ maxLength: 128 }),
  }),
  result: PlaceIsolatedOrderResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  whitelist: true,
  orders: () => 1,
  cost: () => 5,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const sent = readSent(params);
    if (isRefusal(sent)) return sent;
    const { item, leverage, isolatedMargin } = sent;
    const order = signedOrderOf(item);
    return {
      type: 'PlaceIsolatedOrder',
      values: { subAccountId, order, leverage, isolatedMargin, nonce, expiresAfter },
    };
  },
  parse: (params, context) => {
    const sent = readSent(params);
    return isRefusal(sent) ? sent : toCommand(sent, context);
  },
  toCommands: (command) => [command],
  toResult: ({ clientId }, [outcome], { state }) => {
    invariant(outcome, 'one command, one outcome');
    return { statuses: [placeStatusOf(clientId, outcome, state)] };
  },
});

/** The item stands in `order`, or beside the other params as loose clients send it. Errors: INVALID_FORMAT. */
function readSent(params: JsonObject): Sent | Refusal {
  const { order = params } = params;
  const item = isObject(order) ? readOrderItem(order) : refuse('INVALID_FORMAT');
  if (isRefusal(item)) return item;
  const leverage = readLeverageText(params);
  if (isRefusal(leverage)) return leverage;
  const decoded = decode(params, { isolatedMargin: 'text' });
  return isRefusal(decoded) ? decoded : { item, leverage, isolatedMargin: decoded.isolatedMargin ?? '' };
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
