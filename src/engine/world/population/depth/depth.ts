import type { Command } from '../../../command.ts';
import type { Order } from '../../../orders/order.ts';
import { type Side, signOf } from '../../../orders/order-terms.ts';
import { sortedOrdersOf } from '../../../orders/order-lists.ts';
import { livelinessPpm } from '../../dynamics/liveliness.ts';
import { quote } from '../../world-orders.ts';
import { arrivingOrder, type NewOrder, standingOrders, viewSide } from './depth-orders.ts';
import type { GroupRules, Look } from '../group.ts';

const MILLION = 1_000_000;
/** Orders that one account is meant to have, far below the limit of its tier. */
const PER_ACCOUNT = 130;
/** A side that has lost more than this share of its orders is filled again at once, by at most so many orders in one look. */
const LOST_PPM = 60_000;
const BURST = 60;
/** Else one order arrives, and one more per this many that are missing. */
const MISSING_PER_ORDER = 12;
/** An order that leaves is the closest of this many. */
const CANDIDATES = 3;
/** An order farther from the best price than this multiple of the farthest new order is cancelled before closer ones. */
const TOO_FAR = 1.5;

/** Traders whose orders wait deeper in the book. What is kept up is the number of levels, which the book knows. */
export const DEPTH: GroupRules = {
  accounts: ({ depth }) =>
    Array.from({ length: Math.ceil((2 * depth.levels) / PER_ACCOUNT) }, (_, rank) => `depth ${rank + 1}`),
  memory: () => [],
  act: (seen) => {
    const mean = Math.ceil((seen.spec.depth.everyMs * MILLION) / pace(seen));
    const afterMs = Math.max(1, seen.draw.exponential(mean));
    // Orders draw as often as they need to from a branch, so that what users do changes no later time.
    const look = { ...seen, draw: seen.draw.branch() };
    const chosen = look.draw.chance(MILLION / 2) ? 'buy' : 'sell';
    const commands: Command[] = [];
    for (const side of SIDES) addChanges(look, side, side === chosen, commands);
    return { commands, memory: look.memory, afterMs };
  },
};

const pace = ({ market }: Look): number => Math.max(MILLION / 2, Math.min(2 * MILLION, livelinessPpm(market)));

const SIDES = ['buy', 'sell'] as const;

/** Adds the orders that leave and arrive. A side that has lost most of its orders is filled whole. */
function addChanges(look: Look, side: Side, isChosen: boolean, commands: Command[]): void {
  const { levels } = look.spec.depth;
  const count = look.market.book.levelCount(side);
  const missing = levels - count;
  if (missing * MILLION > levels * LOST_PPM) {
    const orders = standingOrders(viewSide(look, side), 2 * count < levels ? missing : BURST);
    for (const order of orders) commands.push(placed(look, order));
    return;
  }
  if (!isChosen) return;
  const view = viewSide(look, side);
  const arriving = 1 + Math.max(0, Math.floor(missing / MISSING_PER_ORDER));
  // Drawn before the one that leaves, which comes first.
  const orders: (NewOrder | null)[] = [];
  for (let rank = 0; rank < arriving; rank += 1) orders.push(arrivingOrder(view));
  const leaving = missing > 0 ? null : leavingOf(look, side);
  if (leaving) commands.push(leaving);
  for (const order of orders) if (order) commands.push(placed(look, order));
}

const placed = ({ market }: Look, { account, side, price, lots }: NewOrder): Command =>
  quote(market.spec, account, side, price, lots);

/** One order of the side goes: of a few neighbours in age the closest, or one that is beyond the farthest distance. */
function leavingOf(look: Look, side: Side): Command | null {
  const { state, market, spec, draw, accounts } = look;
  const account = accounts[draw.between(0, accounts.length - 1)] ?? 0;
  const orders = sortedOrdersOf(state, account, market.spec.symbol, 'age');
  const best = market.book.best(side);
  const first = draw.between(0, Math.floor((orders.buy.length + orders.sell.length) / 2));
  let closest: Order | undefined;
  for (let place = first; place < first + CANDIDATES; place += 1) {
    const order = orders[side][place];
    if (!order) break;
    if (signOf(side) * (best - order.price) > TOO_FAR * spec.depth.farTicks) return cancelOf(order);
    if (!closest || signOf(side) * (order.price - closest.price) > 0) closest = order;
  }
  return closest ? cancelOf(closest) : null;
}

const cancelOf = ({ no, account }: Order): Command => ({ type: 'CancelOrder', account, order: { no } });
