import { type Static, Type } from '@sinclair/typebox';
import { invariant } from '../../kernel/errors.ts';
import type { Order } from '../../engine/orders/order.ts';
import type { State } from '../../engine/state.ts';
import { formatAmount, formatAverage } from '../format.ts';
import {
  Closed,
  DecimalText,
  IdText,
  Nullable,
  OneOf,
  OptionalDecimalText,
  OrderIdentifier,
  SideWord,
  SymbolText,
  Time,
} from '../primitives.ts';
import {
  DIRECTIONS,
  HISTORY_STATUSES,
  OLDER_STATUSES,
  ORDER_TYPE_WORDS,
  TIME_IN_FORCE_WORDS,
  TRIGGER_PRICE_TYPES,
} from '../words.ts';

/** Order records of the history (clauses ORDER-FIELD-*). */

const Leg = Closed({
  id: IdText,
  position_id: IdText,
  leg_type: OneOf(['close', 'open']),
  direction: OneOf(DIRECTIONS),
  quantity: DecimalText,
  fee: DecimalText,
  closed_pnl: Type.Optional(DecimalText),
  entry_price: DecimalText,
});

/**
 * The conditional orders that a main order was placed with, under every name they have: both objects and the
 * deprecated flat ids, or none of them (R-28, clauses ORDERREF-LINKED-*).
 */
export const LINKED_FIELDS = {
  takeProfitOrder: Type.Optional(OrderIdentifier),
  tpOrder: Type.Optional(OrderIdentifier),
  takeProfitOrderId: Type.Optional(IdText),
  stopLossOrder: Type.Optional(OrderIdentifier),
  slOrder: Type.Optional(OrderIdentifier),
  stopLossOrderId: Type.Optional(IdText),
};

const OrderRecord = Closed({
  order: OrderIdentifier,
  orderId: IdText,
  symbol: SymbolText,
  side: SideWord,
  type: OneOf(ORDER_TYPE_WORDS),
  status: OneOf([...HISTORY_STATUSES, ...OLDER_STATUSES]),
  quantity: DecimalText,
  /** What still works of an order that its position trimmed; `quantity` stays the original one. */
  remainingQuantity: Type.Optional(DecimalText),
  price: OptionalDecimalText,
  filledPrice: OptionalDecimalText,
  filledQuantity: DecimalText,
  triggerPrice: OptionalDecimalText,
  triggerPriceType: OneOf(TRIGGER_PRICE_TYPES),
  timeInForce: OneOf(TIME_IN_FORCE_WORDS),
  reduceOnly: Type.Boolean(),
  postOnly: Type.Boolean(),
  triggeredByLiquidation: Type.Boolean(),
  closePosition: Type.Boolean(),
  createdTime: Time,
  updatedTime: Time,
  updateTime: Time,
  expiresAt: Type.Optional(Time),
  cancelReason: Type.Optional(Type.String({ minLength: 1 })),
  cancelledAt: Type.Optional(Time),
  cumulative_filled_quantity: DecimalText,
  cumulative_filled_value: DecimalText,
  position_id: Nullable(IdText),
  legs: Nullable(Type.Array(Leg)),
  /** The TWAP of which the order is a chunk. */
  parentOrder: Type.Optional(OrderIdentifier),
  ...LINKED_FIELDS,
});
export const OrderRecords = Type.Array(OrderRecord);
export type OrderRecord = Static<typeof OrderRecord>;

/** Another order by its ids. */
interface LinkRow {
  readonly venueId: string;
  /** Empty when unset. */
  readonly clientId: string;
}

/** Returns the fields that name the take-profit and the stop-loss of an order, under each of their spellings. */
export const linkedFields = (takeProfit: LinkRow | null, stopLoss: LinkRow | null) => ({
  ...(takeProfit && {
    takeProfitOrder: { ...takeProfit },
    tpOrder: { ...takeProfit },
    takeProfitOrderId: takeProfit.venueId,
  }),
  ...(stopLoss && { stopLossOrder: { ...stopLoss }, slOrder: { ...stopLoss }, stopLossOrderId: stopLoss.venueId }),
});

/** Progress of an active TWAP; open orders alone carry it (wire 2.4). */
export const TwapDetails = Closed({
  averagePrice: DecimalText,
  intervalMs: Type.Integer({ minimum: 1 }),
  totalTrades: Type.Integer({ minimum: 2, description: 'Planned chunks' }),
  tradesFilled: Type.Integer({ minimum: 0, description: 'Chunks that have traded, in whole or in part' }),
  totalFees: DecimalText,
  startedAtMs: Time,
  totalDurationMs: Type.Integer({ minimum: 1, description: 'Chunks times interval' }),
  sizeVarianceBps: Type.Optional(Type.Integer({ minimum: 1 })),
  intervalVarianceBps: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** The field of a live order's record; there is none unless it is a TWAP parent. */
export function twapDetailsOf(order: Order, state: Readonly<State>): { twapDetails?: Static<typeof TwapDetails> } {
  const { twap } = order;
  if (!twap) return {};
  const progress = state.twaps.get(order.no);
  const spec = state.markets.get(order.symbol)?.spec;
  invariant(progress && spec, `TWAP ${order.no} is live`);
  const { sizeVarianceBps, intervalVarianceBps } = twap;
  const twapDetails = {
    averagePrice: formatAverage(spec, order.filledValue, order.filled, spec.priceExponent),
    intervalMs: twap.intervalMs,
    totalTrades: twap.chunks,
    tradesFilled: progress.filledChunks,
    totalFees: formatAmount(progress.fees),
    startedAtMs: order.createdAt,
    totalDurationMs: twap.chunks * twap.intervalMs,
    ...(sizeVarianceBps === 0 ? {} : { sizeVarianceBps }),
    ...(intervalVarianceBps === 0 ? {} : { intervalVarianceBps }),
  };
  return { twapDetails };
}
