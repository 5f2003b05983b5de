import { formatUnits } from '../../kernel/decimal.ts';
import { isRefusal } from '../../kernel/errors.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Command } from '../../engine/command.ts';
import type { PlaceOrder, Side } from '../../engine/orders/order-terms.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { PlaceConditional, PlaceGroup } from '../../engine/orders/conditional-terms.ts';
import { findOrder } from '../../engine/orders/modify-order.ts';
import { acceptOrder, stepsOf } from '../../engine/orders/place-order.ts';
import { isMarketKind, type Order, remainingOf } from '../../engine/orders/order.ts';
import { conditionalFacts } from '../../engine/orders/place-conditional.ts';
import type { PlaceTwap } from '../../engine/orders/twap-terms.ts';
import type { State } from '../../engine/state.ts';

/** A refused order in the terms that its checks compare, for every kind of command. */
export interface AskedOrder {
  readonly symbol: string;
  readonly side: Side;
  /** As asked for; empty where there is none. For a change: the order as it would have become. */
  readonly price: string;
  readonly quantity: string;
  /** Null for an order without a trigger. */
  readonly triggerPrice: string | null;
  /** No price of its own: it goes as far as the band of market orders. */
  readonly isMarket: boolean;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly clientId: string;
  /** What is left of it may stay on the book. */
  readonly rests: boolean;
  /** The most lots its kind may have. */
  readonly maxLots: Lots;
  /** It is sent in parts and matches nothing when it is validated. */
  readonly isTwap: boolean;
  /** Lots of it that would not work, because its position has no room for them. */
  readonly trimmed: Lots;
  /** The live order that was to change; null for a new one. */
  readonly changes: Order | null;
}

/** The order that a command was refused for: of linked orders the first that does not pass. Null for other commands. */
export function askedOrderOf(state: State, command: Command): AskedOrder | null {
  switch (command.type) {
    case 'PlaceOrder':
    case 'PlaceIsolatedOrder':
      return plainOrder(state, command);
    case 'PlaceConditional':
      return conditionalOrder(state, command, false);
    case 'PlaceGroup':
      return refusedOfGroup(state, command);
    case 'PlaceTwap':
      return twapOrder(state, command);
    case 'ModifyOrder':
      return changedOrder(state, command);
    default:
      return null;
  }
}

const NO_LOTS: Pick<MarketSpec, 'maxMarketLots' | 'maxLimitLots'> = { maxMarketLots: 0, maxLimitLots: 0 };
const limitsOf = (state: State, symbol: string): typeof NO_LOTS => state.markets.get(symbol)?.spec ?? NO_LOTS;

function plainOrder(state: State, order: Omit<PlaceOrder, 'type'>): AskedOrder {
  const { symbol, side, price, quantity, orderType, reduceOnly, clientId } = order;
  const isMarket = orderType === 'market';
  const rests = orderType === 'limitGtc' || orderType === 'limitGtd' || orderType === 'limitAlo';
  const { maxMarketLots, maxLimitLots } = limitsOf(state, symbol);
  return {
    ...{ symbol, side, price, quantity, reduceOnly, clientId, isMarket, rests },
    triggerPrice: null,
    postOnly: orderType === 'limitAlo' || (rests && order.postOnly),
    maxLots: isMarket ? maxMarketLots : maxLimitLots,
    isTwap: false,
    trimmed: 0,
    changes: null,
  };
}

function conditionalOrder(state: State, order: PlaceConditional, isLinked: boolean): AskedOrder {
  const { symbol, side, price, quantity, triggerPrice, clientId, closePosition } = order;
  const isMarket = price === '';
  const { maxMarketLots, maxLimitLots } = limitsOf(state, symbol);
  return {
    ...{ symbol, side, price, triggerPrice, clientId, isMarket },
    quantity: closePosition ? '0' : quantity,
    reduceOnly: isLinked || order.reduceOnly || closePosition,
    postOnly: false,
    rests: true,
    maxLots: isMarket ? maxMarketLots : maxLimitLots,
    isTwap: false,
    trimmed: 0,
    changes: null,
  };
}

function twapOrder(state: State, order: PlaceTwap): AskedOrder {
  const { symbol, side, price, quantity, reduceOnly, clientId, chunks } = order;
  const isMarket = price === '';
  const { maxMarketLots, maxLimitLots } = limitsOf(state, symbol);
  return {
    ...{ symbol, side, price, quantity, reduceOnly, clientId, isMarket },
    triggerPrice: null,
    postOnly: false,
    rests: true,
    maxLots: (isMarket ? maxMarketLots : maxLimitLots) * chunks,
    isTwap: true,
    trimmed: 0,
    changes: null,
  };
}

/** Of linked orders that are refused together, the one that the reason is about. */
function refusedOfGroup(state: State, { main, account: no, symbol, pairs }: PlaceGroup): AskedOrder | null {
  const account = state.accounts.get(no);
  const market = state.markets.get(symbol);
  const children = pairs.flat();
  const firstChild = children[0];
  const first = main ? plainOrder(state, main) : firstChild ? conditionalOrder(state, firstChild, true) : null;
  if (!account || !market || (main && isRefusal(acceptOrder(state, market, account, main)))) return first;
  const refused = children.find((child) => {
    const verdict: unknown = conditionalFacts(state, market, account, child, { no: 0, group: null });
    return isRefusal(verdict);
  });
  return refused ? conditionalOrder(state, refused, true) : first;
}

function changedOrder(state: State, command: Extract<Command, { type: 'ModifyOrder' }>): AskedOrder | null {
  const order = findOrder(state, command.account, command.order);
  const market = order && state.markets.get(order.symbol);
  if (!order || !market) return null;
  const { spec } = market;
  const isMarket = isMarketKind(order.kind);
  const inText = (ticks: Ticks, unit: number): string => (ticks === 0 ? '' : decimalOf(ticks, unit));
  return {
    symbol: order.symbol,
    side: order.side,
    price: command.price ?? inText(order.price, spec.tickUnits),
    quantity: command.quantity ?? decimalOf(order.quantity, spec.lotUnits),
    triggerPrice: order.trigger ? (command.triggerPrice ?? inText(order.trigger.price, spec.tickUnits)) : null,
    isMarket,
    reduceOnly: order.reduceOnly,
    postOnly: order.postOnly,
    clientId: order.clientId,
    rests: true,
    maxLots: isMarket ? spec.maxMarketLots : spec.maxLimitLots,
    isTwap: false,
    trimmed: command.quantity === null ? order.trimmed : 0,
    changes: order,
  };
}

const decimalOf = (steps: number, unit: number): string => formatUnits(BigInt(steps) * BigInt(unit));

/** Price in ticks; 0 where the order has none, or one off the grid. */
export const ticksOf = (spec: MarketSpec, { price }: Pick<AskedOrder, 'price'>): Ticks =>
  stepsOf(price, spec.tickUnits) ?? 0;

/** Quantity in lots; 0 for one off the grid. */
export const lotsOf = (spec: MarketSpec, { quantity }: Pick<AskedOrder, 'quantity'>): Lots =>
  stepsOf(quantity, spec.lotUnits) ?? 0;

/** Lots of it that would work: without what has filled and what was trimmed. */
export const workingLotsOf = (spec: MarketSpec, asked: AskedOrder): Lots =>
  lotsOf(spec, asked) - (asked.changes?.filled ?? 0) - asked.trimmed;

/** Lots that a change adds to what works; all of a new order. */
export const addedLotsOf = (spec: MarketSpec, asked: AskedOrder): Lots =>
  workingLotsOf(spec, asked) - (asked.changes ? remainingOf(asked.changes) : 0);
