import { Type } from '@sinclair/typebox';
import { IdText, OrderIdentifier } from '../primitives.ts';

/** Another order by its ids. */
interface LinkRow {
  readonly venueId: string;
  /** Empty when unset. */
  readonly clientId: string;
}

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

export const linkedFields = (takeProfit: LinkRow | null, stopLoss: LinkRow | null) => ({
  ...(takeProfit && {
    takeProfitOrder: { ...takeProfit },
    tpOrder: { ...takeProfit },
    takeProfitOrderId: takeProfit.venueId,
  }),
  ...(stopLoss && { stopLossOrder: { ...stopLoss }, slOrder: { ...stopLoss }, stopLossOrderId: stopLoss.venueId }),
});
