import { Type } from '@sinclair/typebox';
import { defineChannel } from '../channel.ts';
import { Closed, DecimalText, OneOf, SymbolText, Time } from '../primitives.ts';
import { PlainEnvelope } from './envelope-fields.ts';
import { AcknowledgedChoice, type MarketChoice, namesChoice, readMarketChoice } from './market-param.ts';

export const PRICE_KINDS = ['mark', 'index', 'last', 'mid'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/**
 * One frame for each price that changes, with all other figures of the market beside it. Closed markets show no prices; one
 * with trading hours shows them out of hours too (wire 3.4).
 *
 * Errors: INVALID_FORMAT for the symbol.
 * Source: clause WS-SUB-MARKETPRICEUPDATES; wire 4.4, 4.7: `updateType`, `price` and `lastUpdateTime` for the kind that changed, plus the
 * merged fields that other clients read.
 */
export const marketPrices = defineChannel<MarketChoice>()({
  name: 'marketPrices',
  aliases: ['marketPriceUpdates', 'price'],
  summary: 'Mark, index, last and mid price of one market or of all, one frame for each that changes.',
  access: 'public',
  push: { method: 'market_price_update', channel: 'priceUpdate' },
  params: Type.Object({ symbol: Type.Optional(Type.String()) }),
  data: Closed({
    symbol: SymbolText,
    updateType: OneOf(PRICE_KINDS),
    price: DecimalText,
    /** RFC 3339. */
    lastUpdateTime: Type.String({ format: 'date-time' }),
    markPrice: DecimalText,
    indexPrice: DecimalText,
    lastPrice: DecimalText,
    bestBid: DecimalText,
    bestAsk: DecimalText,
    bid: DecimalText,
    ask: DecimalText,
    volume24h: DecimalText,
    quoteVolume24h: DecimalText,
    prevDayPrice: DecimalText,
    high24h: DecimalText,
    low24h: DecimalText,
    priceChange24h: DecimalText,
    fundingRate: DecimalText,
    nextFundingTime: Time,
    openInterest: DecimalText,
    timestamp: Time,
    tsMs: Time,
  }),
  envelope: PlainEnvelope,
  slowReader: 'conflate',
  parse: ({ symbol }, { state }) => readMarketChoice(symbol, state),
  key: ({ market }) => market ?? 'ALL',
  acknowledged: AcknowledgedChoice,
  acknowledgement: ({ sent }) => ({ ...(sent !== undefined && { symbol: sent }) }),
  ends: ({ symbol }, choice) => namesChoice(symbol, choice),
});
