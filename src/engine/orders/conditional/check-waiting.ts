import { invariant } from '../../../kernel/assert.ts';
import type { Account, Market, State } from '../../state.ts';
import type { Order } from '../order.ts';
import type { OrderGroup } from './conditional-terms.ts';
import { nextDueTrigger } from './fire-triggers.ts';

/** Recounts what waits: the index of triggers, the phases of conditional orders, and the linked groups. */
export function checkWaiting(state: State): void {
  for (const market of state.markets.values()) checkIndex(state, market);
  for (const order of state.orders.values()) checkPhase(state, order);
  for (const account of state.accounts.values()) {
    for (const [symbol, open] of account.open) {
      for (const group of open.groups.values()) checkGroup(state, account, symbol, group);
    }
  }
}

/** The index holds exactly the armed orders, where they belong, and nothing in it is due. */
function checkIndex(state: State, market: Market): void {
  const indexed = new Set<number>();
  for (const [no, priceType, direction, price] of market.triggers.orders()) {
    const order = state.orders.get(no);
    invariant(order?.phase === 'armed' && order.symbol === market.spec.symbol, `order ${no} in the index is armed`);
    const { trigger } = order;
    const same = trigger?.price === price && trigger.priceType === priceType && trigger.direction === direction;
    invariant(same, `order ${no} is indexed by its trigger`);
    indexed.add(no);
  }
  for (const order of state.orders.values()) {
    if (order.phase !== 'armed' || order.symbol !== market.spec.symbol) continue;
    invariant(indexed.has(order.no), `armed order ${order.no} is in the index`);
  }
  invariant(nextDueTrigger(state, market) === null, `INV-23 ${market.spec.symbol} has nothing left to fire`);
}

/** Every live order is in the market or waits; one that waits has not traded and is where its group says. */
function checkPhase(state: State, order: Order): void {
  if (order.phase === 'working') {
    invariant(order.resting || order.twap, `INV-16 order ${order.no} rests or has ended`);
    return;
  }
  invariant(
    !order.resting && order.filled === 0 && order.trimmed === 0,
    `waiting order ${order.no} is not in the market`,
  );
  invariant(order.closePosition === (order.quantity === 0), `only what closes a position has no quantity`);
  if (order.group?.role !== 'child') {
    invariant(order.phase === 'armed', `order ${order.no} has no main order to sleep for`);
    return;
  }
  const group = state.accounts.get(order.account)?.open.get(order.symbol)?.groups.get(order.group.group);
  invariant(group, `order ${order.no} is in a group`);
  invariant(group.waiting.has(order.no), `order ${order.no} waits in its group`);
  invariant(!group.fired.has(order.group.pair), `INV-22 order ${order.no} ended with its pair`);
}

function checkGroup(state: State, account: Account, symbol: string, group: OrderGroup): void {
  invariant(group.waiting.size > 0, `group ${group.no} ended with the last that waits`);
  const mainLive = group.main !== null && state.orders.has(group.main);
  invariant(group.mainLive === mainLive, `group ${group.no} knows whether its main order lives`);
  const held = account.positions.get(symbol)?.no;
  for (const no of group.waiting) {
    const phase = state.orders.get(no)?.phase;
    if (phase === 'armed') invariant(group.position === held, `INV-32 order ${no} ended with its position`);
    else invariant(phase === 'asleep' && group.position === null && mainLive, `order ${no} sleeps for its main order`);
  }
}
