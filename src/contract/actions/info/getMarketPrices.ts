import { type Static, Type } from '@sinclair/typebox';
import { fundingRateAt } from '../../../engine/funding/rate.ts';
import { isInSession, lastOf } from '../../../engine/prices.ts';
import type { Market } from '../../../engine/state.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { formatLots, formatPrice, formatPriceUnits, formatRatio } from '../../format.ts';
import { openInterestOf, pricedMarkets } from '../../records/market-figures.ts';
import { Closed, DecimalText, SymbolText, Time } from '../../primitives.ts';
import type { DayStats } from '../../views.ts';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';

/** Wire 3.4. */
const MarketPrices = Closed({
  symbol: SymbolText,
  /** `0` while the side is empty, as is `bestAsk`. */
  bestBid: DecimalText,
  bestAsk: DecimalText,
  markPrice: DecimalText,
  indexPrice: DecimalText,
  lastPrice: DecimalText,
  /** `0` while nothing has traded. */
  prevDayPrice: DecimalText,
  /** Base units. */
  volume24h: DecimalText,
  /** Quote units. */
  quoteVolume24h: DecimalText,
  /** Estimated one-hour rate. */
  fundingRate: DecimalText,
  /** Base units, long plus short. */
  openInterest: DecimalText,
  timestamp: Time,
  /** Session markets only: inside trading hours. */
  onHours: Type.Optional(Type.Boolean()),
});

/**
 * Prices and 24-hour figures of every open market; one with trading hours is shown out of hours too.
 *
 * Cost:   200 tokens.
 * Source: clauses GETMARKETPRICES, RATE-COST-GETMARKETPRICES; wire 3.3, 3.4.
 */
export const getMarketPrices = defineInfo({
  name: 'getMarketPrices',
  summary: 'Prices, volume, funding estimate and open interest of all open markets, by symbol, in and out of hours.',
  fields: NO_FIELDS,
  result: Type.Record(SymbolText, MarketPrices, { additionalProperties: false }),
  refusals: [],
  cost: () => 200,
  read: (_parsed, { state, now, views }) =>
    Object.fromEntries(
      pricedMarkets(state).map((market) => {
        const { symbol } = market.spec;
        return [symbol, recordOf(market, views.dayStats(symbol), now)];
      }),
    ),
  usesHistory: false,
  past: () => ({ kind: 'day' }),
});

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
