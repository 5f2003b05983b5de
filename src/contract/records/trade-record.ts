import { type Static, Type } from '@sinclair/typebox';
import { Closed, DecimalText, IdText, OneOf, OrderIdentifier, SideWord, SymbolText, Time } from '../primitives.ts';
import { DIRECTIONS, TRADE_TYPE_WORDS } from '../words.ts';

/** Private trade record (clauses TRADE-FIELD-*). */
export const TradeRecord = Closed({
  tradeId: IdText,
  order: OrderIdentifier,
  orderId: IdText,
  orderType: OneOf(TRADE_TYPE_WORDS),
  symbol: SymbolText,
  side: SideWord,
  direction: OneOf(DIRECTIONS),
  price: DecimalText,
  quantity: DecimalText,
  realizedPnl: DecimalText,
  fee: DecimalText,
  feeRate: DecimalText,
  markPrice: DecimalText,
  entryPrice: DecimalText,
  timestamp: Time,
  maker: Type.Boolean(),
  reduceOnly: Type.Boolean(),
  postOnly: Type.Boolean(),
  triggeredByLiquidation: Type.Boolean(),
  /** The TWAP of which the order is a chunk. */
  parentOrder: Type.Optional(OrderIdentifier),
});
export type TradeRecord = Static<typeof TradeRecord>;
