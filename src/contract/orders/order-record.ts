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
import { LINKED_FIELDS } from './linked-fields.ts';
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
