import type { JsonText } from '../api/json-text.ts';
import type { OrderRecord } from '../api/orders/order-record.ts';
import type { OrderHistoryQuery } from '../api/views.ts';
import { DEFAULT_TRIGGER_PRICE_TYPE } from '../api/words.ts';
import type { Reader } from './database.ts';
import { asIs, boolean, type JsonValue, nullable, object, string, textOf, unless } from './json-sql.ts';
import { Filter } from './query.ts';

const linked = (name: string): JsonValue =>
  unless(`o.${name}_id IS NULL`, object({ venueId: string(`o.${name}_id`), clientId: string(`o.${name}_client_id`) }));
const linkedId = (name: string): JsonValue => unless(`o.${name}_id IS NULL`, string(`o.${name}_id`));

const RECORD = textOf(
  object({
    order: object({ venueId: string('o.venue_id'), clientId: string('o.client_id') }),
    orderId: string('o.venue_id'),
    symbol: string('m.symbol'),
    side: string('o.side'),
    type: string('o.type'),
    status: string('s.status'),
    quantity: string('s.quantity'),
    remainingQuantity: unless('s.remaining_quantity IS NULL', string('s.remaining_quantity')),
    price: string('s.price'),
    filledPrice: string('s.filled_price'),
    filledQuantity: string('s.filled_quantity'),
    triggerPrice: string('s.trigger_price'),
    // Rows of orders without a trigger leave it empty; the field itself has no empty value.
    triggerPriceType: string(`iif(o.trigger_price_type = '', '${DEFAULT_TRIGGER_PRICE_TYPE}', o.trigger_price_type)`),
    timeInForce: string('o.time_in_force'),
    reduceOnly: boolean('o.reduce_only'),
    postOnly: boolean('o.post_only'),
    triggeredByLiquidation: boolean('o.triggered_by_liquidation'),
    closePosition: boolean('o.close_position'),
    createdTime: asIs('o.created_at'),
    updatedTime: asIs('time'),
    updateTime: asIs('time'),
    expiresAt: unless('o.expires_at IS NULL', asIs('o.expires_at')),
    cancelReason: unless('s.cancel_reason IS NULL', string('s.cancel_reason')),
    cancelledAt: unless("s.status <> 'cancelled'", asIs('time')),
    cumulative_filled_quantity: string('s.filled_quantity'),
    cumulative_filled_value: string('s.filled_value'),
    position_id: nullable('s.position_id', string('s.position_id')),
    legs: nullable('s.legs', asIs('s.legs')),
    takeProfitOrder: linked('take_profit'),
    tpOrder: linked('take_profit'),
    takeProfitOrderId: linkedId('take_profit'),
    stopLossOrder: linked('stop_loss'),
    slOrder: linked('stop_loss'),
    stopLossOrderId: linkedId('stop_loss'),
  }),
);

/** Records of one subaccount, newest update first, equal times by descending row. */
export function readOrderRecords(database: Reader, query: OrderHistoryQuery): JsonText<OrderRecord[]> {
  const statuses = query.statuses?.length ? JSON.stringify(query.statuses) : undefined;
  const filter = new Filter()
    .and('s.account = :account', 'account', query.account)
    .between('s.at', query.from, query.to)
    .and('s.status IN (SELECT value FROM json_each(:statuses))', 'statuses', statuses);
  const ofOrder = new Filter()
    .symbol(query.symbol)
    .and('o.side = :side', 'side', query.side)
    .and('o.type = :type', 'type', query.type);
  // The index alone gives the keys of a page, however deep it is; only what it shows is read.
  const orders = ofOrder.where === '' ? '' : `CROSS JOIN orders o ON o.row = s.order_row AND ${ofOrder.where}`;
  const keys = `SELECT s.row AS key, CAST(s.at AS TEXT) AS time FROM order_states s ${orders} WHERE ${filter.where}
    ORDER BY s.at DESC, s.row DESC LIMIT :limit OFFSET :offset`;
  const records = `SELECT ${RECORD} AS record FROM (${keys}) CROSS JOIN order_states s ON s.row = key
    CROSS JOIN orders o ON o.row = s.order_row CROSS JOIN markets m ON m.row = o.market`;
  // SQLite reads a limit below 0 as none.
  const page = { ':limit': query.limit ?? -1, ':offset': query.offset ?? 0 };
  return database.jsonList(records, { ...filter.params, ...ofOrder.params, ...page });
}
