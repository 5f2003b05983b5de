import { invariant, isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { crosses } from '../book/matching.ts';
import type { EngineEvent, OrderFacts } from '../event.ts';
import type { Deciders, Decision } from '../handlers.ts';
import { oppositeOf, type Side } from '../orders/order-terms.ts';
import { type Order, remainingOf } from '../orders/order.ts';
import { isMarketOpen } from '../prices.ts';
import type { Market, State } from '../state.ts';
import {
  HISTORY_LOTS_MAX,
  type HistoryCommand,
  type HistoryLevel,
  type HistoryTrade,
  type QueueModel,
  type SetHistoryDepth,
} from './history-terms.ts';

/**
 * Recorded data as the liquidity of a market. History rests as the orders of one house account, the maker, and trades
 * through another, the taker. Users' orders stand between them in the same queues. The orders of history never trade
 * with each other, except for the historical trades themselves.
 */
export const HISTORY_DECIDERS: Deciders<HistoryCommand['type']> = { SetHistoryDepth: setDepth, HistoryTrade: trade };

const SIDES: readonly Side[] = ['buy', 'sell'];

/**
 * Sets what history offers at some levels, whatever users have taken from it meanwhile. A level that grows does so behind
 * all that stands there; which orders shrink is a matter of the queue model. First, all that the new levels cross on the
 * other side moves away. A level that crosses orders of users trades with them, and what is left of it rests.
 */
function setDepth(state: State, { symbol, levels, snapshot }: SetHistoryDepth): Decision {
  const market = historyMarket(state, symbol);
  if (isRefusal(market)) return market;
  const wrong = refuseLevels(levels);
  if (wrong) return wrong;
  const house = new HouseOrders(state, market);
  for (const side of SIDES) {
    const best = bestOf(levels, side);
    if (best !== 0) house.moveAside(side, best);
  }
  if (snapshot) {
    const named = new Set(levels.map(keyOf));
    for (const order of house.all()) if (!named.has(keyOf(order))) house.cancel(order);
  }
  for (const level of levels) setLevel(house, level, queueModelOf(market));
  return house.events;
}

function setLevel(house: HouseOrders, { side, price, lots }: HistoryLevel, model: QueueModel): void {
  const orders = [...house.at(side, price)];
  const offered = orders.map(remainingOf);
  const change = lots - offered.reduce((sum, own) => sum + own, 0);
  const last = orders.at(-1);
  if (change < 0) {
    const losses = takenAway(model, offered, -change);
    for (const [place, order] of orders.entries()) if (losses[place]) house.resize(order, -losses[place]);
  } else if (change > 0) {
    if (last?.next === null) house.resize(last, change);
    else house.place(house.maker, side, price, change);
  }
}

/**
 * A historical trade. That it took place at its price says that history offered nothing better then, so better levels of
 * history move away, as does what it would cross. The taker then meets users' orders at better prices and the queue of
 * the price, in order. What the book has not got of the trade is offered by the maker behind all others, so that the
 * market sees the whole trade. Where what is traded through fills whole, a trade that is smaller than users' orders at better
 * prices is as large as they are.
 */
function trade(state: State, { symbol, side, price, lots }: HistoryTrade): Decision {
  const market = historyMarket(state, symbol);
  if (isRefusal(market)) return market;
  const wrong = refuseFigures(price, lots);
  if (wrong) return wrong;
  if (lots === 0) return refuse('INVALID_VALUE', 'a trade must have a quantity above 0');
  const house = new HouseOrders(state, market);
  const resting = oppositeOf(side);
  house.moveAside(resting, price);
  const better = price - (side === 'buy' ? 1 : -1);
  house.moveAside(side, better);
  const taken = fillsWhole(market) ? Math.max(lots, offeredUpTo(market, house, side, better)) : lots;
  const short = taken - offeredUpTo(market, house, side, price);
  if (short > 0) house.place(house.maker, resting, price, short);
  house.place(house.taker, side, price, taken);
  return house.events;
}

/** Lots that a taker of `side` meets up to a price, without those of history at better prices. */
function offeredUpTo(market: Market, house: HouseOrders, side: Side, price: Ticks): Lots {
  let lots = 0;
  const { book } = market;
  for (let order = book.front(oppositeOf(side)); order; order = book.behind(order)) {
    if (!crosses(side, price, order.price)) break;
    if (order.price === price || order.account !== house.maker) lots += remainingOf(order);
  }
  return lots;
}

function historyMarket(state: State, symbol: string): Market | Refusal {
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (market.spec.liquidity.kind !== 'history') {
    return refuse('INVALID_VALUE', `${symbol} takes no history: its liquidity is of another kind`);
  }
  return isMarketOpen(market, state.now) ? market : refuse('MARKET_CLOSED', 'market is closed');
}

const fillsWhole = ({ spec: { liquidity } }: Market): boolean =>
  liquidity.kind === 'history' && liquidity.through === 'whole';

const queueModelOf = ({ spec: { liquidity } }: Market): QueueModel =>
  liquidity.kind === 'history' ? liquidity.queue : 'behind';

function refuseLevels(levels: readonly HistoryLevel[]): Refusal | null {
  for (const { price, lots } of levels) {
    const wrong = refuseFigures(price, lots);
    if (wrong) return wrong;
  }
  if (new Set(levels.map(keyOf)).size < levels.length) return refuse('INVALID_VALUE', 'a level is there twice');
  const ask = bestOf(levels, 'sell');
  return ask !== 0 && bestOf(levels, 'buy') >= ask ? refuse('INVALID_VALUE', 'levels cross each other') : null;
}

function refuseFigures(price: Ticks, lots: Lots): Refusal | null {
  if (price < 1) return refuse('INVALID_VALUE', 'price must be at least one tick');
  return lots < 0 || lots > HISTORY_LOTS_MAX
    ? refuse('INVALID_VALUE', `quantity must be from 0 to ${HISTORY_LOTS_MAX} lots`)
    : null;
}

/** The best price of a side at which something is offered; 0 without one. */
function bestOf(levels: readonly HistoryLevel[], side: Side): Ticks {
  let best = 0;
  for (const level of levels) {
    if (level.side !== side || level.lots === 0) continue;
    if (best === 0 || (side === 'buy' ? level.price > best : level.price < best)) best = level.price;
  }
  return best;
}

const keyOf = ({ side, price }: { readonly side: Side; readonly price: Ticks }): string => `${side} ${price}`;

/**
 * The events of one historical row, decided against the state before it. Orders of history are placed without the checks
 * of users' orders: bands, sizes and margin are no matter of what has happened.
 */
class HouseOrders {
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
      rests: false,
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
    this.events.push({ type: 'OrderPlaced', at: this.#state.now, order, rests: false });
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

/**
 * Returns how many lots each order of a level loses when `lots` of it go, which is at most their sum. `queue` holds what
 * each offers, oldest first.
 *
 * `behind`: the youngest go first. So what joined the level after a user's order goes before what stood before it.
 * `proportional`: each loses its share, rounded down to whole lots. The lots that rounding leaves over go one by one, from
 * the youngest on.
 */
export function takenAway(model: QueueModel, queue: readonly Lots[], lots: Lots): Lots[] {
  return model === 'behind' ? fromBehind(queue, lots) : inProportion(queue, lots);
}

function fromBehind(queue: readonly Lots[], lots: Lots): Lots[] {
  let left = lots;
  const taken = queue.toReversed().map((offered) => {
    const loss = Math.min(offered, left);
    left -= loss;
    return loss;
  });
  return taken.reverse();
}

function inProportion(queue: readonly Lots[], lots: Lots): Lots[] {
  const total = queue.reduce((sum, offered) => sum + offered, 0);
  const taken = queue.map((offered) => Number((BigInt(lots) * BigInt(offered)) / BigInt(total)));
  // Fewer are left over than there are orders, and an order that lost all of its lots had nothing rounded.
  let left = lots - taken.reduce((sum, loss) => sum + loss, 0);
  for (let place = queue.length - 1; left > 0; place -= 1) {
    if ((taken[place] ?? 0) === queue[place]) continue;
    taken[place] = (taken[place] ?? 0) + 1;
    left -= 1;
  }
  return taken;
}
