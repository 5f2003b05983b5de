import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { Account, OpenTotals, State } from '../state.ts';
import { signOf } from './order-terms.ts';
import type { Order } from './order.ts';

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
const SORTED = new WeakMap<OpenTotals, Lists>();

/** The live orders of an agent, which always asks for the same sorting. They change with the next event. */
export function sortedOrdersOf(state: State, no: AccountNo, symbol: string, sorting: Sorting): SortedOrders {
  const account = state.accounts.get(no);
  const open = account?.open.get(symbol);
  if (!account || !open) return NO_ORDERS[sorting];
  const known = SORTED.get(open);
  if (known?.sorting === sorting) return known;
  const lists: Lists = { sorting, buy: [], sell: [] };
  for (const each of open.orders) {
    const order = state.orders.get(each);
    if (order) lists[order.side].push(order);
  }
  for (const list of [lists.buy, lists.sell]) list.sort((a, b) => compare(sorting, a, b));
  if (account.agent) SORTED.set(open, lists);
  return lists;
}

/** `evolve` placed an order, or changed its price. */
export function orderEntered({ agent }: Account, open: OpenTotals, order: Order): void {
  const lists = agent ? SORTED.get(open) : undefined;
  if (!lists) return;
  const list = lists[order.side];
  const place = placeOf(lists.sorting, list, order);
  if (place === list.length) list.push(order);
  else list.splice(place, 0, order);
}

/** `evolve` ends an order, or is about to change its price. */
export function orderLeaves({ agent }: Account, open: OpenTotals, order: Order): void {
  const lists = agent ? SORTED.get(open) : undefined;
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

/** Numbers of orders, ascending. */
type Numbers = OrderNo[];

/** The reduce-only orders of one account in one market that reserve a part of the position, by side and number. */
export interface ReduceOnlyOrders {
  readonly buy: Numbers;
  readonly sell: Numbers;
}

/**
 * Returns true for orders that reserve a part of the position: no TWAP parents, and conditional orders only when they
 * have fired and rest.
 */
export const isReduceOnly = (order: Order): boolean =>
  order.reduceOnly && order.twap === null && (order.trigger === null || order.resting);

/**
 * No state, because it follows from the orders: made when it is first asked for, and changed by `evolve` from then on.
 * So a fill does not look at each order of an account that has many.
 */
const REDUCE_ONLY = new WeakMap<OpenTotals, ReduceOnlyOrders>();

export function reduceOnlyOrdersOf(state: State, open: OpenTotals): ReduceOnlyOrders {
  const known = REDUCE_ONLY.get(open);
  if (known) return known;
  const found: ReduceOnlyOrders = { buy: [], sell: [] };
  for (const no of open.orders) {
    const order = state.orders.get(no);
    if (order && isReduceOnly(order)) add(found[order.side], no);
  }
  REDUCE_ONLY.set(open, found);
  return found;
}

/** `evolve` placed, rested, changed or ended an order. */
export function reduceOnlyChanged(open: OpenTotals, order: Order): void {
  if (!order.reduceOnly) return;
  const numbers = REDUCE_ONLY.get(open)?.[order.side];
  if (!numbers) return;
  if (open.orders.has(order.no) && isReduceOnly(order)) add(numbers, order.no);
  else remove(numbers, order.no);
}

function add(numbers: Numbers, no: OrderNo): void {
  const place = placeOfNumber(numbers, no);
  // Nearly always the newest.
  if (place === numbers.length) numbers.push(no);
  else if (numbers[place] !== no) numbers.splice(place, 0, no);
}

function remove(numbers: Numbers, no: OrderNo): void {
  const place = placeOfNumber(numbers, no);
  if (numbers[place] === no) numbers.splice(place, 1);
}

/** Where a number is or would be. */
function placeOfNumber(numbers: Numbers, no: OrderNo): number {
  let low = 0;
  let high = numbers.length;
  if (high === 0 || (numbers[high - 1] as OrderNo) < no) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as OrderNo) < no) low = middle + 1;
    else high = middle;
  }
  return low;
}
