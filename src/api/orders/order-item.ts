import { isRefusal, type Refusal } from '../../kernel/errors.ts';
import type { JsonObject } from '../json.ts';
import { decode } from '../primitives.ts';
import type { SignedOrder } from '../signing.ts';

/** One order of a placement as sent, absent texts empty and absent flags false, nothing normalized (wire 1.3). */
export interface OrderItem extends SignedOrder {
  readonly postOnly: boolean;
  readonly triggerPriceType: string;
  /** Unix seconds; 0 when absent. */
  readonly expiresAt: number;
  readonly durationSeconds: number;
  readonly intervalSeconds: number;
  readonly sizeVarianceBps: number;
  readonly intervalVarianceBps: number;
}

const ITEM = {
  symbol: 'text',
  side: 'text',
  orderType: 'text',
  price: 'text',
  triggerPrice: 'text',
  triggerPriceType: 'text',
  quantity: 'text',
  clientOrderId: 'text',
  reduceOnly: 'flag',
  isTriggerMarket: 'flag',
  postOnly: 'flag',
  closePosition: 'flag',
  expiresAt: 'integer',
  durationSeconds: 'integer',
  intervalSeconds: 'integer',
  sizeVarianceBps: 'integer',
  intervalVarianceBps: 'integer',
} as const;

/** Reads an item's JSON types. Errors: INVALID_FORMAT. */
export function readOrderItem(source: JsonObject): OrderItem | Refusal {
  const item = decode(source, ITEM);
  if (isRefusal(item)) return item;
  return {
    symbol: item.symbol ?? '',
    side: item.side ?? '',
    orderType: item.orderType ?? '',
    price: item.price ?? '',
    triggerPrice: item.triggerPrice ?? '',
    triggerPriceType: item.triggerPriceType ?? '',
    quantity: item.quantity ?? '',
    clientOrderId: item.clientOrderId ?? '',
    reduceOnly: item.reduceOnly ?? false,
    isTriggerMarket: item.isTriggerMarket ?? false,
    postOnly: item.postOnly ?? false,
    closePosition: item.closePosition ?? false,
    expiresAt: item.expiresAt ?? 0,
    durationSeconds: item.durationSeconds ?? 0,
    intervalSeconds: item.intervalSeconds ?? 0,
    sizeVarianceBps: item.sizeVarianceBps ?? 0,
    intervalVarianceBps: item.intervalVarianceBps ?? 0,
  };
}

/** The part of an item that is signed. */
export const signedOrderOf = (item: OrderItem): SignedOrder => ({
  symbol: item.symbol,
  side: item.side,
  orderType: item.orderType,
  price: item.price,
  triggerPrice: item.triggerPrice,
  quantity: item.quantity,
  reduceOnly: item.reduceOnly,
  isTriggerMarket: item.isTriggerMarket,
  clientOrderId: item.clientOrderId,
  closePosition: item.closePosition,
});
