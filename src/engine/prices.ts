import { divHalfEvenInt } from '../kernel/decimal.ts';
import { type Refusal, refuse } from '../kernel/errors.ts';
import { type PriceUnits, type Ratio, type Ticks, type TimeMs, UNIT } from '../kernel/units.ts';
import type { CollateralSpec, MarketSpec } from './config.ts';
import type { Side } from './orders/order-terms.ts';
import { cashAlone, marketOf } from './risk/margin.ts';
import type { Account, Market, State } from './state.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

/** The premium moves the mark by at most 5 % of the index (wire 6.1). */
const PREMIUM_LIMIT: Ratio = 5_000_000;
/** An average over 30 samples weighs the newest by 2 / 31. */
const PREMIUM_WEIGHT = 2;
const PREMIUM_SPAN = 31;

/** Mean of best bid and best ask; the index while either side is empty. */
export function midOf(market: Market): PriceUnits {
  const bid = market.book.bestBid();
  const ask = market.book.bestAsk();
  if (bid === 0 || ask === 0) return market.index;
  return divHalfEvenInt((bid + ask) * market.spec.tickUnits, 2);
}

/** Median of best bid, best ask and last trade; the mark while nothing has traded (wire 6.1). */
export function lastOf(market: Market): Ticks {
  const { lastTrade } = market;
  if (lastTrade === 0) return market.mark;
  const bid = market.book.bestBid();
  const ask = market.book.bestAsk();
  if (bid > 0 && lastTrade < bid) return bid;
  if (ask > 0 && lastTrade > ask) return ask;
  return lastTrade;
}

/** The mark that index and premium give, rounded half to even to the tick, never below one tick. */
export function markOf(spec: MarketSpec, index: PriceUnits, premium: PriceUnits): Ticks {
  return Math.max(1, divHalfEvenInt(index + premium, spec.tickUnits));
}

/** The largest premium for an index, either way. */
export const premiumLimit = (index: PriceUnits): PriceUnits =>
  Math.floor(index / UNIT) * PREMIUM_LIMIT + Math.floor(((index % UNIT) * PREMIUM_LIMIT) / UNIT);

/** The premium after one more one-second sample of mid less index; `premium` is that before it. */
export function sampledPremium(market: Market, premium = market.premium): PriceUnits {
  const sample = midOf(market) - market.index;
  const averaged = premium + divHalfEvenInt((sample - premium) * PREMIUM_WEIGHT, PREMIUM_SPAN);
  const limit = premiumLimit(market.index);
  return Math.max(-limit, Math.min(limit, averaged));
}

/**
 * The worst price an order may name or meet: buys at most mark x (1 + cap), sells at least mark x (1 - floor).
 * Rounded outward to the tick, so that a client that rounds the same product stays inside the band (wire 6.5, R-97).
 */
export function priceBound(mark: Ticks, side: Side, cap: Ratio, floor: Ratio): Ticks {
  const ratio = side === 'buy' ? UNIT + cap : UNIT - floor;
  const product = mark * ratio;
  // Nearly every product is a safe integer, whose remainder is exact; only a huge mark needs more digits.
  if (Number.isSafeInteger(product)) {
    const rest = product % UNIT;
    const whole = (product - rest) / UNIT;
    return side === 'sell' || rest === 0 ? whole : whole + 1;
  }
  const exact = BigInt(mark) * BigInt(ratio);
  const whole = Number(exact / BigInt(UNIT));
  return side === 'sell' || exact % BigInt(UNIT) === 0n ? whole : whole + 1;
}

/** Status and, for a session market, its hours. Close-only counts as open: it still trades. */
export function isMarketOpen(market: Market, now: TimeMs): boolean {
  return market.status !== 'closed' && isInSession(market.spec, now);
}

/** True outside session markets, and inside their UTC trading hours. */
export function isInSession(spec: MarketSpec, now: TimeMs): boolean {
  const { session } = spec;
  if (!session) return true;
  const weekday = (Math.floor(now / DAY_MS) + EPOCH_WEEKDAY) % 7;
  const minute = Math.floor((now % DAY_MS) / MINUTE_MS);
  return session.weekdays.includes(weekday) && minute >= session.openMinute && minute < session.closeMinute;
}

/**
 * Refuses with COLLATERAL_PRICE_STALE when an account holds an asset whose price is stale. Changes, cancels and reads
 * of open orders and positions are allowed (INV-48).
 */
export function refuseStaleHoldings(state: State, account: Account): Refusal | null {
  // The settlement asset never ages.
  if (cashAlone(state, account) !== null) return null;
  for (const spec of state.config.collaterals) {
    if (!isPriceStale(state, spec)) continue;
    if ((account.balances.get(spec.asset) ?? 0n) > 0n) return refuse('COLLATERAL_PRICE_STALE');
  }
  return null;
}

/** The same for one asset, independent of holdings. */
export const refuseStalePrice = (state: State, spec: CollateralSpec): Refusal | null =>
  isPriceStale(state, spec) ? refuse('COLLATERAL_PRICE_STALE') : null;

/** At the age limit a price is stale already. The settlement asset is worth 1 and never ages. */
function isPriceStale(state: State, { priceMarket }: CollateralSpec): boolean {
  if (priceMarket === null) return false;
  return priceAge(marketOf(state, priceMarket), state.now) >= state.config.collateralPriceMaxAgeMs;
}

/**
 * From the age limit on an index price causes no liquidation and backs no new risk. It may differ from the age at
 * which a collateral's price does, because a position in one market can lose more than what is lent against another.
 */
export const isIndexStale = (state: State, market: Market): boolean =>
  priceAge(market, state.now) >= state.config.risk.indexMaxAgeMs;

/**
 * Returns the age of a market's index price in ms. While the feed runs the price is current, even if it does not
 * move. With a frozen feed the age counts from the freeze, or from a later price of the control plane.
 */
function priceAge({ frozenAt, indexAt }: Market, now: TimeMs): number {
  return frozenAt === null ? 0 : now - Math.max(frozenAt, indexAt);
}
