import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';
import { Closed, SymbolText, DecimalText, Time } from '../../primitives.ts';

/** Wire 3.4. */
export const MarketPrices = Closed({
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
  examples: [{}],
  fields: NO_FIELDS,
  result: Type.Record(SymbolText, MarketPrices, { additionalProperties: false }),
  refusals: [],
  cost: () => 200,
  usesHistory: false,
  past: () => ({ kind: 'day' }),
});
