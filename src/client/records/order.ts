import type { Static, TObject } from '@sinclair/typebox';
import type { ORDER_ITEM } from '../../contract/orders/order-item.ts';
import type { cancelAllOrders } from '../../contract/actions/trade/orders/cancelAllOrders.ts';
import type { getOpenOrders } from '../../contract/actions/trade/orders/getOpenOrders.ts';
import type { getOrderHistory } from '../../contract/actions/trade/history/getOrderHistory.ts';
import type { getTrades } from '../../contract/actions/trade/history/getTrades.ts';
import type { modifyOrder } from '../../contract/actions/trade/orders/modifyOrder.ts';
import type { placeIsolatedOrder } from '../../contract/actions/trade/orders/placeIsolatedOrder.ts';
import type { placeOrders } from '../../contract/actions/trade/orders/placeOrders.ts';
import type { scheduleCancel } from '../../contract/actions/trade/orders/scheduleCancel.ts';
import type { Merged, ParamsOf, Received, ResultOf } from './contract.ts';

/** Orders and fills: what is asked for, what became of it, and what later lists say of it. */
/** `expiresAt` in Unix seconds, for `limitGtd`. */
export type OrderItem = Received<Omit<Static<TObject<(typeof ORDER_ITEM)['schemas']>>, 'symbol'>> & {
  readonly symbol: string;
};
export type Side = OrderItem['side'];
export type PriceSource = NonNullable<OrderItem['triggerPriceType']>;

/** How the orders of one request belong together. */
export type Grouping = NonNullable<ParamsOf<typeof placeOrders>['grouping']>;

/** An order with margin and leverage of its own; `isolatedMargin` in the settlement asset. */
export type IsolatedOrder = Omit<ParamsOf<typeof placeIsolatedOrder>, 'order'> & { readonly order: OrderItem };

/** One of `resting`, `filled`, `canceled` and `error` is there. */
export type OrderStatus = Partial<Merged<ResultOf<typeof placeOrders>['statuses'][number]>>;
export interface Statuses {
  readonly statuses: readonly OrderStatus[];
}

export type Changes = Omit<ParamsOf<typeof modifyOrder>, 'orderId' | 'clientOrderId'>;
export type ModifyResult = Merged<ResultOf<typeof modifyOrder>>;
/** `message` is empty on success. */
export type CancelledOrder = ResultOf<typeof cancelAllOrders>[number];
/** `triggerTime` is absent while disarmed. */
export type CancelSwitch = ResultOf<typeof scheduleCancel>;

export type OpenOrder = ResultOf<typeof getOpenOrders>[number];
export type OrderId = OpenOrder['order'];
export type OrderType = OpenOrder['type'];
export type TimeInForce = OpenOrder['timeInForce'];
/** One state that an order has reached. */
export type OrderRecord = ResultOf<typeof getOrderHistory>[number];
export type OrderState = OrderRecord['status'];
export type Trade = ResultOf<typeof getTrades>['trades'][number];
export type Direction = Trade['direction'];
