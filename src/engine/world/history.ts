import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { Draw, streamOf } from '../../kernel/random.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { crosses } from '../book/matching.ts';
import type { Deciders, Decision } from '../handlers.ts';
import { oppositeOf, type Side } from '../orders/order-terms.ts';
import { remainingOf } from '../orders/order.ts';
import type { Market, State } from '../state.ts';
import { historyOrder } from './history-orders.ts';
import type { HistoryCommand, HistoryLevel, HistoryTrade, SetHistoryDepth } from './history-terms.ts';
import { fillsWhole, historyMarket, HouseOrders, liquidityOf, refuseFigures } from './house-orders.ts';
import { takenAway, takenByChance } from './queue-models.ts';

/**
 * Recorded data as the liquidity of a market. History rests as the orders of one house account, the maker, and trades
 * through another, the taker. Users' orders stand between them in the same queues. The orders of history never trade
 * with each other, except for the historical trades themselves.
 */
export const HISTORY_DECIDERS: Deciders<HistoryCommand['type']> = {
  SetHistoryDepth: setDepth,
  HistoryTrade: trade,
  HistoryOrder: historyOrder,
};

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
  for (const level of levels) setLevel(state, market, house, level);
  return house.events;
}

function setLevel(state: State, market: Market, house: HouseOrders, level: HistoryLevel): void {
  const { side, price, lots } = level;
  const orders = [...house.at(side, price)];
  const offered = orders.map(remainingOf);
  const before = offered.reduce((sum, own) => sum + own, 0);
  const last = orders.at(-1);
  if (lots < before) {
    const losses = lossesOf(state, market, house, { ...level, offered, before });
    for (const [place, order] of orders.entries()) if (losses[place]) house.resize(order, -losses[place]);
  } else if (lots > before) {
    if (last?.next === null) house.resize(last, lots - before);
    else house.place(house.maker, side, price, lots - before);
  }
}

interface Shrinking extends HistoryLevel {
  /** What each order of history offers, oldest first, and their sum. */
  readonly offered: readonly Lots[];
  readonly before: Lots;
}

/** What each order of a level loses. A level that is gone, or in which no user stands, leaves nothing to choose. */
function lossesOf(state: State, market: Market, house: HouseOrders, level: Shrinking): readonly Lots[] {
  const { side, price, lots, offered, before } = level;
  const { queue, weight = 'square' } = liquidityOf(market);
  if (queue !== 'probability') return takenAway(queue, offered, before - lots);
  const parts = house.partsAt(side, price);
  if (lots === 0 || parts.at(-1) === 0) return takenAway('behind', offered, before - lots);
  // By market, level and time: what users send at other times does not move what is drawn here.
  const name = `queue ${market.spec.symbol} ${side} ${price} ${state.now} ${before} ${lots}`;
  const draw = new Draw(streamOf(state.config.seed, name));
  return takenByChance({ offered, parts, weight }, before - lots, draw);
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

function refuseLevels(levels: readonly HistoryLevel[]): Refusal | null {
  for (const { price, lots } of levels) {
    const wrong = refuseFigures(price, lots);
    if (wrong) return wrong;
  }
  if (new Set(levels.map(keyOf)).size < levels.length) return refuse('INVALID_VALUE', 'a level is there twice');
  const ask = bestOf(levels, 'sell');
  return ask !== 0 && bestOf(levels, 'buy') >= ask ? refuse('INVALID_VALUE', 'levels cross each other') : null;
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
