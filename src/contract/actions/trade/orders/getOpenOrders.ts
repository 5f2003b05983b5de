import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { shortText, marketFilter, text } from '../../../fields/fields.ts';
import { limit, offset } from '../../../fields/history.ts';
import { fieldTable, optional, WORD_MAX } from '../../../fields/table.ts';
import { LINKED_FIELDS, TwapDetails } from '../../../orders/order-record.ts';
import {
  Closed,
  OrderIdentifier,
  IdText,
  SymbolText,
  SideWord,
  OneOf,
  DecimalText,
  OptionalDecimalText,
  Time,
} from '../../../primitives.ts';
import { ORDER_TYPE_WORDS, TRIGGER_PRICE_TYPES, TIME_IN_FORCE_WORDS } from '../../../words.ts';
import { EXAMPLE_SYMBOL } from '../../../example-values.ts';

export const OpenOrder = Closed({
  order: OrderIdentifier,
  orderId: IdText,
  symbol: SymbolText,
  side: SideWord,
  type: OneOf(ORDER_TYPE_WORDS),
  quantity: DecimalText,
  price: OptionalDecimalText,
  triggerPrice: OptionalDecimalText,
  triggerPriceType: OneOf(TRIGGER_PRICE_TYPES),
  timeInForce: OneOf(TIME_IN_FORCE_WORDS),
  reduceOnly: Type.Boolean(),
  postOnly: Type.Boolean(),
  closePosition: Type.Boolean(),
  createdTime: Time,
  updatedTime: Time,
  filledQuantity: DecimalText,
  expiresAt: Type.Optional(Time),
  ...LINKED_FIELDS,
  twapDetails: Type.Optional(TwapDetails),
});

const OpenOrders = Type.Array(OpenOrder);

/** Taken for compatibility. */
const unfiltered = () => optional(shortText(WORD_MAX, { description: 'Does not filter' }));

export const FIELDS = fieldTable({
  side: unfiltered(),
  type: unfiltered(),
  status: unfiltered(),
  symbol: optional(marketFilter()),
  clientOrderId: optional(text()),
  limit: limit(50),
  offset: offset(),
});

/**
 * Live orders of a subaccount, newest created first; as many of a page as have room in 1 MiB.
 *
 * Cost:   10 tokens.
 * Errors: 400 INVALID_FORMAT for a symbol that is no market; VALIDATION_ERROR for the page.
 * Source: clause GETOPENORDERS; wire 2.17. `side`, `type` and `status` are taken and do not filter.
 */
export const getOpenOrders = defineTradeRead({
  name: 'getOpenOrders',
  summary: 'List the live orders of a subaccount.',
  examples: [{ symbol: EXAMPLE_SYMBOL }],
  fields: FIELDS,
  result: OpenOrders,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: false,
});
