import type { Static } from '@sinclair/typebox';
import { type MarketPrices, getMarketPrices } from '../../../contract/actions/info/getMarketPrices.ts';
import { formatPrice, formatPriceUnits, formatRatio, formatLots } from '../../../contract/format.ts';
import type { DayStats } from '../../../contract/views.ts';
import { fundingRateAt } from '../../../engine/funding.ts';
import { isInSession, lastOf } from '../../../engine/prices.ts';
import type { Market } from '../../../engine/state.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { readInfo } from '../read.ts';
import { openInterestOf, pricedMarkets } from '../records/market-figures.ts';

function recordOf(market: Market, day: DayStats, now: TimeMs): Static<typeof MarketPrices> {
  const { spec, book } = market;
  const best = (ticks: number): string => (ticks === 0 ? '0' : formatPrice(spec, ticks));
  return {
    symbol: spec.symbol,
    bestBid: best(book.bestBid()),
    bestAsk: best(book.bestAsk()),
    markPrice: formatPrice(spec, market.mark),
    indexPrice: formatPriceUnits(spec, market.index),
    lastPrice: formatPrice(spec, lastOf(market)),
    prevDayPrice: day.prevDayPrice || '0',
    volume24h: day.volume,
    quoteVolume24h: day.quoteVolume,
    fundingRate: formatRatio(fundingRateAt(market, now)),
    openInterest: formatLots(spec, openInterestOf(market)),
    timestamp: now,
    ...(spec.session && { onHours: isInSession(spec, now) }),
  };
}

/** What the response of getMarketPrices is made of. */
export const getMarketPricesRead = readInfo(getMarketPrices, (_parsed, { state, now, views }) =>
  Object.fromEntries(
    pricedMarkets(state).map((market) => {
      const { symbol } = market.spec;
      return [symbol, recordOf(market, views.dayStats(symbol), now)];
    }),
  ),
);
