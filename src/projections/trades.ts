import { formatAmount, formatAverage, formatLots, formatPrice, formatRatio } from '../api/format.ts';
import type { TradeRow, TradesQuery } from '../api/views.ts';
import type { FillSide, TradedEvent } from '../engine/event.ts';
import { invariant } from '../kernel/assert.ts';
import type { Insert, Reader, Row } from './database.ts';
import type { KnownMarket } from './names.ts';
import { Filter, flag, integer, text } from './query.ts';

/** Writes one user's side of an execution. Direction and position are those of the last leg. */
export function writeFill(event: TradedEvent, fill: FillSide, market: KnownMarket, insert: Insert): void {
  const { spec } = market;
  const leg = fill.legs.at(-1);
  invariant(leg, () => `trade ${event.trade} moved a position`);
  const taker = fill === event.taker;
  insert('fills', [
    event.trade * 2 + Number(taker),
    String(event.trade),
    fill.order,
    fill.account,
    market.row,
    event.at,
    leg.direction,
    Number(!taker),
    formatPrice(spec, event.price),
    formatLots(spec, event.quantity),
    formatAmount(fill.realizedPnl),
    formatAmount(fill.fee),
    formatRatio(fill.feeRate),
    formatPrice(spec, event.mark),
    formatAverage(spec, leg.entryCost, leg.entryLots),
    String(leg.position),
    fill.legs.length > 1 ? String(fill.legs[0]?.position) : null,
  ]);
}

/** Trades of one subaccount, newest first, equal times by descending trade id, with the count of all that match. */
export function readTrades(database: Reader, query: TradesQuery): { rows: TradeRow[]; total: number } {
  // An order or a position has few fills: the sign keeps SQLite from walking the account's whole time window instead.
  const narrow = query.order !== undefined || query.positionId !== undefined ? '+' : '';
  const filter = new Filter()
    .and(`${narrow}account = :account`, 'account', query.account)
    .between(`${narrow}at`, query.from, query.to)
    .and('order_row = :order', 'order', query.order)
    .and('(position_id = :position OR closed_position_id = :position)', 'position', query.positionId)
    .symbol(query.symbol);
  const page = `SELECT * FROM trades WHERE ${filter.where} ORDER BY at DESC, row DESC LIMIT :limit OFFSET :offset`;
  const count = `SELECT count(*) AS total FROM fills WHERE ${filter.where}`;
  const [total] = database.all(count, filter.params, (row) => integer(row, 'total'));
  return {
    rows: database.all(page, { ...filter.params, ':limit': query.limit, ':offset': query.offset }, readTrade),
    total: total ?? 0,
  };
}

function readTrade(row: Row): TradeRow {
  return {
    tradeId: text(row, 'trade_id'),
    venueId: text(row, 'venue_id'),
    clientId: text(row, 'client_id'),
    orderType: text(row, 'kind'),
    symbol: text(row, 'symbol'),
    side: text(row, 'side'),
    direction: text(row, 'direction'),
    price: text(row, 'price'),
    quantity: text(row, 'quantity'),
    realizedPnl: text(row, 'realized_pnl'),
    fee: text(row, 'fee'),
    feeRate: text(row, 'fee_rate'),
    markPrice: text(row, 'mark_price'),
    entryPrice: text(row, 'entry_price'),
    timestamp: integer(row, 'at'),
    maker: flag(row, 'maker'),
    reduceOnly: flag(row, 'reduce_only'),
    postOnly: flag(row, 'post_only'),
    triggeredByLiquidation: flag(row, 'triggered_by_liquidation'),
    positionId: text(row, 'position_id'),
  };
}
