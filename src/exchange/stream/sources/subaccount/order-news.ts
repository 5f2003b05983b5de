import type { OrderEventType, SubAccountEvent } from '../../../../contract/channels/subaccount-events.ts';
import type { CancelCause, EngineEvent, FillSide, OrderFacts, TradedEvent } from '../../../../engine/event.ts';
import { closingCauseOf } from '../../../../contract/words.ts';
import { accountOf } from '../../../../engine/evolve-order.ts';
import { marketOf } from '../../../../engine/risk/margin.ts';
import type { State } from '../../../../engine/state.ts';
import type { AccountNo, OrderNo } from '../../../../kernel/ids.ts';
import type { TimeMs } from '../../../../kernel/units.ts';
import type { Provenance } from '../../push-frame.ts';
import { type FollowedOrder, followed, orderEvent } from './followed-order.ts';
import { liquidationEvent, tradeEvent } from './trade-events.ts';

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
