import { invariant, type Refusal } from '../../kernel/errors.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { closableLots, crosses, limitOf } from '../book/matching.ts';
import type { CancelCause, EngineEvent, FiringRefusal } from '../event.ts';
import { isMarketOpen, lastOf } from '../prices.ts';
import type { Account, Market, State } from '../state.ts';
import type { OrderGroup, TriggerPriceType } from './conditional-terms.ts';
import { accountOf, groupOf, liveOrder } from './evolve-order.ts';
import { oppositeOf } from './order-terms.ts';
import { isMarketKind, type Order } from './order.ts';
import { refuseMeeting, refuseOutOfBand, refuseUntradable } from './place-order.ts';

/** What becomes of a due order, and why it was not taken where it was not. */
export interface Firing {
  readonly event: EngineEvent;
  readonly refusal: Refusal | null;
}

/** An armed order whose trigger holds, and the price that fires it. */
export interface DueTrigger {
  readonly order: Order;
  readonly price: Ticks;
}

/**
 * The next conditional order of a market to fire, or null. Triggers on the mark go before triggers on the
 * last price, falling before rising, then as the price reached them, then by order number (INV-23). A
 * market that is closed fires nothing: what is due fires when it has opened. One with `closePosition` that would meet
 * nothing stays armed, and those behind it go first.
 */
export function nextDueTrigger(state: State, market: Market): DueTrigger | null {
  return dueAt(state, market, 'mark') ?? dueAt(state, market, 'last');
}

function dueAt(state: State, market: Market, priceType: TriggerPriceType): DueTrigger | null {
  if (market.triggers.isIdle(priceType) || !isMarketOpen(market, state.now)) return null;
  const price = priceType === 'mark' ? market.mark : lastOf(market);
  const no = market.triggers.due(priceType, price, (due) => canFire(state, market, liveOrder(state, due)));
  return no === undefined ? null : { order: liveOrder(state, no), price };
}

/**
 * Returns false for an order with `closePosition` while the book has no offer for it: firing would end it and its
 * sibling, and leave the position without a stop. A limit order may rest, unless the other side of the book is empty.
 */
function canFire(state: State, market: Market, order: Order): boolean {
  if (!order.closePosition || closableLots(accountOf(state, order.account), order) === 0) return true;
  const maker = market.book.front(oppositeOf(order.side));
  if (!maker) return false;
  return crosses(order.side, limitOf(market, order), maker.price)
    ? maker.account !== order.account
    : !isMarketKind(order.kind);
}

/**
 * Returns what firing comes to: the order enters the market, or ends. One that can only close goes with at most the size
 * of the position, or ends without a position: it keeps its quantity, and the part without room is trimmed. An end
 * without a position does not end siblings.
 */
export function firingOf(state: State, market: Market, account: Account, { order, price }: DueTrigger): Firing {
  const end = (cause: CancelCause): EngineEvent => ({ type: 'OrderCancelled', at: state.now, order: order.no, cause });
  const go = (quantity: Lots, trimmed: Lots): Firing => ({
    event: { type: 'OrderTriggered', at: state.now, order: order.no, price, quantity, trimmed },
    refusal: null,
  });
  if (!order.reduceOnly) {
    const refusal = refusalOf(state, market, account, order);
    return refusal ? { event: end(causeOf(refusal)), refusal } : go(order.quantity, 0);
  }
  const lots = Math.min(quantityInForce(account, order), closableLots(account, order));
  if (lots === 0) return { event: end('no_position'), refusal: null };
  const quantity = order.closePosition ? lots : order.quantity;
  return go(quantity, quantity - lots);
}

/**
 * Why an order that may open a position is not taken now, or null: the checks of a placement that depend on the
 * moment. Its own terms were checked when it was placed.
 */
function refusalOf(state: State, market: Market, account: Account, order: Order): Refusal | null {
  const { side, quantity: lots, reduceOnly } = order;
  return (
    refuseUntradable(state, market, account, { side, lots, reduceOnly }) ??
    (isMarketKind(order.kind) ? null : refuseOutOfBand(market, side, order.price)) ??
    refuseMeeting(state, market, account, order)
  );
}

const FIRING_REFUSALS: ReadonlySet<string> = new Set<FiringRefusal>([
  'INSUFFICIENT_MARGIN',
  'OI_CAP_EXCEEDED',
  'PRICE_OUT_OF_BOUNDS',
  'SELF_TRADE_PREVENTED',
  'NO_LIQUIDITY',
  'MARKET_CLOSED',
  'COLLATERAL_PRICE_STALE',
]);

const isFiringRefusal = (cause: string): cause is FiringRefusal => FIRING_REFUSALS.has(cause);

function causeOf({ code }: Refusal): FiringRefusal {
  invariant(isFiringRefusal(code), () => `${code} is a reason for which a fired order ends`);
  return code;
}

/** A child closes at most what its main order has filled; one with `closePosition` closes the whole position. */
function quantityInForce(account: Account, order: Order): Lots {
  if (order.closePosition) return closableLots(account, order);
  const group = groupOf(account.open.get(order.symbol), order);
  return group && group.main !== null ? Math.min(order.quantity, group.mainFilled) : order.quantity;
}

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
