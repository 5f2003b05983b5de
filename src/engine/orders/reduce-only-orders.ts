import type { OrderNo } from '../../kernel/ids.ts';
import type { OpenTotals, State } from '../state.ts';
import type { Order } from './order.ts';

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
const KNOWN = new WeakMap<OpenTotals, ReduceOnlyOrders>();

export function reduceOnlyOrdersOf(state: State, open: OpenTotals): ReduceOnlyOrders {
  const known = KNOWN.get(open);
  if (known) return known;
  const found: ReduceOnlyOrders = { buy: [], sell: [] };
  for (const no of open.orders) {
    const order = state.orders.get(no);
    if (order && isReduceOnly(order)) add(found[order.side], no);
  }
  KNOWN.set(open, found);
  return found;
}

/** `evolve` placed, rested, changed or ended an order. */
export function reduceOnlyChanged(open: OpenTotals, order: Order): void {
  if (!order.reduceOnly) return;
  const numbers = KNOWN.get(open)?.[order.side];
  if (!numbers) return;
  if (open.orders.has(order.no) && isReduceOnly(order)) add(numbers, order.no);
  else remove(numbers, order.no);
}

function add(numbers: Numbers, no: OrderNo): void {
  const place = placeOf(numbers, no);
  // Nearly always the newest.
  if (place === numbers.length) numbers.push(no);
  else if (numbers[place] !== no) numbers.splice(place, 0, no);
}

function remove(numbers: Numbers, no: OrderNo): void {
  const place = placeOf(numbers, no);
  if (numbers[place] === no) numbers.splice(place, 1);
}

/** Where a number is or would be. */
function placeOf(numbers: Numbers, no: OrderNo): number {
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
