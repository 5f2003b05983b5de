import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { Lots } from '../../kernel/units.ts';
import { crosses } from '../book/matching.ts';
import type { Decision } from '../handlers.ts';
import { oppositeOf } from '../orders/order-terms.ts';
import { type Order, remainingOf } from '../orders/order.ts';
import type { Market, State } from '../state.ts';
import { HISTORY_ID_MAX, type HistoryOrder } from './history-terms.ts';
import { fillsWhole, historyMarket, HouseOrders, refuseFigures } from './house-orders.ts';

/**
 * One message of an order-level record. Each recorded order is an order of the maker with the id of the record, so that it
 * has its own place in the queue and no model has to guess which order a change concerns. After each message every recorded
 * order offers what the record says, less what users have taken of it. A message on an order that is not in the book changes
 * nothing: users have taken it, or the record began after it.
 */
export function historyOrder(state: State, message: HistoryOrder): Decision {
  const market = historyMarket(state, message.symbol);
  if (isRefusal(market)) return market;
  const house = new HouseOrders(state, market);
  const own = house.named(message.id);
  const wrong = refuseMessage(message, own);
  if (wrong) return wrong;
  const { event, id, side, price, lots } = message;
  if (event === 'add') {
    house.moveAside(side, price);
    house.place(house.maker, side, price, lots, id);
  } else if (event === 'execute') execute(market, house, message, own);
  else if (own) house.resize(own, -(event === 'remove' ? remainingOf(own) : Math.min(lots, remainingOf(own))));
  return house.events;
}

function refuseMessage({ event, id, side, price, lots }: HistoryOrder, own: Order | null): Refusal | null {
  const wrong = refuseFigures(price, lots);
  if (wrong) return wrong;
  if (lots === 0) return refuse('INVALID_VALUE', 'a message must have a quantity above 0');
  if (id.length > HISTORY_ID_MAX) return refuse('INVALID_VALUE', `an id has at most ${HISTORY_ID_MAX} characters`);
  if (event === 'add') {
    if (id === '') return refuse('INVALID_VALUE', 'an order that is added must have an id');
    return own && refuse('INVALID_VALUE', `order ${id} is in the book already`);
  }
  const isSame = !own || (own.side === side && own.price === price);
  return isSame ? null : refuse('INVALID_VALUE', `order ${id} stands at another side or price`);
}

/**
 * A recorded execution. The taker meets the orders of users that stand before the recorded order: those at better prices,
 * and those that joined its level earlier. What is left of it trades with the recorded order, which afterwards offers less by
 * the whole quantity, as in the record. Orders of history that stand before the executed one move away, because a
 * queue in order of arrival says that they were gone.
 *
 * An order that was never shown, or that users have taken, leaves the rest to nobody. The maker offers it where nothing else
 * stands at the price or better, so that the market sees the whole trade.
 */
function execute(market: Market, house: HouseOrders, { side, price, lots }: HistoryOrder, own: Order | null): void {
  const { better, level } = usersBefore(market, house, { side, price }, own);
  const wanted = fillsWhole(market) ? Math.max(lots, better) : lots;
  const byUsers = Math.min(wanted, better + level);
  const offered = own ? remainingOf(own) : 0;
  const byOwn = Math.min(offered, wanted - byUsers);
  const short = wanted - byUsers - byOwn;
  const isAlone = short > 0 && !standsBeside(market, house, { side, price }, own);
  const lost = Math.min(offered, lots) - byOwn;
  if (own && lost > 0) house.resize(own, -lost);
  if (isAlone) house.place(house.maker, side, price, short);
  const taken = isAlone ? wanted : byUsers + byOwn;
  if (taken > 0) house.place(house.taker, oppositeOf(side), price, taken);
}

type Level = Pick<HistoryOrder, 'side' | 'price'>;

/** Lots of users before a recorded order, or before the first of history for one that is not there; history before it goes. */
function usersBefore(
  { book }: Market,
  house: HouseOrders,
  { side, price }: Level,
  own: Order | null,
): { readonly better: Lots; readonly level: Lots } {
  const lots = { better: 0, level: 0 };
  for (let order = book.front(side); order && order !== own; order = book.behind(order)) {
    if (!crosses(oppositeOf(side), price, order.price)) break;
    if (order.account !== house.maker) lots[order.price === price ? 'level' : 'better'] += remainingOf(order);
    else if (own) house.cancel(order);
    else break;
  }
  return lots;
}

/** True when anything but the recorded order itself stands at the price or better, apart from users that the taker meets. */
function standsBeside({ book }: Market, house: HouseOrders, { side, price }: Level, own: Order | null): boolean {
  let isBehind = false;
  for (let order = book.front(side); order; order = book.behind(order)) {
    if (!crosses(oppositeOf(side), price, order.price)) break;
    if (order === own) isBehind = true;
    else if (own ? isBehind : isBehind || order.account === house.maker) return true;
  }
  return false;
}
