import { type Static, Type } from '@sinclair/typebox';
import { Closed, DecimalText, IdText, OneOf, OrderIdentifier, SideWord, SymbolText, Time } from '../primitives.ts';
import type { TradeRow } from '../views.ts';
import { DIRECTIONS, isDirection, isSide, isTradeTypeWord, TRADE_TYPE_WORDS } from '../words.ts';

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
});
export type TradeRecord = Static<typeof TradeRecord>;

/** The records of stored trades, or undefined when the words of one are none of the contract's. */
export function tradeRecordsOf(rows: readonly TradeRow[]): TradeRecord[] | undefined {
  const records: TradeRecord[] = [];
  for (const row of rows) {
    const record = tradeRecordOf(row);
    if (!record) return undefined;
    records.push(record);
  }
  return records;
}

function tradeRecordOf(row: TradeRow): TradeRecord | undefined {
  const { orderType, side, direction } = row;
  if (!isTradeTypeWord(orderType) || !isSide(side) || !isDirection(direction)) return undefined;
  return {
    tradeId: row.tradeId,
    order: { venueId: row.venueId, clientId: row.clientId },
    orderId: row.venueId,
    orderType,
    symbol: row.symbol,
    side,
    direction,
    price: row.price,
    quantity: row.quantity,
    realizedPnl: row.realizedPnl,
    fee: row.fee,
    feeRate: row.feeRate,
    markPrice: row.markPrice,
    entryPrice: row.entryPrice,
    timestamp: row.timestamp,
    maker: row.maker,
    reduceOnly: row.reduceOnly,
    postOnly: row.postOnly,
    triggeredByLiquidation: row.triggeredByLiquidation,
  };
}
