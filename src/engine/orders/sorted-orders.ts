import type { AccountNo } from '../../kernel/ids.ts';
import type { Account, OpenTotals, State } from '../state.ts';
import type { Order } from './order.ts';
import { signOf } from './side.ts';

/** By age: the oldest first. By price: the best first, and at one price the oldest. */
export type Sorting = 'age' | 'price';

/** The live orders of an agent in a market, sorted. */
export interface SortedOrders {
  readonly sorting: Sorting;
  readonly buy: readonly Order[];
  readonly sell: readonly Order[];
}

interface Lists extends SortedOrders {
  readonly buy: Order[];
  readonly sell: Order[];
}

const NO_ORDERS: Record<Sorting, SortedOrders> = {
  age: { sorting: 'age', buy: [], sell: [] },
  price: { sorting: 'price', buy: [], sell: [] },
};

/**
 * No state, because it follows from the orders: made when it is first asked for, and changed by `evolve` from then on.
 * Only agents have such lists: each look of theirs would otherwise list, and sort, all of their orders.
 */
const KNOWN = new WeakMap<OpenTotals, Lists>();

/** The live orders of an agent, which always asks for the same sorting. They change with the next event. */
export function sortedOrdersOf(state: State, no: AccountNo, symbol: string, sorting: Sorting): SortedOrders {
  const account = state.accounts.get(no);
  const open = account?.open.get(symbol);
  if (!account || !open) return NO_ORDERS[sorting];
  const known = KNOWN.get(open);
  if (known?.sorting === sorting) return known;
  const lists: Lists = { sorting, buy: [], sell: [] };
  for (const each of open.orders) {
    const order = state.orders.get(each);
    if (order) lists[order.side].push(order);
  }
  for (const list of [lists.buy, lists.sell]) list.sort((a, b) => compare(sorting, a, b));
  if (account.agent) KNOWN.set(open, lists);
  return lists;
}

/** `evolve` placed an order, or changed its price. */
export function orderEntered({ agent }: Account, open: OpenTotals, order: Order): void {
  const lists = agent ? KNOWN.get(open) : undefined;
  if (!lists) return;
  const list = lists[order.side];
  const place = placeOf(lists.sorting, list, order);
  if (place === list.length) list.push(order);
  else list.splice(place, 0, order);
}

/** `evolve` ends an order, or is about to change its price. */
export function orderLeaves({ agent }: Account, open: OpenTotals, order: Order): void {
  const lists = agent ? KNOWN.get(open) : undefined;
  if (!lists) return;
  const list = lists[order.side];
  const place = placeOf(lists.sorting, list, order);
  if (list[place] === order) list.splice(place, 1);
}

function compare(sorting: Sorting, a: Order, b: Order): number {
  return (sorting === 'price' ? signOf(a.side) * (b.price - a.price) : 0) || a.no - b.no;
}

/** Where an order is or would be. */
function placeOf(sorting: Sorting, list: readonly Order[], order: Order): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorting, list[middle] as Order, order) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
