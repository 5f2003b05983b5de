import { formatAmount, formatAverage, formatLots, formatPrice } from '../api/format.ts';
import type { LegRow } from '../api/views.ts';
import { cancelReasonOf } from '../api/words.ts';
import type { MarketSpec } from '../engine/config.ts';
import type {
  EngineEvent,
  FillSide,
  OrderCancelledEvent,
  OrderFacts,
  OrderModifiedEvent,
  TradedEvent,
} from '../engine/event.ts';
import type { LiveStatus } from '../engine/orders/order.ts';
import { orderFacts } from '../engine/state-codec/order-codec.ts';
import { invariant } from '../kernel/assert.ts';
import { count, nullable, type Plain, text as textCodec } from '../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../kernel/codec/collections.ts';
import type { OrderNo, TradeNo } from '../kernel/ids.ts';
import type { Lots, TimeMs } from '../kernel/units.ts';
import type { Insert } from './database.ts';
import type { KnownMarket, Names } from './names.ts';
import { packed } from './packed.ts';

type TriggeredEvent = Extract<EngineEvent, { type: 'OrderTriggered' }>;
type TwapFilledEvent = Extract<EngineEvent, { type: 'TwapFilled' }>;

/** States from which an order goes on. */
const LIVE_STATUSES: ReadonlySet<string> = new Set<LiveStatus>(['placed', 'partially filled', 'modified']);

/** A live order of a user, as the next of its rows will show it. */
export interface LiveOrder {
  readonly facts: OrderFacts;
  readonly market: KnownMarket;
  price: string;
  /** Empty for an order without a trigger. */
  triggerPrice: string;
  quantity: string;
  /** Lots of the quantity, what has filled of them, and what the position has no room for. */
  lots: Lots;
  filledLots: Lots;
  trimmed: Lots;
  filledPrice: string;
  filledQuantity: string;
  filledValue: string;
  positionId: string | null;
}

/** The market of an order is that of its facts. */
type SavedOrder = Omit<LiveOrder, 'market'>;

const SAVED = record<{ readonly live: Map<OrderNo, SavedOrder>; readonly row: number }>({
  live: sortedMapOf(
    count,
    record<SavedOrder>({
      facts: orderFacts,
      price: textCodec,
      triggerPrice: textCodec,
      quantity: textCodec,
      lots: count,
      filledLots: count,
      trimmed: count,
      filledPrice: textCodec,
      filledQuantity: textCodec,
      filledValue: textCodec,
      positionId: nullable(textCodec),
    }),
  ),
  row: count,
});

/** Writes one history row for each state a user's order reaches, and remembers the orders still alive. */
export class OrderProjection {
  readonly #names: Names;
  readonly #live = new Map<OrderNo, LiveOrder>();
  #row = 0;

  constructor(names: Names, saved?: Plain) {
    this.#names = names;
    if (saved === undefined) return;
    const { live, row } = SAVED.decode(saved);
    for (const [no, order] of live) this.#live.set(no, { ...order, market: names.known(order.facts.symbol) });
    this.#row = row;
  }

  save(): Plain {
    return SAVED.encode({ live: this.#live, row: this.#row });
  }

  placed(at: TimeMs, facts: OrderFacts, market: KnownMarket, insert: Insert): void {
    const { spec } = market;
    const order: LiveOrder = {
      facts,
      market,
      price: facts.price === 0 ? '' : formatPrice(spec, facts.price),
      triggerPrice: facts.trigger ? formatPrice(spec, facts.trigger.price) : '',
      quantity: formatLots(spec, facts.quantity),
      lots: facts.quantity,
      filledLots: 0,
      trimmed: 0,
      filledPrice: '',
      filledQuantity: '0',
      filledValue: '0',
      positionId: null,
    };
    this.#live.set(facts.no, order);
    const terms = this.#names.terms(facts, market, insert);
    insert('orders', [facts.no, terms, factsText(at, facts, terms)]);
    this.#state(at, order, 'placed', insert);
  }

  /** The order behind one side of an execution, or undefined when an agent placed it. */
  find(no: OrderNo): LiveOrder | undefined {
    return this.#live.get(no);
  }

  isLive(no: OrderNo): boolean {
    return this.#live.has(no);
  }

  filled(event: TradedEvent, fill: FillSide, order: LiveOrder, insert: Insert): void {
    order.filledPrice = formatAverage(order.market.spec, fill.filledValue, fill.filled);
    order.filledQuantity = formatLots(order.market.spec, fill.filled);
    order.filledLots = fill.filled;
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
    order.filledLots = event.filled;
    order.filledValue = formatAmount(event.filledValue);
    order.positionId = String(event.position);
    this.#state(event.at, order, event.complete ? 'filled' : 'partially filled', insert);
    if (event.complete) this.#live.delete(event.order);
  }

  /** A conditional order that fires is placed once more; what its position cannot take no longer works. */
  triggered(event: TriggeredEvent, insert: Insert): void {
    const order = this.#take(event.order);
    resize(order, event);
    this.#state(event.at, order, 'placed', insert);
  }

  modified(event: OrderModifiedEvent, insert: Insert): void {
    const order = this.#take(event.order);
    const { spec } = order.market;
    if (event.price !== 0) order.price = formatPrice(spec, event.price);
    if (event.triggerPrice !== null) order.triggerPrice = formatPrice(spec, event.triggerPrice);
    resize(order, event);
    this.#state(event.at, order, 'modified', insert);
  }

  cancelled(event: OrderCancelledEvent, insert: Insert): void {
    const order = this.#take(event.order);
    if (event.cause === 'user') this.#state(event.at, order, 'cancelling', insert);
    this.#state(event.at, order, 'cancelled', insert, null, cancelReasonOf(event.cause) ?? '');
    this.#live.delete(event.order);
  }

  #take(no: OrderNo): LiveOrder {
    const order = this.#live.get(no);
    invariant(order, () => `order ${no} is live in history`);
    return order;
  }

  #state(at: TimeMs, order: LiveOrder, status: string, insert: Insert, legs: string | null = null, reason = ''): void {
    this.#row += 1;
    const remaining = isLive(status) ? remainingText(order) : '';
    const figures = [
      order.quantity,
      remaining,
      order.price,
      order.triggerPrice,
      order.filledPrice,
      order.filledQuantity,
    ];
    insert('order_states', [
      this.#row,
      order.facts.no,
      order.facts.account,
      at,
      status,
      packed([...figures, order.filledValue, order.positionId ?? '', reason]),
      legs,
    ]);
  }
}

function resize(order: LiveOrder, { quantity, trimmed }: { quantity: Lots; trimmed: Lots }): void {
  order.quantity = formatLots(order.market.spec, quantity);
  order.lots = quantity;
  order.trimmed = trimmed;
}

const isLive = (status: string): boolean => LIVE_STATUSES.has(status);

/** What still works, where it is less than quantity and fills say. */
const remainingText = ({ market, lots, filledLots, trimmed }: LiveOrder): string =>
  trimmed === 0 ? '' : formatLots(market.spec, lots - filledLots - trimmed);

function factsText(at: TimeMs, facts: OrderFacts, terms: number): string {
  const links = facts.group?.role === 'main' ? facts.group : null;
  const [takeProfit, stopLoss] = [links?.takeProfit, links?.stopLoss];
  return packed([
    facts.no,
    terms,
    at,
    facts.clientId,
    facts.expiresAt ?? '',
    takeProfit?.no ?? '',
    takeProfit?.clientId ?? '',
    stopLoss?.no ?? '',
    stopLoss?.clientId ?? '',
  ]);
}

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
