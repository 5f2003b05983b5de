import { parseDecimal } from '../../kernel/decimal.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import { type Lots, type Ticks, type TimeMs, UNIT_DECIMALS } from '../../kernel/units.ts';
import { closableLots, type Probe } from '../book/matching.ts';
import type { MarketSpec } from '../config.ts';
import { feeOf, feeRateOf, tierOfAccount } from '../fees/fee-rates.ts';
import { isMarketOpen, priceBound } from '../prices.ts';
import {
  adjustedAccountValue,
  initialMarginOfLots,
  NO_ORDERS,
  notionalOf,
  totalInitialMargin,
  unrealizedPnlIn,
  worstLots,
} from '../risk/margin.ts';
import { isIndexStale, refuseStaleHoldings } from '../risk/price-age.ts';
import type { Account, Market, State } from '../state.ts';
import { type Side, signOf } from './order-terms.ts';

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
export interface Intent {
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
export interface Exposure {
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

/** A number of so many digits is exact, and most texts have no more. */
const FAST_DIGITS = 15;
const ZERO = 48;
const NINE = 57;
const DOT = 46;
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const;

/**
 * Returns a short decimal text in 1e-8 units, read digit by digit; -1 for every other text, `parseDecimal` says what it
 * is. A result is a safe integer, so it is exact.
 */
function unitsOfShort(text: string): number {
  if (text.length === 0 || text.length > FAST_DIGITS) return -1;
  let digits = 0;
  let dot = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + (code - ZERO);
    else if (code === DOT && dot < 0 && text.length > 1) dot = index;
    else return -1;
  }
  const power = POWERS[dot < 0 ? UNIT_DECIMALS : UNIT_DECIMALS - (text.length - dot - 1)];
  const units = power === undefined ? -1 : digits * power;
  return Number.isSafeInteger(units) ? units : -1;
}

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
