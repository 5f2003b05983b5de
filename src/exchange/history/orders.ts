import { formatAmount, formatAverage, formatLots, formatPrice } from '../../contract/format.ts';
import type { LegRow } from '../../contract/views.ts';
import { cancelReasonOf, closingCauseOf } from '../../contract/words.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type {
  EngineEvent,
  FillSide,
  OrderCancelledEvent,
  OrderFacts,
  OrderModifiedEvent,
  TradedEvent,
} from '../../engine/event.ts';
import type { LiveStatus } from '../../engine/orders/order.ts';
import { invariant } from '../../kernel/errors.ts';
import { big, bool, count, nullable, type Plain, text as textCodec } from '../../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo, OrderNo, PositionNo, TradeNo } from '../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import type { Insert } from './database.ts';
import type { KnownMarket, Names } from './names.ts';
import { packed } from './schema.sql.ts';

type TriggeredEvent = Extract<EngineEvent, { type: 'OrderTriggered' }>;
type TwapFilledEvent = Extract<EngineEvent, { type: 'TwapFilled' }>;

/** States from which an order goes on. */
const LIVE_STATUSES: ReadonlySet<string> = new Set<LiveStatus>(['placed', 'partially filled', 'modified']);

/** What has filled of an order. */
interface Fills {
  readonly lots: Lots;
  readonly value: Units;
  /** Position of the latest fill. */
  readonly position: PositionNo;
}

/** What the next rows of a user's live order need. There are as many as open orders, so it holds no more than that. */
export interface LiveOrder {
  readonly account: AccountNo;
  readonly market: KnownMarket;
  readonly triggeredByLiquidation: boolean;
  /** 0 for a market order. */
  price: Ticks;
  /** 0 for an order without a trigger. */
  triggerPrice: Ticks;
  /** Its quantity, and what the position has no room for. */
  lots: Lots;
  trimmed: Lots;
  fills: Fills | null;
}

interface SavedOrder extends Omit<LiveOrder, 'market'> {
  readonly symbol: string;
}

const SAVED = record<{ readonly live: Map<OrderNo, SavedOrder>; readonly row: number }>({
  live: sortedMapOf(
    count,
    record<SavedOrder>({
      account: count,
      symbol: textCodec,
      triggeredByLiquidation: bool,
      price: count,
      triggerPrice: count,
      lots: count,
      trimmed: count,
      fills: nullable(record<Fills>({ lots: count, value: big, position: count })),
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
    for (const [no, { symbol, ...order }] of live) this.#live.set(no, { ...order, market: names.known(symbol) });
    this.#row = row;
  }

  save(): Plain {
    const live = Array.from(this.#live, ([no, { market, ...order }]): [OrderNo, SavedOrder] => [
      no,
      { ...order, symbol: market.spec.symbol },
    ]);
    return SAVED.encode({ live: new Map(live), row: this.#row });
  }

  placed(at: TimeMs, facts: OrderFacts, market: KnownMarket, insert: Insert): void {
    const order: LiveOrder = {
      account: facts.account,
      market,
      triggeredByLiquidation: facts.triggeredByLiquidation,
      price: facts.price,
      triggerPrice: facts.trigger?.price ?? 0,
      lots: facts.quantity,
      trimmed: 0,
      fills: null,
    };
    this.#live.set(facts.no, order);
    const terms = this.#names.terms(facts, market, insert);
    insert('orders', [facts.no, terms, facts.parent, factsText(at, facts, terms)]);
    this.#state(at, facts.no, order, 'placed', insert);
  }

  /** The order behind one side of an execution, or undefined when an agent placed it. */
  find(no: OrderNo): LiveOrder | undefined {
    return this.#live.get(no);
  }

  isLive(no: OrderNo): boolean {
    return this.#live.has(no);
  }

  filled(event: TradedEvent, fill: FillSide, order: LiveOrder, insert: Insert): void {
    const position = fill.legs.at(-1)?.position;
    invariant(position !== undefined, () => `trade ${event.trade} moved a position`);
    order.fills = { lots: fill.filled, value: fill.filledValue, position };
    const legs = fill.legs.length > 1 ? JSON.stringify(legRows(event, fill, order.market.spec)) : null;
    // The owner did not ask for an order by which a winner is deleveraged or a market ends.
    const cause = order.triggeredByLiquidation ? undefined : closingCauseOf(event.cause);
    const reason = cause === undefined ? '' : (cancelReasonOf(cause) ?? '');
    this.#state(event.at, fill.order, order, fill.complete ? 'filled' : 'partially filled', insert, legs, reason);
    if (fill.complete) this.#live.delete(fill.order);
  }

  /** A TWAP parent shows the totals of all its chunks. */
  twapFilled(event: TwapFilledEvent, insert: Insert): void {
    const order = this.#take(event.order);
    order.fills = { lots: event.filled, value: event.filledValue, position: event.position };
    this.#state(event.at, event.order, order, event.complete ? 'filled' : 'partially filled', insert);
    if (event.complete) this.#live.delete(event.order);
  }

  /** A conditional order that fires is placed once more; what its position cannot take no longer works. */
  triggered(event: TriggeredEvent, insert: Insert): void {
    const order = this.#take(event.order);
    resize(order, event);
    this.#state(event.at, event.order, order, 'placed', insert);
  }

  modified(event: OrderModifiedEvent, insert: Insert): void {
    const order = this.#take(event.order);
    if (event.price !== 0) order.price = event.price;
    if (event.triggerPrice !== null) order.triggerPrice = event.triggerPrice;
    resize(order, event);
    this.#state(event.at, event.order, order, 'modified', insert);
  }

  cancelled(event: OrderCancelledEvent, insert: Insert): void {
    const order = this.#take(event.order);
    if (event.cause === 'user') this.#state(event.at, event.order, order, 'cancelling', insert);
    this.#state(event.at, event.order, order, 'cancelled', insert, null, cancelReasonOf(event.cause) ?? '');
    this.#live.delete(event.order);
  }

  #take(no: OrderNo): LiveOrder {
    const order = this.#live.get(no);
    invariant(order, () => `order ${no} is live in history`);
    return order;
  }

  #state(
    at: TimeMs,
    no: OrderNo,
    order: LiveOrder,
    status: string,
    insert: Insert,
    legs: string | null = null,
    reason = '',
  ): void {
    this.#row += 1;
    insert('order_states', [this.#row, no, order.account, at, status, figuresText(order, status, reason), legs]);
  }
}

function figuresText(order: LiveOrder, status: string, reason: string): string {
  const { fills, price, triggerPrice, lots } = order;
  const { spec } = order.market;
  return packed([
    formatLots(spec, lots),
    isLive(status) ? remainingText(order) : '',
    price === 0 ? '' : formatPrice(spec, price),
    triggerPrice === 0 ? '' : formatPrice(spec, triggerPrice),
    fills ? formatAverage(spec, fills.value, fills.lots) : '',
    fills ? formatLots(spec, fills.lots) : '0',
    fills ? formatAmount(fills.value) : '0',
    fills ? fills.position : '',
    reason,
  ]);
}

function resize(order: LiveOrder, { quantity, trimmed }: { quantity: Lots; trimmed: Lots }): void {
  order.lots = quantity;
  order.trimmed = trimmed;
}

const isLive = (status: string): boolean => LIVE_STATUSES.has(status);

/** What still works, where it is less than quantity and fills say. */
const remainingText = ({ market, lots, fills, trimmed }: LiveOrder): string =>
  trimmed === 0 ? '' : formatLots(market.spec, lots - (fills?.lots ?? 0) - trimmed);

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
