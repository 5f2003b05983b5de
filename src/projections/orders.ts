import { formatAmount, formatAverage, formatLots, formatPrice } from '../api/format.ts';
import type { LegRow, LinkRow, OrderHistoryQuery, OrderHistoryRow } from '../api/views.ts';
import { cancelReasonOf, orderTypeWord, tradeTypeWord } from '../api/words.ts';
import type { MarketSpec } from '../engine/config.ts';
import type {
  EngineEvent,
  FillSide,
  OrderCancelledEvent,
  OrderFacts,
  OrderModifiedEvent,
  TradedEvent,
} from '../engine/event.ts';
import type { OrderLink } from '../engine/orders/conditional-terms.ts';
import { invariant } from '../kernel/assert.ts';
import { type OrderNo, type TradeNo, venueIdOf } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { Insert, Reader, Row } from './database.ts';
import type { KnownMarket } from './names.ts';
import { Filter, flag, integer, integerOrNull, text, textOrNull } from './query.ts';

type TriggeredEvent = Extract<EngineEvent, { type: 'OrderTriggered' }>;
type TwapFilledEvent = Extract<EngineEvent, { type: 'TwapFilled' }>;

/** A live order of a user, as the next of its rows will show it. */
export interface LiveOrder {
  readonly facts: OrderFacts;
  readonly market: KnownMarket;
  price: string;
  /** Empty for an order without a trigger. */
  triggerPrice: string;
  quantity: string;
  filledPrice: string;
  filledQuantity: string;
  filledValue: string;
  positionId: string | null;
}

/** Writes one history row for each state a user's order reaches, and remembers the orders still alive. */
export class OrderProjection {
  readonly #live = new Map<OrderNo, LiveOrder>();
  #row = 0;

  placed(at: TimeMs, facts: OrderFacts, market: KnownMarket, insert: Insert): void {
    const { spec } = market;
    const order: LiveOrder = {
      facts,
      market,
      price: facts.price === 0 ? '' : formatPrice(spec, facts.price),
      triggerPrice: facts.trigger ? formatPrice(spec, facts.trigger.price) : '',
      quantity: formatLots(spec, facts.quantity),
      filledPrice: '',
      filledQuantity: '0',
      filledValue: '0',
      positionId: null,
    };
    this.#live.set(facts.no, order);
    insert('orders', orderRow(at, facts, market));
    this.#state(at, order, 'placed', insert);
  }

  /** The order behind one side of an execution, or undefined when an agent placed it. */
  find(no: OrderNo): LiveOrder | undefined {
    return this.#live.get(no);
  }

  filled(event: TradedEvent, fill: FillSide, order: LiveOrder, insert: Insert): void {
    order.filledPrice = formatAverage(order.market.spec, fill.filledValue, fill.filled);
    order.filledQuantity = formatLots(order.market.spec, fill.filled);
    order.filledValue = formatAmount(fill.filledValue);
    order.positionId = String(fill.legs.at(-1)?.position);
    const legs = fill.legs.length > 1 ? JSON.stringify(legRows(event, fill, order.market.spec)) : null;
    this.#state(event.at, order, fill.complete ? 'filled' : 'partially filled', insert, legs);
    if (fill.complete) this.#live.delete(fill.order);
  }

  /** A TWAP parent shows the totals of all its chunks. */
  twapFilled(event: TwapFilledEvent, insert: Insert): void {
    const order = this.#take(event.order);
    const { spec } = order.market;
    order.filledPrice = formatAverage(spec, event.filledValue, event.filled);
    order.filledQuantity = formatLots(spec, event.filled);
    order.filledValue = formatAmount(event.filledValue);
    order.positionId = String(event.position);
    this.#state(event.at, order, event.complete ? 'filled' : 'partially filled', insert);
    if (event.complete) this.#live.delete(event.order);
  }

  /** A conditional order that fires is placed once more, with the quantity it goes to market with. */
  triggered(event: TriggeredEvent, insert: Insert): void {
    const order = this.#take(event.order);
    order.quantity = formatLots(order.market.spec, event.quantity);
    this.#state(event.at, order, 'placed', insert);
  }

  modified(event: OrderModifiedEvent, insert: Insert): void {
    const order = this.#take(event.order);
    const { spec } = order.market;
    if (event.price !== 0) order.price = formatPrice(spec, event.price);
    if (event.triggerPrice !== null) order.triggerPrice = formatPrice(spec, event.triggerPrice);
    order.quantity = formatLots(spec, event.quantity);
    // A trim by the standing rule of R-64 is no state of its own; the next row shows the new quantity.
    if (event.cause === 'user') this.#state(event.at, order, 'modified', insert);
  }

  cancelled(event: OrderCancelledEvent, insert: Insert): void {
    const order = this.#take(event.order);
    if (event.cause === 'user') this.#state(event.at, order, 'cancelling', insert);
    this.#state(event.at, order, 'cancelled', insert, null, cancelReasonOf(event.cause));
    this.#live.delete(event.order);
  }

  #take(no: OrderNo): LiveOrder {
    const order = this.#live.get(no);
    invariant(order, () => `order ${no} is live in history`);
    return order;
  }

  #state(
    at: TimeMs,
    order: LiveOrder,
    status: string,
    insert: Insert,
    legs: string | null = null,
    reason: string | null = null,
  ): void {
    this.#row += 1;
    insert('order_states', [
      this.#row,
      order.facts.no,
      order.facts.account,
      at,
      status,
      order.quantity,
      order.price,
      order.triggerPrice,
      order.filledPrice,
      order.filledQuantity,
      order.filledValue,
      order.positionId,
      legs,
      reason,
    ]);
  }
}

function orderRow(at: TimeMs, facts: OrderFacts, market: KnownMarket) {
  const links = facts.group?.role === 'main' ? facts.group : null;
  return [
    facts.no,
    facts.account,
    market.row,
    venueIdOf(facts.no),
    facts.clientId,
    facts.side,
    orderTypeWord(facts.kind),
    tradeTypeWord(facts.kind),
    facts.timeInForce,
    Number(facts.reduceOnly),
    Number(facts.postOnly),
    Number(facts.triggeredByLiquidation),
    facts.trigger?.priceType ?? '',
    Number(facts.closePosition),
    ...linkCells(links?.takeProfit),
    ...linkCells(links?.stopLoss),
    at,
    facts.expiresAt,
  ];
}

const linkCells = (link: OrderLink | null | undefined): [string | null, string | null] =>
  link ? [venueIdOf(link.no), link.clientId] : [null, null];

function legRows(event: TradedEvent, fill: FillSide, spec: MarketSpec): LegRow[] {
  return fill.legs.map((leg) => ({
    id: legIdOf(event.trade, fill === event.taker, leg.leg === 'open'),
    position_id: String(leg.position),
    leg_type: leg.leg,
    direction: leg.direction,
    quantity: formatLots(spec, leg.quantity),
    fee: formatAmount(leg.fee),
    ...(leg.leg === 'close' && { closed_pnl: formatAmount(leg.closedPnl) }),
    entry_price: formatAverage(spec, leg.entryCost, leg.entryLots),
  }));
}

/** Four ids for each trade: both sides may flip, and each flip has two legs. */
function legIdOf(trade: TradeNo, taker: boolean, open: boolean): string {
  return String(BigInt(trade) * 4n + (taker ? 2n : 0n) + (open ? 1n : 0n));
}

/** Rows of one subaccount, newest update first, equal times by descending row. */
export function readOrderHistory(database: Reader, query: OrderHistoryQuery): OrderHistoryRow[] {
  const statuses = query.statuses?.length ? JSON.stringify(query.statuses) : undefined;
  const filter = new Filter()
    .and('account = :account', 'account', query.account)
    .between('updated_at', query.from, query.to)
    .symbol(query.symbol)
    .and('side = :side', 'side', query.side)
    .and('type = :type', 'type', query.type)
    .and('status IN (SELECT value FROM json_each(:statuses))', 'statuses', statuses);
  const sql = `SELECT * FROM order_history WHERE ${filter.where} ORDER BY updated_at DESC, row DESC LIMIT :limit`;
  return database.all(sql, { ...filter.params, ':limit': query.limit ?? -1 }, readOrder);
}

function readOrder(row: Row): OrderHistoryRow {
  const legs = textOrNull(row, 'legs');
  return {
    venueId: text(row, 'venue_id'),
    clientId: text(row, 'client_id'),
    symbol: text(row, 'symbol'),
    side: text(row, 'side'),
    type: text(row, 'type'),
    status: text(row, 'status'),
    quantity: text(row, 'quantity'),
    price: text(row, 'price'),
    filledPrice: text(row, 'filled_price'),
    filledQuantity: text(row, 'filled_quantity'),
    triggerPrice: text(row, 'trigger_price'),
    triggerPriceType: text(row, 'trigger_price_type'),
    closePosition: flag(row, 'close_position'),
    takeProfit: linkOf(row, 'take_profit'),
    stopLoss: linkOf(row, 'stop_loss'),
    timeInForce: text(row, 'time_in_force'),
    reduceOnly: flag(row, 'reduce_only'),
    postOnly: flag(row, 'post_only'),
    triggeredByLiquidation: flag(row, 'triggered_by_liquidation'),
    createdTime: integer(row, 'created_at'),
    updatedTime: integer(row, 'updated_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
    cancelReason: textOrNull(row, 'cancel_reason'),
    cancelledAt: integerOrNull(row, 'cancelled_at'),
    cumulativeFilledQuantity: text(row, 'filled_quantity'),
    cumulativeFilledValue: text(row, 'filled_value'),
    positionId: textOrNull(row, 'position_id'),
    legs: legs === null ? null : (JSON.parse(legs) as LegRow[]),
  };
}

function linkOf(row: Row, name: 'take_profit' | 'stop_loss'): LinkRow | null {
  const venueId = textOrNull(row, `${name}_id`);
  return venueId === null ? null : { venueId, clientId: text(row, `${name}_client_id`) };
}
