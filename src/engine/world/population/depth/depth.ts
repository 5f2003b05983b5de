import type { Command } from '../../../command.ts';
import type { Order } from '../../../orders/order.ts';
import { type Side, signOf } from '../../../orders/side.ts';
import { livelinessPpm } from '../../dynamics/liveliness.ts';
import { quote } from '../../world-orders.ts';
import { arrivingOrder, type NewOrder, ordersOf, standingOrders, viewSide } from './depth-orders.ts';
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
    const commands = (['buy', 'sell'] as const).flatMap((side) => changes(look, side, side === chosen));
    return { commands, memory: look.memory, afterMs };
  },
};

const pace = ({ market }: Look): number => Math.max(MILLION / 2, Math.min(2 * MILLION, livelinessPpm(market)));

/** The orders that leave and arrive. A side that has lost most of its orders is filled whole. */
function changes(look: Look, side: Side, isChosen: boolean): Command[] {
  const { levels } = look.spec.depth;
  const count = look.market.book.levelCount(side);
  const missing = levels - count;
  if (missing * MILLION > levels * LOST_PPM) {
    return standingOrders(viewSide(look, side), 2 * count < levels ? missing : BURST).map((order) =>
      placed(look, order),
    );
  }
  if (!isChosen) return [];
  const view = viewSide(look, side);
  const arriving = 1 + Math.max(0, Math.floor(missing / MISSING_PER_ORDER));
  const orders = Array.from({ length: arriving }, () => arrivingOrder(view)).filter((order) => order !== null);
  return [...(missing > 0 ? [] : leave(look, side)), ...orders.map((order) => placed(look, order))];
}

const placed = ({ market }: Look, { account, side, price, lots }: NewOrder): Command =>
  quote(market.spec, account, side, price, lots);

/** One order of the side goes: of a few neighbours in age the closest, or one that is beyond the farthest distance. */
function leave(look: Look, side: Side): Command[] {
  const { state, market, spec, draw, accounts } = look;
  const account = accounts[draw.between(0, accounts.length - 1)] ?? 0;
  const orders = ordersOf(look, account);
  const best = market.book.best(side);
  let skipped = draw.between(0, Math.floor(orders.size / 2));
  let seen = 0;
  let closest: Order | undefined;
  for (const no of orders) {
    const order = state.orders.get(no);
    if (order?.side !== side) continue;
    if (skipped > 0) {
      skipped -= 1;
      continue;
    }
    if (signOf(side) * (best - order.price) > TOO_FAR * spec.depth.farTicks) return [cancelOf(order)];
    if (!closest || signOf(side) * (order.price - closest.price) > 0) closest = order;
    seen += 1;
    if (seen === CANDIDATES) break;
  }
  return closest ? [cancelOf(closest)] : [];
}

const cancelOf = ({ no, account }: Order): Command => ({ type: 'CancelOrder', account, order: { no } });
