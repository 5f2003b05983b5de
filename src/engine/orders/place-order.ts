import { parseDecimal, POWERS, unitsOfShort } from '../../kernel/decimal.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { type Lots, type Ticks, type TimeMs, UNIT_DECIMALS } from '../../kernel/units.ts';
import { closableLots, limitOf, type Probe, probe, wouldTrade } from '../book/matching.ts';
import type { MarketSpec } from '../config.ts';
import type { OrderFacts, TimeInForce } from '../event.ts';
import { feeOf, feeRateOf, tierOfAccount } from '../fees/fee-rates.ts';
import { armTimer, type Decision } from '../handlers.ts';
import { isIndexStale, isMarketOpen, priceBound, refuseStaleHoldings } from '../prices.ts';
import {
  adjustedAccountValue,
  initialMarginOfLots,
  NO_ORDERS,
  notionalOf,
  totalInitialMargin,
  unrealizedPnlIn,
  worstLots,
} from '../risk/margin.ts';
import type { Account, Market, State } from '../state.ts';
import { type OrderType, type PlaceOrder, type Side, signOf } from './order-terms.ts';
import { isMarketKind } from './order.ts';

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
  const rests = mayRest(facts) && !wouldTrade(market, facts.side, facts.price);
  const placed = { type: 'OrderPlaced', at: state.now, order: facts, rests } as const;
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

/** Price text to ticks. Off the grid or under the market's minimum: INVALID_VALUE `invalid price` (wire 2.4). */
export function readPrice(spec: MarketSpec, text: string): Ticks | Refusal {
  const ticks = stepsOf(text, spec.tickUnits);
  return ticks === undefined || ticks < spec.minPriceTicks ? refuse('INVALID_VALUE', 'invalid price') : ticks;
}

/**
 * Quantity text to lots, at most `max`. Off the grid or too large: INVALID_VALUE; too small: QUANTITY_TOO_SMALL, unless
 * it is `whole`, the quantity with which a reduce-only order closes its position.
 */
export function readQuantity(spec: MarketSpec, text: string, max: Lots, whole: Lots = 0): Lots | Refusal {
  const lots = stepsOf(text, spec.lotUnits);
  if (lots === undefined || lots <= 0 || lots > max) return refuse('INVALID_VALUE', 'invalid quantity');
  return lots < spec.minLots && lots !== whole ? refuse('QUANTITY_TOO_SMALL') : lots;
}

/** Status and hours. A close-only market takes only orders that reduce a position. */
export function refuseClosedMarket(market: Market, now: TimeMs, reducing: boolean): Refusal | null {
  if (!isMarketOpen(market, now)) {
    return refuse('MARKET_CLOSED', market.status === 'closed' ? 'market is closed' : 'market is not open');
  }
  return market.status === 'close_only' && !reducing ? refuse('MARKET_CLOSED', 'market is close only') : null;
}

/** The side and size of an order, for checks that come before its terms are read. */
interface Intent {
  readonly side: Side;
  readonly lots: Lots;
  readonly reduceOnly: boolean;
}

/** The same of an order as sent. */
interface SentIntent {
  readonly side: Side;
  readonly quantity: string;
  readonly reduceOnly: boolean;
}

/** Returns the intent of an order as sent. An invalid quantity counts as too large; its own refusal comes later. */
const intentOf = (market: Market, { side, quantity, reduceOnly }: SentIntent): Intent => ({
  side,
  reduceOnly,
  lots: stepsOf(quantity, market.spec.lotUnits) ?? Number.MAX_SAFE_INTEGER,
});

/**
 * The checks that apply to every order: the market accepts it, and the prices of account and market are not stale. A
 * null intent can only close.
 */
export function refuseUntradable(
  state: State,
  market: Market,
  account: Account,
  intent: Intent | SentIntent | null,
): Refusal | null {
  const early =
    refuseClosedMarket(market, state.now, intent?.reduceOnly ?? true) ?? refuseStaleHoldings(state, account);
  // The quantity is read only where it decides.
  if (early || !intent || !isIndexStale(state, market)) return early;
  return refuseOnStaleIndex(state, market, account, 'lots' in intent ? intent : intentOf(market, intent));
}

/**
 * Refuses an order that could enlarge a position while the index of the market is stale: MARKET_CLOSED. Orders pass
 * that are reduce-only, or that close at most the position even if all orders of their side fill.
 */
export function refuseOnStaleIndex(state: State, market: Market, account: Account, intent: Intent): Refusal | null {
  if (intent.reduceOnly || !isIndexStale(state, market)) return null;
  const { symbol } = market.spec;
  const open = account.open.get(symbol);
  const offered = open ? (intent.side === 'buy' ? open.buyLots : open.sellLots) + open.reduceLots : 0;
  return offered + intent.lots <= closableLots(account, { symbol, side: intent.side })
    ? null
    : refuse('MARKET_CLOSED', 'index price is stale, only orders that reduce a position are accepted');
}

/** The worst limit price that the market's band around a price allows (wire 6.5). */
const limitBound = ({ spec }: Market, side: Side, around: Ticks): Ticks =>
  priceBound(around, side, spec.limitCap, spec.limitFloor);

/** A price, or the bound of the band around the mark where that is tighter. */
export function withinBand(market: Market, side: Side, price: Ticks): Ticks {
  const bound = limitBound(market, side, market.mark);
  return side === 'buy' ? Math.min(price, bound) : Math.max(price, bound);
}

/** A limit price must lie within the market's band around the mark (wire 6.5), or around the trigger it waits for. */
export function refuseOutOfBand(market: Market, side: Side, price: Ticks, around = market.mark): Refusal | null {
  const bound = limitBound(market, side, around);
  const outside = side === 'buy' ? price > bound : price < bound;
  return outside ? refuse('PRICE_OUT_OF_BOUNDS') : null;
}

/** Notional at the mark, whatever the price of the order; orders that only reduce are exempt (wire 6.5). */
export function refuseSmallNotional(market: Market, lots: Lots, reducing: boolean): Refusal | null {
  if (reducing || market.spec.minNotional === 0n) return null;
  return notionalOf(market, lots, market.mark) < market.spec.minNotional ? refuse('QUANTITY_TOO_SMALL') : null;
}

/** A live client id is taken (wire 2.4). */
export function refuseTakenClientId(account: Account, clientId: string): Refusal | null {
  return clientId !== '' && account.clientIds.has(clientId) ? refuse('IDEMPOTENCY_CONFLICT') : null;
}

/** More orders that may rest, or wait, must fit the owner's tier, in the market and in total (INV-27). */
export function refuseTooManyOrders(state: State, account: Account, symbol: string, adding = 1): Refusal | null {
  const tier = tierOfAccount(state, account);
  const live = account.liveOrders + adding;
  if (live <= tier.maxOrdersPerMarket && live <= tier.maxTotalOrders) return null;
  const inMarket = account.open.get(symbol)?.orders.size ?? 0;
  if (inMarket + adding > tier.maxOrdersPerMarket) return refuse('MAX_ORDERS_PER_MARKET');
  return account.liveOrders + adding > tier.maxTotalOrders ? refuse('MAX_TOTAL_ORDERS') : null;
}

/** Reduce-only orders need a position on the other side, and together never exceed it (INV-19). */
export function refuseReduceOnly(account: Account, order: { symbol: string; side: Side; lots: Lots }): Refusal | null {
  const position = account.positions.get(order.symbol);
  if (!position) return refuse('REDUCE_ONLY_NO_POSITION');
  const closable = closableLots(account, order);
  if (closable === 0) return refuse('REDUCE_ONLY_SAME_SIDE');
  const resting = account.open.get(order.symbol)?.reduceLots ?? 0;
  return resting + order.lots > closable ? refuse('REDUCE_ONLY_WOULD_INCREASE') : null;
}

/** An order that could lift the market's open interest above its cap is refused. */
export function refuseOverOpenInterest(market: Market, account: Account, side: Side, lots: Lots): Refusal | null {
  const { openInterestCap, symbol } = market.spec;
  if (openInterestCap === 0n) return null;
  const held = account.positions.get(symbol)?.lots ?? 0;
  const growth = Math.abs(held + signOf(side) * lots) - Math.abs(held);
  if (growth <= 0) return null;
  return notionalOf(market, market.openInterest + growth, market.mark) > openInterestCap
    ? refuse('OI_CAP_EXCEEDED')
    : null;
}

/** What an order adds to the exposure of an account: its lots, and the fills it would have. */
interface Exposure {
  readonly side: Side;
  /** Lots added to the open total of its side; a modify adds only the difference. */
  readonly added: Lots;
  /** Limit of the part that rests, 0 when none can. */
  readonly restingPrice: Ticks;
  readonly restingLots: Lots;
  readonly probe: Probe;
}

/**
 * INSUFFICIENT_MARGIN unless initial margin holds in the order's worst case: everything of its side filled,
 * losses against the mark taken and the taker fee paid; in an isolated market from what it holds alone. An order that does not raise the worst case is
 * never refused for margin (INV-38).
 */
export function refuseOverMargin(state: State, market: Market, account: Account, order: Exposure): Refusal | null {
  const symbol = market.spec.symbol;
  const lots = account.positions.get(symbol)?.lots ?? 0;
  const open = account.open.get(symbol) ?? NO_ORDERS;
  const { buyLots, sellLots } = open;
  const after =
    order.side === 'buy'
      ? worstLots(lots, buyLots + order.added, sellLots)
      : worstLots(lots, buyLots, sellLots + order.added);
  if (after <= worstLots(lots, buyLots, sellLots)) return null;
  const grown = initialMarginOfLots(market, account, after);
  const loss = worstLossOf(state, market, account, order);
  const isolated = account.isolated.get(symbol);
  if (isolated) {
    return grown + loss > isolated.margin + unrealizedPnlIn(market, account) ? refuse('INSUFFICIENT_MARGIN') : null;
  }
  const required = totalInitialMargin(state, account, symbol) + grown + loss;
  return required > adjustedAccountValue(state, account) ? refuse('INSUFFICIENT_MARGIN') : null;
}

function worstLossOf(state: State, market: Market, account: Account, order: Exposure): bigint {
  const { probe, restingLots, restingPrice } = order;
  const sign = signOf(order.side);
  const over = sign * (restingPrice - market.mark);
  const restingLoss = over > 0 ? notionalOf(market, restingLots, over) : 0n;
  // Most orders rest without a fill, and so cause no loss and no fee.
  if (probe.lots === 0) return restingLoss;
  const filledLoss = BigInt(sign) * (probe.notional - notionalOf(market, probe.lots, market.mark));
  const fee = feeOf(probe.notional, feeRateOf(state, account, 'taker'));
  return positive(filledLoss) + restingLoss + positive(fee);
}

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);

/**
 * A decimal text as a count of steps (ticks or lots), or undefined when it does not lie on the grid.
 *
 * @param stepUnits one step, in 1e-8
 */
export function stepsOf(text: string, stepUnits: number): number | undefined {
  const short = unitsOfShort(text);
  if (short >= 0) return short % stepUnits === 0 ? short / stepUnits : undefined;
  const value = parseDecimal(text);
  if (!value || value.scale > UNIT_DECIMALS) return undefined;
  const units = value.digits * BigInt(POWERS[UNIT_DECIMALS - value.scale] ?? 1);
  const steps = units / BigInt(stepUnits);
  if (steps * BigInt(stepUnits) !== units || steps > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return Number(steps);
}
