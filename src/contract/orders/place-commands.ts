import type { OrderType, PlaceOrder, Side } from '../../engine/orders/order-terms.ts';
import type { ConditionalType, PlaceConditional } from '../../engine/orders/conditional-terms.ts';
import { normalizeDecimal } from '../../kernel/decimal.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { OrderItem } from './order-item.ts';

/** What the items of a placement have in common. */
export interface PlaceRequest {
  readonly account: AccountNo;
  readonly source: string;
}

/** The command of a plain item whose fields have been checked. */
export const toPlaceOrder = (item: OrderItem, request: PlaceRequest): PlaceOrder => ({
  type: 'PlaceOrder',
  account: request.account,
  symbol: item.symbol,
  side: item.side as Side,
  orderType: item.orderType as OrderType,
  price: normalizeDecimal(item.price) ?? '',
  quantity: normalizeDecimal(item.quantity) ?? '',
  reduceOnly: item.reduceOnly,
  postOnly: item.postOnly,
  clientId: item.clientOrderId,
  expiresAt: item.expiresAt === 0 ? null : item.expiresAt * 1000,
  source: request.source,
});

/** The command of a conditional item whose fields have been checked. */
export const toPlaceConditional = (item: OrderItem, request: PlaceRequest): PlaceConditional => ({
  type: 'PlaceConditional',
  account: request.account,
  symbol: item.symbol,
  side: item.side as Side,
  orderType: item.orderType as ConditionalType,
  price: normalizeDecimal(item.price) ?? '',
  triggerPrice: normalizeDecimal(item.triggerPrice) ?? '',
  triggerPriceType: item.triggerPriceType === 'last' ? 'last' : 'mark',
  quantity: normalizeDecimal(item.quantity) ?? '',
  reduceOnly: item.reduceOnly,
  closePosition: item.closePosition,
  clientId: item.clientOrderId,
  source: request.source,
});

/** A good-till-date order lives at least and at most this long. */
const GTD_MIN_MS = 10_000;
const GTD_MAX_MS = 86_400_000;

/** These two texts carry no `order N: ` (wire 2.3). Both ends of the window are inside. */
export function gtdWindowFault({ expiresAt }: OrderItem, now: TimeMs): string | undefined {
  if (expiresAt === 0) return undefined;
  const lifeMs = expiresAt * 1000 - now;
  if (lifeMs < GTD_MIN_MS) return 'expiresAt needs to be at least 10 seconds in the future';
  return lifeMs > GTD_MAX_MS ? 'expiresAt needs to be less than 24 hours in the future' : undefined;
}
