import { invariant, type Refusal, refuse } from '../../kernel/errors.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { crosses } from '../book/matching.ts';
import type { EngineEvent, OrderFacts } from '../event.ts';
import { oppositeOf, type Side } from '../orders/order-terms.ts';
import { type Order, remainingOf } from '../orders/order.ts';
import { isMarketOpen } from '../prices.ts';
import type { Market, State } from '../state.ts';
import { HISTORY_LOTS_MAX, type HistoryLiquidity } from './history-terms.ts';

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

  /** Of each order of history at one price, oldest first, how many orders of users stand before it there. */
  partsAt(side: Side, price: Ticks): number[] {
    const parts: number[] = [];
    let users = 0;
    for (let order = this.#market.book.first(side, price) ?? null; order; order = order.next) {
      if (order.account !== this.maker) users += 1;
      else if (!this.#gone.has(order.no)) parts.push(users);
    }
    return parts;
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
      rests: false,
      cause: 'user',
    });
  }

  /** The order of history with this id of the record; null when it is not in the book, or goes. */
  named(id: string): Order | null {
    const no = id === '' ? undefined : this.#state.accounts.get(this.maker)?.clientIds.get(id);
    const order = no === undefined ? undefined : this.#state.orders.get(no);
    return order && !this.#gone.has(order.no) ? order : null;
  }

  /**
   * Places an order that rests behind all others of its level, or that takes what it meets and ends (`taker`). `id` is that of
   * the record, where it has one.
   */
  place(account: AccountNo, side: Side, price: Ticks, lots: Lots, id = ''): void {
    const no = this.#state.counters.order + this.#placed;
    this.#placed += 1;
    const rests = account === this.maker;
    const order: OrderFacts = {
      ...PLAIN,
      clientId: id,
      no,
      account,
      symbol: this.#market.spec.symbol,
      side,
      orderType: rests ? 'limitGtc' : 'limitIoc',
      timeInForce: rests ? 'GTC' : 'IOC',
      price,
      quantity: lots,
    };
    this.events.push({ type: 'OrderPlaced', at: this.#state.now, order, rests: false });
  }

  #account(place: number): AccountNo {
    const account = this.#market.agents[place];
    invariant(account !== undefined, 'a market of history has a maker and a taker');
    return account;
  }
}

const PLAIN = {
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

/** Returns a market that takes recorded data now, or why it does not. */
export function historyMarket(state: State, symbol: string): Market | Refusal {
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (market.spec.liquidity.kind !== 'history') {
    return refuse('INVALID_VALUE', `${symbol} takes no history: its liquidity is of another kind`);
  }
  return isMarketOpen(market, state.now) ? market : refuse('MARKET_CLOSED', 'market is closed');
}

/** Returns the settings of a market of history. */
export function liquidityOf({ spec: { liquidity } }: Market): HistoryLiquidity {
  invariant(liquidity.kind === 'history', 'only a market of history takes its rows');
  return liquidity;
}

/** True where a trade beyond the price of users fills their orders whole. */
export const fillsWhole = (market: Market): boolean => liquidityOf(market).through === 'whole';

/** Refuses a price below one tick and a quantity that no sum could hold. */
export function refuseFigures(price: Ticks, lots: Lots): Refusal | null {
  if (price < 1) return refuse('INVALID_VALUE', 'price must be at least one tick');
  return lots < 0 || lots > HISTORY_LOTS_MAX
    ? refuse('INVALID_VALUE', `quantity must be from 0 to ${HISTORY_LOTS_MAX} lots`)
    : null;
}
