import { invariant } from '../../../kernel/assert.ts';
import type { AccountNo, OrderNo } from '../../../kernel/ids.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import { crosses } from '../../book/matching.ts';
import type { EngineEvent, OrderFacts } from '../../event.ts';
import { type Order, remainingOf } from '../../orders/order.ts';
import { oppositeOf, type Side } from '../../orders/order-terms.ts';
import type { Market, State } from '../../state.ts';

/**
 * The events of one historical row, decided against the state before it. Orders of history are placed without the checks
 * of users' orders: bands, sizes and margin are no matter of what has happened.
 */
export class HouseOrders {
  readonly events: EngineEvent[] = [];
  readonly #state: State;
  readonly #market: Market;
  readonly #gone = new Set<OrderNo>();
  #placed = 0;

  constructor(state: State, market: Market) {
    this.#state = state;
    this.#market = market;
  }

  get maker(): AccountNo {
    return this.#account(0);
  }

  get taker(): AccountNo {
    return this.#account(1);
  }

  /** All that history has in the book and keeps, in no particular order. */
  *all(): Iterable<Order> {
    const open = this.#state.accounts.get(this.maker)?.open.get(this.#market.spec.symbol);
    for (const no of open?.orders ?? []) {
      const order = this.#state.orders.get(no);
      if (order && !this.#gone.has(no)) yield order;
    }
  }

  /** What history has at one price and keeps, oldest first. */
  *at(side: Side, price: Ticks): Iterable<Order> {
    for (let order = this.#market.book.first(side, price) ?? null; order; order = order.next) {
      if (order.account === this.maker && !this.#gone.has(order.no)) yield order;
    }
  }

  /** Removes what history has on the other side that an order of `side` at `price` would meet. */
  moveAside(side: Side, price: Ticks): void {
    const { book } = this.#market;
    for (let order = book.front(oppositeOf(side)); order; order = book.behind(order)) {
      if (!crosses(side, price, order.price)) return;
      if (order.account === this.maker) this.cancel(order);
    }
  }

  cancel(order: Order): void {
    if (this.#gone.has(order.no)) return;
    this.#gone.add(order.no);
    this.events.push({ type: 'OrderCancelled', at: this.#state.now, order: order.no, cause: 'user' });
  }

  /** Changes what an order offers, in its place. Only the last order of a level may grow. */
  resize(order: Order, change: Lots): void {
    if (remainingOf(order) + change === 0) {
      this.cancel(order);
      return;
    }
    const { price, trimmed } = order;
    this.events.push({
      type: 'OrderModified',
      at: this.#state.now,
      order: order.no,
      price,
      quantity: order.quantity + change,
      trimmed,
      triggerPrice: null,
      keepsPlace: true,
      cause: 'user',
    });
  }

  /** Places an order that rests behind all others of its level, or that takes what it meets and ends (`taker`). */
  place(account: AccountNo, side: Side, price: Ticks, lots: Lots): void {
    const no = this.#state.counters.order + this.#placed;
    this.#placed += 1;
    const rests = account === this.maker;
    const order: OrderFacts = {
      ...PLAIN,
      no,
      account,
      symbol: this.#market.spec.symbol,
      side,
      orderType: rests ? 'limitGtc' : 'limitIoc',
      timeInForce: rests ? 'GTC' : 'IOC',
      price,
      quantity: lots,
    };
    this.events.push({ type: 'OrderPlaced', at: this.#state.now, order });
  }

  #account(place: number): AccountNo {
    const account = this.#market.agents[place];
    invariant(account !== undefined, 'a market of history has a maker and a taker');
    return account;
  }
}

const PLAIN = {
  clientId: '',
  kind: 'limit',
  reduceOnly: false,
  postOnly: false,
  expiresAt: null,
  source: 'history',
  triggeredByLiquidation: false,
  trigger: null,
  closePosition: false,
  group: null,
  twap: null,
  parent: null,
} as const;
