import { Type, type Static } from '@sinclair/typebox';
import {
  Closed,
  IdText,
  SymbolText,
  PositionSideWord,
  DecimalText,
  OneOf,
  OrderIdentifier,
  Time,
} from '../primitives.ts';

/** Position records of getPositions (clauses POSITION-FIELD-*) and the shorter rows of subaccount records (wire 2.16). */

export const PositionRecord = Closed({
  adlBucket: Type.Integer({ minimum: 1, maximum: 5 }),
  positionId: IdText,
  subAccountId: IdText,
  symbol: SymbolText,
  side: PositionSideWord,
  entryPrice: DecimalText,
  quantity: DecimalText,
  realizedPnl: DecimalText,
  unrealizedPnl: DecimalText,
  usedMargin: DecimalText,
  maintenanceMargin: DecimalText,
  liquidationPrice: DecimalText,
  status: OneOf(['open', 'close', 'update']),
  netFunding: DecimalText,
  takeProfitOrders: Type.Array(OrderIdentifier),
  stopLossOrders: Type.Array(OrderIdentifier),
  takeProfitOrderIds: Type.Array(IdText),
  stopLossOrderIds: Type.Array(IdText),
  updatedAt: Time,
  createdAt: Time,
});

export const PositionRecords = Type.Array(PositionRecord);

export type PositionRecord = Static<typeof PositionRecord>;

/** A position as subaccount records show it: short names for the two PnL figures. */
export const AccountPosition = Closed({
  symbol: SymbolText,
  side: PositionSideWord,
  entryPrice: DecimalText,
  quantity: DecimalText,
  pnl: DecimalText,
  upnl: DecimalText,
  usedMargin: DecimalText,
  maintenanceMargin: DecimalText,
  liquidationPrice: DecimalText,
});
