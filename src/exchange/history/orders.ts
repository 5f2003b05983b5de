import { cancelReasonOf, closingCauseOf } from '../../contract/words.ts';
import type {
  EngineEvent,
  FillSide,
  OrderCancelledEvent,
  OrderFacts,
  OrderModifiedEvent,
  TradedEvent,
} from '../../engine/event.ts';
import { invariant } from '../../kernel/errors.ts';
import { big, bool, count, nullable, type Plain, text as textCodec } from '../../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs } from '../../kernel/units.ts';
import type { Names } from './names.ts';
import type { Fills, KnownMarket, RowSink, Status, TurnLegs } from './row-sink.ts';

type TriggeredEvent = Extract<EngineEvent, { type: 'OrderTriggered' }>;
type TwapFilledEvent = Extract<EngineEvent, { type: 'TwapFilled' }>;

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

  placed(at: TimeMs, facts: OrderFacts, market: KnownMarket, sink: RowSink): void {
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
    const links = facts.group?.role === 'main' ? facts.group : null;
    sink.order({
      order: facts.no,
      terms: this.#names.terms(facts, market, sink),
      account: facts.account,
      parent: facts.parent,
      at,
      clientId: facts.clientId,
      expiresAt: facts.expiresAt,
      takeProfit: links?.takeProfit ?? null,
      stopLoss: links?.stopLoss ?? null,
    });
    this.#state(at, facts.no, order, 'placed', sink);
  }

  /** The order behind one side of an execution, or undefined when an agent placed it. */
  find(no: OrderNo): LiveOrder | undefined {
    return this.#live.get(no);
  }

  isLive(no: OrderNo): boolean {
    return this.#live.has(no);
  }

  filled(event: TradedEvent, fill: FillSide, order: LiveOrder, sink: RowSink): void {
    const position = fill.legs.at(-1)?.position;
    invariant(position !== undefined, () => `trade ${event.trade} moved a position`);
    order.fills = { lots: fill.filled, value: fill.filledValue, position };
    const { trade } = event;
    const turn = fill.legs.length > 1 ? { trade, isTaker: fill === event.taker, legs: fill.legs } : null;
    // The owner did not ask for an order by which a winner is deleveraged or a market ends.
    const cause = order.triggeredByLiquidation ? undefined : closingCauseOf(event.cause);
    const reason = cause === undefined ? '' : (cancelReasonOf(cause) ?? '');
    this.#state(event.at, fill.order, order, fill.complete ? 'filled' : 'partially filled', sink, turn, reason);
    if (fill.complete) this.#live.delete(fill.order);
  }

  /** A TWAP parent shows the totals of all its chunks. */
  twapFilled(event: TwapFilledEvent, sink: RowSink): void {
    const order = this.#take(event.order);
    order.fills = { lots: event.filled, value: event.filledValue, position: event.position };
    this.#state(event.at, event.order, order, event.complete ? 'filled' : 'partially filled', sink);
    if (event.complete) this.#live.delete(event.order);
  }

  /** A conditional order that fires is placed once more; what its position cannot take no longer works. */
  triggered(event: TriggeredEvent, sink: RowSink): void {
    const order = this.#take(event.order);
    resize(order, event);
    this.#state(event.at, event.order, order, 'placed', sink);
  }

  modified(event: OrderModifiedEvent, sink: RowSink): void {
    const order = this.#take(event.order);
    if (event.price !== 0) order.price = event.price;
    if (event.triggerPrice !== null) order.triggerPrice = event.triggerPrice;
    resize(order, event);
    this.#state(event.at, event.order, order, 'modified', sink);
  }

  cancelled(event: OrderCancelledEvent, sink: RowSink): void {
    const order = this.#take(event.order);
    if (event.cause === 'user') this.#state(event.at, event.order, order, 'cancelling', sink);
    this.#state(event.at, event.order, order, 'cancelled', sink, null, cancelReasonOf(event.cause) ?? '');
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
    status: Status,
    sink: RowSink,
    turn: TurnLegs | null = null,
    reason = '',
  ): void {
    this.#row += 1;
    const { account, market, lots, trimmed, price, triggerPrice, fills } = order;
    const figures = { lots, trimmed, price, triggerPrice, fills };
    sink.state({ row: this.#row, order: no, market, account, at, status, ...figures, reason, turn });
  }
}

function resize(order: LiveOrder, { quantity, trimmed }: { quantity: Lots; trimmed: Lots }): void {
  order.lots = quantity;
  order.trimmed = trimmed;
}
