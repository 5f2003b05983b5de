import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { OrderNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { closableLots } from '../book/matching.ts';
import type { MarketSpec } from '../config.ts';
import type { EngineEvent, OrderFacts } from '../event.ts';
import type { Deciders, Decision } from '../handlers.ts';
import type { Account, Market, State } from '../state.ts';
import type {
  ConditionalCommand,
  ConditionalKind,
  ConditionalType,
  GroupPlace,
  OrderLink,
  PlaceConditional,
  PlaceGroup,
  TriggerDirection,
} from './conditional-terms.ts';
import { type Side, signOf } from './order-terms.ts';
import { isMarketKind, isTakeProfit } from './order.ts';
import {
  acceptOrder,
  mayRest,
  readPrice,
  readQuantity,
  refuseOutOfBand,
  refuseSmallNotional,
  refuseTakenClientId,
  refuseTooManyOrders,
  refuseUntradable,
  stepsOf,
} from './place-order.ts';

export const CONDITIONAL_DECIDERS: Deciders<ConditionalCommand['type']> = {
  PlaceConditional: placeConditional,
  PlaceGroup: placeGroup,
};

/**
 * Accepts linked orders together or refuses them all with the first reason found. The main order gets the
 * first number and its children the next ones, so that all are known before the main order meets the book.
 */
function placeGroup(state: State, command: PlaceGroup): Decision {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (!account) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (!market) return refuse('MARKET_NOT_FOUND');
  const refusal = refuseUntradable(state, market, account, command.main) ?? refuseRepeatedClientId(command);
  if (refusal) return refusal;
  return command.main === null
    ? attachToPosition(state, market, account, command)
    : placeWithMain(state, market, account, command, command.main);
}

function placeWithMain(
  state: State,
  market: Market,
  account: Account,
  command: PlaceGroup,
  main: NonNullable<PlaceGroup['main']>,
): Decision {
  const accepted = acceptOrder(state, market, account, main);
  if (isRefusal(accepted)) return accepted;
  const no = state.counters.order;
  const children = childFacts(state, market, account, command, { first: no + 1, main: no, position: null });
  if (isRefusal(children)) return children;
  const placed = accepted.map((event) => (event.type === 'OrderPlaced' ? withChildren(event, children) : event));
  const waits = placed.some((event) => event.type === 'OrderPlaced' && mayRest(event.order)) ? 1 : 0;
  const refusal = refuseTooManyOrders(state, account, command.symbol, children.length + waits);
  return refusal ?? [...placed, ...children.map((order) => placedEvent(state, order))];
}

/** Conditionals of a position that is there: they end when it does. */
function attachToPosition(state: State, market: Market, account: Account, command: PlaceGroup): Decision {
  const position = account.positions.get(command.symbol);
  if (!position) return refuse('REDUCE_ONLY_NO_POSITION');
  const wrongSide = command.pairs.flat().map((child) => refuseWrongSide(account, child));
  const first = wrongSide.find((refusal) => refusal !== null);
  if (first) return first;
  const place = { first: state.counters.order, main: null, position: position.no };
  const children = childFacts(state, market, account, command, place);
  if (isRefusal(children)) return children;
  const refusal = refuseTooManyOrders(state, account, command.symbol, children.length);
  return refusal ?? children.map((order) => placedEvent(state, order));
}

interface Places {
  readonly first: OrderNo;
  readonly main: OrderNo | null;
  readonly position: PositionNo | null;
}

function childFacts(
  state: State,
  market: Market,
  account: Account,
  { pairs }: PlaceGroup,
  { first, main, position }: Places,
): OrderFacts[] | Refusal {
  const all: OrderFacts[] = [];
  for (const [pair, children] of pairs.entries()) {
    for (const child of children) {
      const group: GroupPlace = { role: 'child', group: main ?? first, pair, main, position };
      const facts = conditionalFacts(state, market, account, child, { no: first + all.length, group });
      if (isRefusal(facts)) return facts;
      all.push(facts);
    }
  }
  return all;
}

function withChildren(
  event: Extract<EngineEvent, { type: 'OrderPlaced' }>,
  children: readonly OrderFacts[],
): EngineEvent {
  const group: GroupPlace = {
    role: 'main',
    takeProfit: linkTo(children.find(({ kind }) => isTakeProfit(kind))),
    stopLoss: linkTo(children.find(({ kind }) => !isTakeProfit(kind))),
  };
  // It rests in an event of its own, after its children are known.
  return { ...event, order: { ...event.order, group }, rests: false };
}

const linkTo = (order: OrderFacts | undefined): OrderLink | null =>
  order ? { no: order.no, clientId: order.clientId } : null;

const placedEvent = (state: State, order: OrderFacts): EngineEvent => ({
  type: 'OrderPlaced',
  at: state.now,
  order,
  rests: false,
});

/** No two orders of a group may share a client id, as no two live orders may. */
function refuseRepeatedClientId({ main, pairs }: PlaceGroup): Refusal | null {
  const orders: readonly { readonly clientId: string }[] = [...(main ? [main] : []), ...pairs.flat()];
  const named = orders.map(({ clientId }) => clientId).filter((clientId) => clientId !== '');
  return new Set(named).size < named.length ? refuse('IDEMPOTENCY_CONFLICT') : null;
}

/** A stop follows a price that runs against the position, a take profit one that runs with it (wire 2.4). */
const DIRECTIONS: Readonly<Record<ConditionalType, Readonly<Record<Side, TriggerDirection>>>> = {
  triggerSl: { sell: 'falling', buy: 'rising' },
  triggerTp: { sell: 'rising', buy: 'falling' },
};
/** Stored kinds without and with a limit (wire 2.3). */
const KINDS: Readonly<Record<ConditionalType, { market: ConditionalKind; limit: ConditionalKind }>> = {
  triggerSl: { market: 'stopMarket', limit: 'stopLimit' },
  triggerTp: { market: 'takeProfitMarket', limit: 'takeProfitLimit' },
};

/**
 * Accepts a conditional order of its own, or refuses it with nothing changed. It needs no position until it fires; for
 * one that can only close, a position that is there must be on the other side. A trigger that holds already fires at
 * once.
 */
function placeConditional(state: State, command: PlaceConditional): Decision {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (!account) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (!market) return refuse('MARKET_NOT_FOUND');
  const facts = conditionalFacts(state, market, account, command, { no: state.counters.order, group: null });
  if (isRefusal(facts)) return facts;
  const refusal =
    refuseTooManyOrders(state, account, command.symbol) ??
    (facts.reduceOnly ? refuseWrongSide(account, command) : refuseSmallNotional(market, facts.quantity, false));
  return refusal ?? [{ type: 'OrderPlaced', at: state.now, order: facts, rests: false }];
}

/** For orders that can only close: one on the side of the position would add to it. */
function refuseWrongSide(account: Account, order: { symbol: string; side: Side }): Refusal | null {
  const lots = account.positions.get(order.symbol)?.lots ?? 0;
  return lots * signOf(order.side) > 0 ? refuse('INVALID_ORDER_SIDE') : null;
}

/**
 * Returns what a conditional order is, if its own terms are sound. It reserves no margin: one that can open a position asks for
 * it when it fires.
 */
export function conditionalFacts(
  state: State,
  market: Market,
  account: Account,
  command: PlaceConditional,
  place: { readonly no: OrderNo; readonly group: GroupPlace | null },
): OrderFacts | Refusal {
  const reduceOnly = onlyReduces(command, place.group);
  const sizes =
    refuseUntradable(state, market, account, reduceOnly ? null : { ...command, reduceOnly }) ??
    readSizes(market, account, command, reduceOnly);
  if (isRefusal(sizes)) return sizes;
  const taken = refuseTakenClientId(account, command.clientId);
  if (taken) return taken;
  const { symbol, side, clientId, orderType, closePosition, source } = command;
  return {
    no: place.no,
    account: command.account,
    symbol,
    clientId,
    side,
    orderType,
    kind: kindOf(command),
    timeInForce: 'GTC',
    price: sizes.price,
    quantity: sizes.quantity,
    reduceOnly,
    postOnly: false,
    expiresAt: null,
    source,
    triggeredByLiquidation: false,
    trigger: {
      price: sizes.trigger,
      priceType: command.triggerPriceType,
      direction: DIRECTIONS[orderType][side],
    },
    closePosition,
    group: place.group,
    twap: null,
    parent: null,
  };
}

/** Returns true for an order that is attached to a position, or to the orders that open it: it never does more than close it. */
export const onlyReduces = (
  { reduceOnly, closePosition }: Pick<PlaceConditional, 'reduceOnly' | 'closePosition'>,
  group: GroupPlace | null,
): boolean => reduceOnly || closePosition || group !== null;

const kindOf = ({ orderType, price }: PlaceConditional): ConditionalKind =>
  KINDS[orderType][price === '' ? 'market' : 'limit'];

interface Sizes {
  readonly trigger: Ticks;
  readonly price: Ticks;
  readonly quantity: Lots;
}

function readSizes(market: Market, account: Account, command: PlaceConditional, reduceOnly: boolean): Sizes | Refusal {
  const { spec } = market;
  const trigger = readTrigger(spec, command.triggerPrice);
  if (isRefusal(trigger)) return trigger;
  const price = command.price === '' ? 0 : readPrice(spec, command.price);
  if (isRefusal(price)) return price;
  const kind = kindOf(command);
  const max = isMarketKind(kind) ? spec.maxMarketLots : spec.maxLimitLots;
  const whole = reduceOnly ? closableLots(account, command) : 0;
  const quantity = command.closePosition ? 0 : readQuantity(spec, command.quantity, max, whole);
  if (isRefusal(quantity)) return quantity;
  const outside = price === 0 ? null : refuseOutOfBand(market, command.side, price, trigger);
  return outside ?? { trigger, price, quantity };
}

/** Trigger text to ticks. Errors: INVALID_TRIGGER_PRICE when there is none or it lies off the tick (wire 2.4). */
export function readTrigger(spec: MarketSpec, text: string): Ticks | Refusal {
  if (text === '') return refuse('INVALID_TRIGGER_PRICE');
  const ticks = stepsOf(text, spec.tickUnits);
  return ticks === undefined || ticks < spec.minPriceTicks
    ? refuse('INVALID_TRIGGER_PRICE', 'invalid trigger price')
    : ticks;
}
