import { crosses } from '../../src/engine/book/matching.ts';
import { OrderBook } from '../../src/engine/book/books.ts';
import { type Order, remainingOf } from '../../src/engine/orders/order.ts';
import { oppositeOf, type Side } from '../../src/engine/orders/order-terms.ts';
import type { Lots, Ticks } from '../../src/kernel/units.ts';
import { SYMBOL } from '../load/bench-engine.ts';

/** What a command did to the book. Ids are texts, as clients see them. */
export type BareEvent =
  | { readonly type: 'placed'; readonly order: string; readonly side: Side; readonly price: Ticks; readonly lots: Lots }
  | {
      readonly type: 'traded';
      readonly trade: string;
      readonly maker: string;
      readonly taker: string;
      readonly price: Ticks;
      readonly lots: Lots;
    }
  | { readonly type: 'rested' | 'cancelled'; readonly order: string };

/** An order with every field that the product gives it, so that its shape is the same. */
const orderOf = (no: number, side: Side, price: Ticks, quantity: Lots): Order => ({
  no,
  account: 0,
  symbol: SYMBOL,
  clientId: '',
  side,
  orderType: 'limitGtc',
  kind: 'limit',
  timeInForce: 'GTC',
  price,
  quantity,
  reduceOnly: false,
  postOnly: false,
  expiresAt: null,
  source: '',
  triggeredByLiquidation: false,
  twap: null,
  parent: null,
  trigger: null,
  closePosition: false,
  group: null,
  phase: 'working',
  status: 'placed',
  trimmed: 0,
  filled: 0,
  filledValue: 0n,
  createdAt: 0,
  updatedAt: 0,
  previous: null,
  next: null,
  resting: false,
});

/** The order book of the product with ids and events, and without accounts, money and rules: what matching alone costs. */
export class BareMatching {
  readonly #book = new OrderBook();
  readonly #orders = new Map<number, Order>();
  #trades = 0;

  /** Matches an order and rests what is left of it; price 0 is a market order, which never rests. */
  place(no: number, side: Side, price: Ticks, quantity: Lots): BareEvent[] {
    const events: BareEvent[] = [{ type: 'placed', order: String(no), side, price, lots: quantity }];
    this.#enter(orderOf(no, side, price, quantity), events);
    return events;
  }

  /** Null for an order that is not live. */
  cancel(no: number): BareEvent[] | null {
    const order = this.#orders.get(no);
    if (!order) return null;
    this.#book.remove(order);
    this.#orders.delete(no);
    return [{ type: 'cancelled', order: String(no) }];
  }

  /** Moves an order to the back of another price. Null for an order that is not live. */
  modify(no: number, price: Ticks, quantity: Lots): BareEvent[] | null {
    const order = this.#orders.get(no);
    const events = this.cancel(no);
    if (order && events) this.#enter(orderOf(no, order.side, price, quantity), events);
    return events;
  }

  #enter(taker: Order, events: BareEvent[]): void {
    const isMarket = taker.price === 0;
    for (
      let maker = this.#book.front(oppositeOf(taker.side));
      maker;
      maker = this.#book.front(oppositeOf(taker.side))
    ) {
      if (!isMarket && !crosses(taker.side, taker.price, maker.price)) break;
      this.#trade(maker, taker, events);
      if (remainingOf(taker) === 0) return;
    }
    const order = String(taker.no);
    if (isMarket) {
      events.push({ type: 'cancelled', order });
      return;
    }
    this.#book.add(taker);
    this.#orders.set(taker.no, taker);
    events.push({ type: 'rested', order });
  }

  #trade(maker: Order, taker: Order, events: BareEvent[]): void {
    const lots = Math.min(remainingOf(maker), remainingOf(taker));
    this.#trades += 1;
    const trade = String(this.#trades);
    events.push({ type: 'traded', trade, maker: String(maker.no), taker: String(taker.no), price: maker.price, lots });
    this.#book.shrink(maker, lots);
    maker.filled += lots;
    taker.filled += lots;
    if (remainingOf(maker) > 0) return;
    this.#book.remove(maker);
    this.#orders.delete(maker.no);
  }
}
