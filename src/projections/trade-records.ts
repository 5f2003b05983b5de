import type { TradePage, TradesQuery } from '../api/views.ts';
import type { Reader } from './database.ts';
import { asIs, boolean, object, string, textOf } from './json-sql.ts';
import { Filter, integer } from './query.ts';

const RECORD = textOf(
  object({
    tradeId: string('f.trade_id'),
    order: object({ venueId: string('o.venue_id'), clientId: string('o.client_id') }),
    orderId: string('o.venue_id'),
    orderType: string('o.kind'),
    symbol: string('m.symbol'),
    side: string('o.side'),
    direction: string('f.direction'),
    price: string('f.price'),
    quantity: string('f.quantity'),
    realizedPnl: string('f.realized_pnl'),
    fee: string('f.fee'),
    feeRate: string('f.fee_rate'),
    markPrice: string('f.mark_price'),
    entryPrice: string('f.entry_price'),
    timestamp: asIs('f.at'),
    maker: boolean('f.maker'),
    reduceOnly: boolean('o.reduce_only'),
    postOnly: boolean('o.post_only'),
    triggeredByLiquidation: boolean('o.triggered_by_liquidation'),
  }),
);

/** Trades of one subaccount, newest first, equal times by descending trade id, with the count of all that match. */
export function readTradeRecords(database: Reader, query: TradesQuery): TradePage {
  // An order or a position has few fills: the sign keeps SQLite from walking the account's whole time window instead.
  const narrow = query.order !== undefined || query.positionId !== undefined ? '+' : '';
  const filter = new Filter()
    .and(`${narrow}account = :account`, 'account', query.account)
    .between(`${narrow}at`, query.from, query.to)
    .and('order_row = :order', 'order', query.order)
    .and('(position_id = :position OR closed_position_id = :position)', 'position', query.positionId)
    .symbol(query.symbol);
  const count = `SELECT count(*) AS total FROM fills WHERE ${filter.where}`;
  const [total] = database.all(count, filter.params, (row) => integer(row, 'total'));
  const keys = `SELECT row AS key FROM fills WHERE ${filter.where}
    ORDER BY at DESC, row DESC LIMIT :limit OFFSET :offset`;
  const records = `SELECT ${RECORD} AS record FROM (${keys}) CROSS JOIN fills f ON f.row = key
    CROSS JOIN orders o ON o.row = f.order_row CROSS JOIN markets m ON m.row = f.market`;
  const page = { ':limit': query.limit, ':offset': query.offset };
  return { records: database.jsonList(records, { ...filter.params, ...page }), total: total ?? 0 };
}
