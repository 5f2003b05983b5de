import { type Static, Type } from '@sinclair/typebox';
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
import { LINKED_FIELDS, linkedFields } from './linked-fields.ts';
import type { OrderHistoryRow } from '../views.ts';
import {
  DEFAULT_TRIGGER_PRICE_TYPE,
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
  ...LINKED_FIELDS,
});
export const OrderRecords = Type.Array(OrderRecord);
export type OrderRecord = Static<typeof OrderRecord>;

/** The record of a history row. The words of a row are those of `words.ts`: the projections write no others. */
export function orderRecordOf(row: OrderHistoryRow): OrderRecord {
  return {
    order: { venueId: row.venueId, clientId: row.clientId },
    orderId: row.venueId,
    symbol: row.symbol,
    side: row.side as OrderRecord['side'],
    type: row.type as OrderRecord['type'],
    status: row.status as OrderRecord['status'],
    quantity: row.quantity,
    ...(row.remainingQuantity === null ? {} : { remainingQuantity: row.remainingQuantity }),
    price: row.price,
    filledPrice: row.filledPrice,
    filledQuantity: row.filledQuantity,
    triggerPrice: row.triggerPrice,
    // Rows of orders without a trigger leave it empty; the field itself has no empty value.
    triggerPriceType: (row.triggerPriceType || DEFAULT_TRIGGER_PRICE_TYPE) as OrderRecord['triggerPriceType'],
    timeInForce: row.timeInForce as OrderRecord['timeInForce'],
    reduceOnly: row.reduceOnly,
    postOnly: row.postOnly,
    triggeredByLiquidation: row.triggeredByLiquidation,
    closePosition: row.closePosition,
    createdTime: row.createdTime,
    updatedTime: row.updatedTime,
    updateTime: row.updatedTime,
    ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt }),
    ...(row.cancelReason === null ? {} : { cancelReason: row.cancelReason }),
    ...(row.cancelledAt === null ? {} : { cancelledAt: row.cancelledAt }),
    cumulative_filled_quantity: row.cumulativeFilledQuantity,
    cumulative_filled_value: row.cumulativeFilledValue,
    position_id: row.positionId,
    legs: row.legs as OrderRecord['legs'],
    ...linkedFields(row.takeProfit, row.stopLoss),
  };
}
