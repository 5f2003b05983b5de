import { broken, invariant } from '../../kernel/errors.ts';
import { FewMap, FewSet } from '../../kernel/tables.ts';
import type { AccountNo, OrderNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import type { EngineEvent, OrderCancelledEvent, OrderFacts, OrderModifiedEvent } from '../event.ts';
import type { Handlers } from '../handlers.ts';
import { marketOf } from '../risk/margin.ts';
import type { Account, Market, OpenTotals, State } from '../state.ts';
import type { OrderGroup, OrderPhase } from './conditional-terms.ts';
import { signOf } from './order-terms.ts';
import { type LiveStatus, type Order, remainingOf } from './order.ts';
import { freshProgress } from './twap-terms.ts';

export const ORDER_HANDLERS: Handlers<'OrderPlaced' | 'OrderRested' | 'OrderCancelled' | 'OrderModified'> = {
  OrderPlaced: (state, { order, rests }) => orderPlaced(state, order, rests),
  OrderRested: (state, { order }) => orderRested(state, order),
  OrderCancelled: orderCancelled,
  OrderModified: orderModified,
};

/** A newly accepted order: live, and on the book where it rests at once. */
function orderPlaced(state: State, facts: OrderFacts, rests: boolean): void {
  const account = accountOf(state, facts.account);
  const order = newOrder(facts, state.now);
  state.orders.set(order.no, order);
  state.counters.order = order.no + 1;
  if (order.clientId !== '') account.clientIds.set(order.clientId, order.no);
  const open = openTotalsOf(account, order.symbol);
  open.orders.add(order.no);
  orderEntered(account, open, order);
  account.liveOrders += 1;
  if (order.twap) state.twaps.set(order.no, freshProgress());
  if (order.trigger || order.group) beginWaiting(marketOf(state, order.symbol), open, order);
  reserve(account, order, order.quantity);
  if (rests) marketOf(state, order.symbol).book.add(order);
  reduceOnlyChanged(open, order);
}

/** The same number. Where it fits in 32 bits an object holds it in place, and not as 16 bytes of their own. */
const inPlace = <N extends number>(value: N): N => ((value | 0) === value ? ((value | 0) as N) : value);

/** Returns a live order. It is built field by field, so that all orders share one shape: a spread costs more than the rest of a placement. */
export function newOrder(facts: OrderFacts, now: TimeMs): Order {
  return {
    no: facts.no,
    account: inPlace(facts.account),
    symbol: facts.symbol,
    clientId: facts.clientId,
    side: facts.side,
    orderType: facts.orderType,
    kind: facts.kind,
    timeInForce: facts.timeInForce,
    price: inPlace(facts.price),
    quantity: inPlace(facts.quantity),
    reduceOnly: facts.reduceOnly,
    postOnly: facts.postOnly,
    expiresAt: facts.expiresAt,
    source: facts.source,
    triggeredByLiquidation: facts.triggeredByLiquidation,
    trigger: facts.trigger,
    closePosition: facts.closePosition,
    group: facts.group,
    twap: facts.twap,
    parent: facts.parent,
    phase: firstPhaseOf(facts),
    status: liveStatusAfter('none', 'placed'),
    trimmed: 0,
    filled: 0,
    filledValue: 0n,
    createdAt: now,
    updatedAt: now,
    previous: null,
    next: null,
    resting: false,
  };
}

function orderRested(state: State, no: OrderNo): void {
  const order = liveOrder(state, no);
  marketOf(state, order.symbol).book.add(order);
  if (!order.trigger) return;
  const account = accountOf(state, order.account);
  reserve(account, order, remainingOf(order));
  reduceOnlyChanged(openTotalsOf(account, order.symbol), order);
}

function orderCancelled(state: State, event: OrderCancelledEvent): void {
  const order = liveOrder(state, event.order);
  invariant(statusAfter(order.status, cancelHappening(event)) === 'cancelled', 'a cancel ends the order');
  const account = accountOf(state, order.account);
  reserve(account, order, -remainingOf(order));
  endOrder(state, order, account);
}

function orderModified(state: State, event: OrderModifiedEvent): void {
  const order = liveOrder(state, event.order);
  if (order.phase === 'working') restingModified(state, order, event);
  else waitingModified(state, order, event);
  if (order.price !== event.price) setPrice(state, order, event.price);
  order.quantity = event.quantity;
  order.trimmed = event.trimmed;
  order.updatedAt = event.at;
  order.status = liveStatusAfter(order.status, 'modified');
  if (event.rests) marketOf(state, order.symbol).book.add(order);
}

function setPrice(state: State, order: Order, price: Ticks): void {
  const account = accountOf(state, order.account);
  const open = openTotalsOf(account, order.symbol);
  orderLeaves(account, open, order);
  order.price = price;
  orderEntered(account, open, order);
}

/** Updates book and reserves before the figures of a working order change. */
function restingModified(state: State, order: Order, event: OrderModifiedEvent): void {
  const account = accountOf(state, order.account);
  const { book } = marketOf(state, order.symbol);
  const { quantity, trimmed } = event;
  const change = remainingOf({ quantity, filled: order.filled, trimmed }) - remainingOf(order);
  if (event.keepsPlace) {
    const mayStay = change <= 0 || order.next === null;
    invariant(
      event.price === order.price && mayStay,
      'only a smaller order, or the last of its level, keeps its place',
    );
    if (order.resting) book.shrink(order, -change);
    reserve(account, order, change);
    return;
  }
  // A fired order reserves only what rests: all of it now, and again when the new remainder rests.
  reserve(account, order, order.trigger ? -remainingOf(order) : change);
  if (order.resting) book.remove(order);
  reduceOnlyChanged(openTotalsOf(account, order.symbol), order);
}

/** A waiting order has no place to keep: it moves in the index, if it is there. */
function waitingModified(state: State, order: Order, event: OrderModifiedEvent): void {
  invariant(order.trigger && event.triggerPrice !== null, `waiting order ${order.no} has a trigger`);
  const market = marketOf(state, order.symbol);
  if (order.phase === 'armed') market.triggers.remove(order.no, order.trigger);
  order.trigger = { ...order.trigger, price: event.triggerPrice };
  if (order.phase === 'armed') watch(market, order);
}

/** Takes filled lots off what an order still offers, and ends it when nothing is left. */
export function orderFilled(
  state: State,
  market: Market,
  account: Account,
  no: OrderNo,
  lots: Lots,
  value: Units,
  complete: boolean,
): void {
  const order = liveOrder(state, no);
  const status = statusAfter(order.status, complete ? 'filledWhole' : 'filledPartly');
  reserve(account, order, -lots);
  if (order.group?.role === 'main') mainFilled(openTotalsOf(account, order.symbol), order, lots);
  if (order.resting) market.book.shrink(order, lots);
  order.filled += lots;
  order.filledValue += value;
  order.updatedAt = state.now;
  if (remainingOf(order) < 0) broken(`order ${no} fills no more than it offered`);
  if (complete !== (order.filled === order.quantity)) broken(`order ${no} is complete when all has filled`);
  if (isLive(status)) order.status = status;
  else endOrder(state, order, account);
}

/** Removes an order from the state, the book and all indexes of live orders. */
export function endOrder(state: State, order: Order, account: Account): void {
  const market = marketOf(state, order.symbol);
  if (order.resting) market.book.remove(order);
  if (order.clientId !== '') account.clientIds.delete(order.clientId);
  const open = openTotalsOf(account, order.symbol);
  if (order.phase !== 'working') endWaiting(market, open, order);
  if (order.group?.role === 'main') mainEnded(open, order);
  open.orders.delete(order.no);
  orderLeaves(account, open, order);
  reduceOnlyChanged(open, order);
  if (open.orders.size === 0) {
    invariant(open.buyLots === 0 && open.sellLots === 0 && open.reduceLots === 0, 'no orders, nothing reserved');
    account.open.delete(order.symbol);
  }
  account.liveOrders -= 1;
  if (order.twap) state.twaps.delete(order.no);
  state.timers.removeOfOrder(order.no);
  state.orders.delete(order.no);
}

/**
 * Adds to what an account reserves for its orders. A conditional one reserves nothing before it has fired and
 * rests, a TWAP parent nothing at all: its chunks do while they are in the market.
 */
function reserve(account: Account, order: Order, lots: Lots): void {
  if (order.twap || (order.trigger && !order.resting)) return;
  const open = openTotalsOf(account, order.symbol);
  if (order.reduceOnly) open.reduceLots += lots;
  else if (order.side === 'buy') open.buyLots += lots;
  else open.sellLots += lots;
}

function openTotalsOf(account: Account, symbol: string): OpenTotals {
  const existing = account.open.get(symbol);
  if (existing) return existing;
  const open = {
    orders: new FewSet<OrderNo>(),
    buyLots: 0,
    sellLots: 0,
    reduceLots: 0,
    groups: NO_GROUPS,
  };
  account.open.set(symbol, open);
  return open;
}

/** Returns a live order; throws InvariantError when there is none with this number. */
export function liveOrder(state: State, no: OrderNo): Order {
  const order = state.orders.get(no);
  if (!order) broken(`order ${no} is live`);
  return order;
}

/** Returns an account; throws InvariantError when there is none with this number. */
export function accountOf(state: State, no: number): Account {
  const account = state.accounts.get(no);
  if (!account) broken(`account ${no} exists`);
  return account;
}

export const CONDITIONAL_HANDLERS: Handlers<'OrderArmed' | 'OrderTriggered'> = {
  OrderArmed: (state, event) => {
    const order = liveOrder(state, event.order);
    const group = groupOf(accountOf(state, order.account).open.get(order.symbol), order);
    invariant(group, `order ${order.no} is a child of a group`);
    order.phase = phaseAfter(order.phase, 'armed');
    group.position = event.position;
    watch(marketOf(state, order.symbol), order);
  },
  OrderTriggered: (state, event) => {
    const order = liveOrder(state, event.order);
    const open = accountOf(state, order.account).open.get(order.symbol);
    invariant(open, `the account of order ${order.no} has orders`);
    const phase = phaseAfter(order.phase, 'triggered');
    if (order.group?.role === 'child') groupOf(open, order)?.fired.add(order.group.pair);
    endWaiting(marketOf(state, order.symbol), open, order);
    order.phase = phase;
    order.status = liveStatusAfter(order.status, 'triggered');
    order.quantity = event.quantity;
    order.trimmed = event.trimmed;
    order.updatedAt = event.at;
  },
};

/** Updates of the index of triggers and of the linked groups when orders enter, fill and end; for `evolve` only. */

/** What all totals without linked groups share, because few have any. Nothing is ever added to it. */
const NO_GROUPS = new FewMap<OrderNo, OrderGroup>();

/** Returns the first phase of an order. */
function firstPhaseOf({ trigger, group }: OrderFacts): OrderPhase {
  if (trigger === null) return 'working';
  return group?.role === 'child' && group.main !== null ? 'asleep' : 'armed';
}

/** Adds an order to the index of triggers and to its group. */
function beginWaiting(market: Market, open: OpenTotals, order: Order): void {
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
function endWaiting(market: Market, open: OpenTotals, order: Order): void {
  if (order.phase === 'armed') {
    invariant(order.trigger, `armed order ${order.no} has a trigger`);
    market.triggers.remove(order.no, order.trigger);
  }
  const group = groupOf(open, order);
  group?.waiting.delete(order.no);
  if (group?.waiting.size === 0) open.groups.delete(group.no);
}

/** An armed order enters the index at its trigger. */
function watch(market: Market, order: Order): void {
  invariant(order.trigger, `armed order ${order.no} has a trigger`);
  market.triggers.add(order.no, order.trigger);
}

/** The group of a conditional order, while any of its conditionals wait. */
export const groupOf = (open: OpenTotals | undefined, { group }: Pick<OrderFacts, 'group'>): OrderGroup | undefined =>
  group?.role === 'child' ? open?.groups.get(group.group) : undefined;

function mainFilled(open: OpenTotals, order: Order, lots: Lots): void {
  const group = open.groups.get(order.no);
  if (group) group.mainFilled += lots;
}

function mainEnded(open: OpenTotals, order: Order): void {
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

/** Every state an order can be seen in, in the words of the order history (wire 2.18). */
export type OrderStatus = LiveStatus | 'filled' | 'cancelling' | 'cancelled';

/**
 * What can happen to an order. A fill that completes the order and one that does not are two happenings here and one
 * event type.
 */
export type OrderHappening =
  | 'placed'
  | 'triggered'
  | 'filledPartly'
  | 'filledWhole'
  | 'modified'
  | 'cancelledByUser'
  | 'cancelledByRule';

/** Before its placement an order is nowhere; after a terminal state nothing follows (INV-11). */
type Nowhere = 'none';

/**
 * The only place that says which states follow which. Each cell lists the states reached, in order: a
 * user's cancel passes through `cancelling`, and a conditional order that fires is placed once more. A missing
 * cell is our bug, never a user's mistake.
 */
export const ORDER_TRANSITIONS: Readonly<
  Record<OrderStatus | Nowhere, Partial<Record<OrderHappening, readonly OrderStatus[]>>>
> = {
  none: { placed: ['placed'] },
  placed: {
    triggered: ['placed'],
    filledPartly: ['partially filled'],
    filledWhole: ['filled'],
    modified: ['modified'],
    cancelledByUser: ['cancelling', 'cancelled'],
    cancelledByRule: ['cancelled'],
  },
  'partially filled': {
    filledPartly: ['partially filled'],
    filledWhole: ['filled'],
    modified: ['modified'],
    cancelledByUser: ['cancelling', 'cancelled'],
    cancelledByRule: ['cancelled'],
  },
  modified: {
    triggered: ['placed'],
    filledPartly: ['partially filled'],
    filledWhole: ['filled'],
    modified: ['modified'],
    cancelledByUser: ['cancelling', 'cancelled'],
    cancelledByRule: ['cancelled'],
  },
  cancelling: {},
  cancelled: {},
  filled: {},
};

/** The last state of each cell. */
const LAST_REACHED = Object.fromEntries(
  Object.entries(ORDER_TRANSITIONS).map(([from, cells]) => [
    from,
    Object.fromEntries(Object.entries(cells).map(([happening, reached]) => [happening, reached.at(-1)])),
  ]),
) as Readonly<Record<OrderStatus | Nowhere, Partial<Record<OrderHappening, OrderStatus>>>>;

/** The state an order is in after something happened to it. */
export function statusAfter(from: OrderStatus | Nowhere, happening: OrderHappening): OrderStatus {
  const last = LAST_REACHED[from][happening];
  if (!last) broken(`${happening} cannot follow ${from}`);
  return last;
}

/** Returns the state of an order that something happened to without ending it. */
function liveStatusAfter(from: LiveStatus | Nowhere, happening: OrderHappening): LiveStatus {
  const status = statusAfter(from, happening);
  if (!isLive(status)) broken(`${happening} leaves an order live`);
  return status;
}

/** Returns true for the states in which an order can still fill. */
export const isLive = (status: OrderStatus): status is LiveStatus =>
  status === 'placed' || status === 'partially filled' || status === 'modified';

/** Which happening a cancellation is. */
const cancelHappening = (event: Extract<EngineEvent, { type: 'OrderCancelled' }>): OrderHappening =>
  event.cause === 'user' ? 'cancelledByUser' : 'cancelledByRule';

/** What moves an order from waiting to the market. It may be cancelled in every phase. */
const PHASES: Readonly<Record<OrderPhase, Partial<Record<'armed' | 'triggered', OrderPhase>>>> = {
  asleep: { armed: 'armed' },
  armed: { triggered: 'working' },
  working: {},
};

function phaseAfter(from: OrderPhase, happening: 'armed' | 'triggered'): OrderPhase {
  const phase = PHASES[from][happening];
  invariant(phase, `an order that is ${from} cannot be ${happening}`);
  return phase;
}

/** By age: the oldest first. By price: the best first, and at one price the oldest. */
export type Sorting = 'age' | 'price';

/** The live orders of an agent in a market, sorted. */
interface SortedOrders {
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
function orderEntered({ agent }: Account, open: OpenTotals, order: Order): void {
  const lists = agent ? SORTED.get(open) : undefined;
  if (!lists) return;
  const list = lists[order.side];
  const place = placeOf(lists.sorting, list, order);
  if (place === list.length) list.push(order);
  else list.splice(place, 0, order);
}

/** `evolve` ends an order, or is about to change its price. */
function orderLeaves({ agent }: Account, open: OpenTotals, order: Order): void {
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
interface ReduceOnlyOrders {
  readonly buy: Numbers;
  readonly sell: Numbers;
}

/**
 * Returns true for orders that reserve a part of the position: no TWAP parents, and conditional orders only when they
 * have fired and rest.
 */
const isReduceOnly = (order: Order): boolean =>
  order.reduceOnly && order.twap === null && (order.trigger === null || order.resting);

/**
 * No state, because it follows from the orders: made when it is first asked for, and changed by `evolve` from then on.
 * So a fill does not look at each order of an account that has many.
 */
const REDUCE_ONLY = new WeakMap<OpenTotals, ReduceOnlyOrders>();

/** Returns the plain reduce-only orders of an account in one market, by side, in the order of their numbers. */
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
function reduceOnlyChanged(open: OpenTotals, order: Order): void {
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
