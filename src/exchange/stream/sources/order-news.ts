import { invariant } from '../../../kernel/errors.ts';
import { type AccountNo, type OrderNo, subAccountIdOf, venueIdOf } from '../../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs } from '../../../kernel/units.ts';
import type {
  OrderEvent,
  OrderEventType,
  StreamOrderStatus,
  SubAccountEvent,
  TradeEvent,
} from '../../../contract/channels/subaccount-events.ts';
import { formatAmount, formatAverage, formatLots, formatPrice, formatRatio } from '../../../contract/format.ts';
import { orderIdentifier } from '../../../contract/primitives.ts';
import { cancelReasonOf, closingCauseOf, tradeTypeWord } from '../../../contract/words.ts';
import type { MarketSpec } from '../../../engine/config.ts';
import type { CancelCause, EngineEvent, FillSide, OrderFacts, TradedEvent } from '../../../engine/event.ts';
import { accountOf } from '../../../engine/orders/evolve-order.ts';
import type { OrderLink, Trigger } from '../../../engine/orders/conditional-terms.ts';
import { type Order, remainingOf } from '../../../engine/orders/order.ts';
import { leverageOf, marketOf } from '../../../engine/risk/margin.ts';
import type { State } from '../../../engine/state.ts';
import { openPositionRecord } from '../../reads/records/position-record.ts';
import type { Provenance } from '../source.ts';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

/** Sends an event of the stream; `envelope` holds the moment it belongs to. */
export type SendEvent = (data: SubAccountEvent, envelope?: object) => void;

/**
 * The orders of one subaccount and their executions. An order that takes is summed up once, behind all its executions;
 * one that is taken after each of them (wire 4.8). Orders by which the exchange liquidates appear as their effects
 * only: they belong to no subaccount, and never rest.
 */
export class OrderNews {
  readonly #state: Readonly<State>;
  readonly #account: AccountNo;
  readonly #provenance: Provenance;
  readonly #send: SendEvent;
  readonly #orders = new Map<OrderNo, FollowedOrder>();
  /** Orders with executions that are not summed up yet, in order, and the sequence of the latest. */
  readonly #filled = new Map<OrderNo, number>();

  constructor(state: Readonly<State>, account: AccountNo, provenance: Provenance, send: SendEvent) {
    this.#state = state;
    this.#account = account;
    this.#provenance = provenance;
    this.#send = send;
    for (const { orders } of accountOf(state, account).open.values()) {
      for (const no of orders) {
        const order = state.orders.get(no);
        if (order) this.#orders.set(no, followed(order, order.createdAt, order));
      }
    }
  }

  /** Whether it has to wait before it shows on the books: no margin is held for it until then. */
  placed({ order: facts, at }: EventOf<'OrderPlaced'>, seq: number): 'asks' | 'waits' | null {
    if (facts.account !== this.#account) return null;
    const order = { ...followed(facts, at), parent: this.#parentOf(facts) };
    this.#orders.set(facts.no, order);
    this.#event('orderPlaced', order, at, seq);
    return facts.trigger || facts.twap ? 'waits' : 'asks';
  }

  /** The TWAP that an order is a chunk of; it lives as long as its chunks. */
  #parentOf({ parent }: OrderFacts): FollowedOrder['parent'] {
    if (parent === null) return null;
    return { no: parent, clientId: this.#orders.get(parent)?.facts.clientId ?? '' };
  }

  /** The execution of one of its orders; returns the order. */
  traded(trade: TradedEvent, side: FillSide, seq: number): FollowedOrder | null {
    const order = this.#orders.get(side.order);
    if (!order) return null;
    order.filled = side.filled;
    const provenance = this.#provenance.of(seq, trade.at);
    this.#send(tradeEvent(this.#state, trade, side, order), provenance);
    const liquidation = liquidationEvent(this.#state, trade, side, order);
    if (liquidation) this.#send(liquidation, provenance);
    this.#filled.set(side.order, seq);
    // The winner of a deleveraging did not ask for the order that reduces its position, nor did whoever held an ended market.
    const cause = closingCauseOf(trade.cause);
    if (side.complete || side === trade.maker) this.#sumUp(side.order, trade.at, cause);
    return order;
  }

  /** Whether margin is held for it from now on: an order that has waited had none before. */
  rested({ order: no, at }: EventOf<'OrderRested'>): boolean {
    const order = this.#orders.get(no);
    this.#sumUp(no, at);
    return order !== undefined && order.trigger !== null && !order.facts.reduceOnly;
  }

  modified({ order: no, price, quantity, trimmed, triggerPrice, at }: EventOf<'OrderModified'>, seq: number): boolean {
    const order = this.#orders.get(no);
    if (!order) return false;
    order.price = price;
    order.quantity = quantity;
    order.trimmed = trimmed;
    if (order.trigger && triggerPrice !== null) order.trigger = { ...order.trigger, price: triggerPrice };
    this.#event('orderModified', order, at, seq);
    return true;
  }

  /** A fired order goes to market with what it can close; the event is sent when that differs from what was requested. */
  triggered({ order: no, quantity, trimmed, at }: EventOf<'OrderTriggered'>, seq: number): void {
    const order = this.#orders.get(no);
    if (!order || (order.quantity === quantity && trimmed === 0)) return;
    order.quantity = quantity;
    order.trimmed = trimmed;
    this.#event('orderModified', order, at, seq);
  }

  /** A TWAP parent fills through its chunks. */
  parentFilled({ order: no, filled }: EventOf<'TwapFilled'>, seq: number): void {
    const order = this.#orders.get(no);
    if (!order) return;
    order.filled = filled;
    this.#filled.set(no, seq);
  }

  cancelled({ order: no, cause, at }: EventOf<'OrderCancelled'>, seq: number): boolean {
    const order = this.#orders.get(no);
    if (!order) return false;
    this.#sumUp(no, at);
    this.#orders.delete(no);
    this.#event('orderCancelled', order, at, seq, cause);
    return true;
  }

  /** Nothing more follows from what was done: whatever has filled is summed up. */
  quiescent(): void {
    for (const no of this.#filled.keys()) this.#sumUp(no, this.#state.now);
  }

  /** Says once what all executions of an order have made of it. */
  #sumUp(no: OrderNo, at: TimeMs, cause?: CancelCause): void {
    const seq = this.#filled.get(no);
    const order = this.#orders.get(no);
    if (seq === undefined || !order) return;
    this.#filled.delete(no);
    const whole = order.filled === order.quantity;
    if (whole) this.#orders.delete(no);
    this.#event(whole ? 'orderFilled' : 'orderPartiallyFilled', order, at, seq, cause);
  }

  #event(type: OrderEventType, order: FollowedOrder, at: TimeMs, seq: number, cause?: CancelCause): void {
    if (order.facts.triggeredByLiquidation) return;
    const { spec } = marketOf(this.#state, order.facts.symbol);
    this.#send(orderEvent(type, spec, order, at, cause), this.#provenance.of(seq, at));
  }
}

/** One side of a fill as its owner receives it: the private trade record, and the position it left. */
function tradeEvent(state: Readonly<State>, trade: TradedEvent, side: FillSide, order: FollowedOrder): TradeEvent {
  const { spec } = marketOf(state, trade.symbol);
  const account = accountOf(state, side.account);
  const leg = side.legs.at(-1);
  invariant(leg, () => `trade ${trade.trade} moved a position`);
  const held = account.positions.get(trade.symbol);
  return {
    eventType: 'trade',
    subAccountId: subAccountIdOf(side.account),
    tradeId: String(trade.trade),
    order: orderIdentifier(side.order, order.facts.clientId),
    orderId: venueIdOf(side.order),
    orderType: tradeTypeWord(order.facts.kind),
    symbol: trade.symbol,
    side: side.side,
    direction: leg.direction,
    price: formatPrice(spec, trade.price),
    quantity: formatLots(spec, trade.quantity),
    realizedPnl: formatAmount(side.realizedPnl),
    fee: formatAmount(side.fee),
    feeRate: formatRatio(side.feeRate),
    markPrice: formatPrice(spec, trade.mark),
    entryPrice: formatAverage(spec, leg.entryCost, leg.entryLots),
    timestamp: trade.at,
    maker: side === trade.maker,
    reduceOnly: order.facts.reduceOnly,
    postOnly: order.facts.postOnly,
    triggeredByLiquidation: order.facts.triggeredByLiquidation,
    ...(order.parent && { parentOrder: orderIdentifier(order.parent.no, order.parent.clientId) }),
    position: held ? openPositionRecord(state, account, held) : null,
  };
}

/** Returns the extra fields of the liquidated side; null for every other fill. */
function liquidationEvent(
  state: Readonly<State>,
  trade: TradedEvent,
  side: FillSide,
  order: FollowedOrder,
): SubAccountEvent | null {
  if (!order.facts.triggeredByLiquidation) return null;
  const market = marketOf(state, trade.symbol);
  return {
    eventType: 'liquidation',
    subAccountId: subAccountIdOf(side.account),
    timestamp: trade.at,
    symbol: trade.symbol,
    side: side.side,
    price: formatPrice(market.spec, trade.price),
    quantity: formatLots(market.spec, trade.quantity),
    leverage: leverageOf(market, accountOf(state, side.account)),
    tradeId: String(trade.trade),
    reason: trade.cause === 'match' ? 'MMR_BREACH' : 'RMR_BREACH',
  };
}

/** What a stream has to remember of an order, because the engine forgets it as soon as it ends. */
interface FollowedOrder {
  readonly facts: OrderFacts;
  readonly createdAt: TimeMs;
  price: Ticks;
  quantity: Lots;
  trimmed: Lots;
  filled: Lots;
  trigger: Trigger | null;
  /** The TWAP that it is a chunk of. */
  readonly parent: OrderLink | null;
}

const followed = (
  facts: OrderFacts,
  createdAt: TimeMs,
  { filled, trimmed }: Pick<Order, 'filled' | 'trimmed'> = { filled: 0, trimmed: 0 },
): FollowedOrder => ({
  facts,
  createdAt,
  price: facts.price,
  quantity: facts.quantity,
  trimmed,
  filled,
  trigger: facts.trigger,
  // A chunk ends with its input, so none is live when a stream begins.
  parent: null,
});

/** An order event (wire 4.8): the order as it is after what happened to it. */
function orderEvent(
  eventType: OrderEventType,
  spec: MarketSpec,
  order: FollowedOrder,
  at: TimeMs,
  cause?: CancelCause,
): OrderEvent {
  const { facts, trigger } = order;
  const reason = cause === undefined ? null : cancelReasonOf(cause);
  return {
    eventType,
    subAccountId: subAccountIdOf(facts.account),
    order: orderIdentifier(facts.no, facts.clientId),
    orderId: venueIdOf(facts.no),
    symbol: facts.symbol,
    timestamp: at,
    side: facts.side,
    orderType: facts.kind,
    price: order.price === 0 ? '' : formatPrice(spec, order.price),
    quantity: formatLots(spec, order.quantity),
    filledQuantity: formatLots(spec, order.filled),
    remainingQuantity: formatLots(spec, Math.max(0, remainingOf(order))),
    status: statusAfter(eventType, order),
    created_at: order.createdAt,
    ...(order.parent && { parentOrder: orderIdentifier(order.parent.no, order.parent.clientId) }),
    createdAt: order.createdAt,
    ...(facts.clientId !== '' && { clientOrderId: facts.clientId }),
    ...(trigger && { triggerPrice: formatPrice(spec, trigger.price), triggerPriceType: trigger.priceType }),
    ...(facts.reduceOnly && { reduceOnly: true }),
    ...(facts.postOnly && { postOnly: true }),
    ...(facts.closePosition && { closePosition: true }),
    ...(facts.expiresAt !== null && { expiresAt: facts.expiresAt }),
    ...(reason !== null && { cancelReason: reason }),
  };
}

function statusAfter(eventType: OrderEventType, { filled }: FollowedOrder): StreamOrderStatus {
  if (eventType === 'orderFilled') return 'filled';
  if (eventType === 'orderCancelled') return 'cancelled';
  return filled > 0 ? 'partially_filled' : 'open';
}
