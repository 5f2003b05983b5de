import { armTimer, type Decision } from '../handlers.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import { closableLots, limitOf, type Probe, probe, wouldTrade } from '../book/matching.ts';
import type { OrderType, PlaceOrder } from './order-terms.ts';
import type { OrderFacts, TimeInForce } from '../event.ts';
import type { Account, Market, State } from '../state.ts';
import { isMarketKind } from './order.ts';
import {
  readPrice,
  readQuantity,
  refuseOutOfBand,
  refuseOverMargin,
  refuseOverOpenInterest,
  refuseReduceOnly,
  refuseSmallNotional,
  refuseTakenClientId,
  refuseTooManyOrders,
  refuseUntradable,
} from './validate.ts';

/** How each order type is stored (wire 2.3). */
const TIME_IN_FORCE: Readonly<Record<OrderType, TimeInForce>> = {
  limitGtc: 'GTC',
  limitIoc: 'IOC',
  limitGtd: 'GTD',
  limitAlo: 'GTC',
  market: 'IOC',
};

/**
 * Accepts an order or refuses it with nothing changed. Accepting means: it has an id and will match, rest or end as
 * its type says before the next command. Checks run in the order of the catalogue of codes.
 */
export function placeOrder(state: State, command: PlaceOrder): Decision {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (!account) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (!market) return refuse('MARKET_NOT_FOUND');
  return acceptOrder(state, market, account, command);
}

/** Decides an order on a given copy of the account, which already has the margin of an isolated order. */
export function acceptOrder(
  state: State,
  market: Market,
  account: Account,
  command: Omit<PlaceOrder, 'type'>,
): Decision {
  const untradable = refuseUntradable(state, market, account, command);
  if (untradable) return untradable;
  const sizes = readSizes(market, account, command);
  if (isRefusal(sizes)) return sizes;
  const facts = factsOf(state, command, sizes);
  const refusal = refuseOrder(state, market, account, facts);
  if (refusal) return refusal;
  const placed = { type: 'OrderPlaced', at: state.now, order: facts } as const;
  if (facts.expiresAt === null) return [placed];
  // On a live clock the expiry can pass between the validation of a request and its input.
  const due = Math.max(facts.expiresAt, state.now);
  return [placed, armTimer(state, due, { kind: 'expireOrder', order: facts.no })];
}

function readSizes(
  market: Market,
  account: Account,
  command: Omit<PlaceOrder, 'type'>,
): { price: Ticks; quantity: Lots } | Refusal {
  const isMarket = command.orderType === 'market';
  const price = isMarket ? 0 : readPrice(market.spec, command.price);
  if (isRefusal(price)) return price;
  const max = isMarket ? market.spec.maxMarketLots : market.spec.maxLimitLots;
  const whole = command.reduceOnly ? closableLots(account, command) : 0;
  const quantity = readQuantity(market.spec, command.quantity, max, whole);
  return isRefusal(quantity) ? quantity : { price, quantity };
}

/** The facts of a new order whose sizes have been read. */
export function factsOf(
  state: State,
  command: Omit<PlaceOrder, 'type' | 'price' | 'quantity'>,
  sizes: { price: Ticks; quantity: Lots },
): OrderFacts {
  const { orderType } = command;
  const rests = orderType === 'limitGtc' || orderType === 'limitGtd';
  return {
    no: state.counters.order,
    account: command.account,
    symbol: command.symbol,
    clientId: command.clientId,
    side: command.side,
    orderType,
    kind: orderType === 'market' ? 'market' : 'limit',
    timeInForce: TIME_IN_FORCE[orderType],
    price: sizes.price,
    quantity: sizes.quantity,
    reduceOnly: command.reduceOnly,
    // limitAlo is the post-only type; elsewhere the flag counts only where an order may rest (wire 2.2).
    postOnly: orderType === 'limitAlo' || (rests && command.postOnly),
    expiresAt: command.expiresAt,
    source: command.source,
    triggeredByLiquidation: false,
    trigger: null,
    closePosition: false,
    group: null,
    twap: null,
    parent: null,
  };
}

function refuseOrder(state: State, market: Market, account: Account, order: OrderFacts): Refusal | null {
  return (
    refuseSmallNotional(market, order.quantity, order.reduceOnly) ??
    (order.kind === 'market' ? null : refuseOutOfBand(market, order.side, order.price)) ??
    refuseTakenClientId(account, order.clientId) ??
    (mayRest(order) ? refuseTooManyOrders(state, account, order.symbol) : null) ??
    (order.reduceOnly
      ? refuseReduceOnly(account, { symbol: order.symbol, side: order.side, lots: order.quantity })
      : null) ??
    refuseMeeting(state, market, account, order)
  );
}

/** True when what is left of the order after matching stays on the book. */
export const mayRest = (order: Pick<OrderFacts, 'timeInForce' | 'kind'>): boolean =>
  !isMarketKind(order.kind) && (order.timeInForce === 'GTC' || order.timeInForce === 'GTD');

/** The checks that depend on the orders it would meet: post-only, self trade, liquidity, and margin. */
export function refuseMeeting(state: State, market: Market, account: Account, order: OrderFacts): Refusal | null {
  const limit = limitOf(market, order);
  if (order.postOnly && wouldTrade(market, order.side, limit)) return refuse('POST_ONLY_WOULD_TRADE');
  const met = probe(market, account.no, { side: order.side, lots: order.quantity, limit });
  if (met.meetsOwn) return refuse('SELF_TRADE_PREVENTED');
  if (isMarketKind(order.kind) && met.lots === 0) return refuse('NO_LIQUIDITY');
  if (order.reduceOnly) return null;
  return (
    refuseOverOpenInterest(market, account, order.side, order.quantity) ??
    refuseOverMargin(state, market, account, exposureOf(order, met))
  );
}

function exposureOf(order: OrderFacts, met: Probe) {
  const restingLots = mayRest(order) ? order.quantity - met.lots : 0;
  return { side: order.side, added: met.lots + restingLots, restingPrice: order.price, restingLots, probe: met };
}
