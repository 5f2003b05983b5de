import { invariant } from '../../../kernel/assert.ts';
import { FewMap } from '../../../kernel/few-map.ts';
import type { OrderNo, PositionNo } from '../../../kernel/ids.ts';
import type { Lots } from '../../../kernel/units.ts';
import type { Market, OpenTotals } from '../../state.ts';
import type { Order } from '../order.ts';
import type { OrderGroup, OrderPhase } from './conditional-terms.ts';
import type { OrderFacts } from '../../event.ts';

/** Updates of the index of triggers and of the linked groups when orders enter, fill and end; for `evolve` only. */

/** What all totals without linked groups share, because few have any. Nothing is ever added to it. */
export const NO_GROUPS: Map<OrderNo, OrderGroup> = new FewMap<OrderNo, OrderGroup>();

/** Returns the first phase of an order. */
export function firstPhaseOf({ trigger, group }: OrderFacts): OrderPhase {
  if (trigger === null) return 'working';
  return group?.role === 'child' && group.main !== null ? 'asleep' : 'armed';
}

/** Adds an order to the index of triggers and to its group. */
export function beginWaiting(market: Market, open: OpenTotals, order: Order): void {
  const { group } = order;
  if (group && open.groups === NO_GROUPS) open.groups = new FewMap();
  if (group?.role === 'main') open.groups.set(order.no, emptyGroup(order.no, order.no, null));
  if (group?.role === 'child') {
    const known = open.groups.get(group.group) ?? emptyGroup(group.group, group.main, group.position);
    known.waiting.add(order.no);
    open.groups.set(known.no, known);
  }
  if (order.phase === 'armed') watch(market, order);
}

/** Removes a conditional order that fires or ends; a group ends with the last order that waits. */
export function endWaiting(market: Market, open: OpenTotals, order: Order): void {
  if (order.phase === 'armed') {
    invariant(order.trigger, `armed order ${order.no} has a trigger`);
    market.triggers.remove(order.no, order.trigger);
  }
  const group = groupOf(open, order);
  group?.waiting.delete(order.no);
  if (group?.waiting.size === 0) open.groups.delete(group.no);
}

/** An armed order enters the index at its trigger. */
export function watch(market: Market, order: Order): void {
  invariant(order.trigger, `armed order ${order.no} has a trigger`);
  market.triggers.add(order.no, order.trigger);
}

/** The group of a conditional order, while any of its conditionals wait. */
export const groupOf = (open: OpenTotals | undefined, { group }: Pick<OrderFacts, 'group'>): OrderGroup | undefined =>
  group?.role === 'child' ? open?.groups.get(group.group) : undefined;

export function mainFilled(open: OpenTotals, order: Order, lots: Lots): void {
  const group = open.groups.get(order.no);
  if (group) group.mainFilled += lots;
}

export function mainEnded(open: OpenTotals, order: Order): void {
  const group = open.groups.get(order.no);
  if (group) group.mainLive = false;
}

const emptyGroup = (no: OrderNo, main: OrderNo | null, position: PositionNo | null): OrderGroup => ({
  no,
  main,
  mainLive: main !== null,
  mainFilled: 0,
  position,
  waiting: new Set(),
  fired: new Set(),
});
