import { divHalfEvenInt } from '../kernel/decimal.ts';
import { type PriceUnits, type Ratio, type Ticks, type TimeMs, UNIT } from '../kernel/units.ts';
import type { Side } from './orders/order-terms.ts';
import type { MarketSpec } from './config.ts';
import type { Market } from './state.ts';

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

/** The premium after one more one-second sample of mid less index. */
export function sampledPremium(market: Market): PriceUnits {
  const sample = midOf(market) - market.index;
  const averaged = market.premium + divHalfEvenInt((sample - market.premium) * PREMIUM_WEIGHT, PREMIUM_SPAN);
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
