import { Type } from '@sinclair/typebox';
import { isRefusal } from '../../kernel/errors.ts';
import { defineChannel } from '../channel.ts';
import { Closed, DecimalText, OneOf, SymbolText, Time } from '../primitives.ts';
import { PlainEnvelope } from './envelope-fields.ts';
import { AcknowledgedChoice, type MarketChoice, namesChoice, readMarketChoice } from './market-param.ts';

export const PRICE_KINDS = ['mark', 'index', 'last', 'mid'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** Type words of the older generation, and the `channel` value of the pushes that they get. */
const OLDER = { words: ['price'], channel: 'priceUpdate' } as const;

export interface PriceChoice extends MarketChoice {
  /** Whether the client subscribed with a word of the older generation. */
  readonly older: boolean;
}

/**
 * One frame for each price that changes, with all other figures of the market beside it. Closed markets show no prices; one
 * with trading hours shows them out of hours too (wire 3.4).
 *
 * Errors: INVALID_FORMAT for the symbol.
 * Source: clause WS-SUB-MARKETPRICEUPDATES; wire 4.4, 4.7: `updateType`, `price` and `lastUpdateTime` for the kind that changed, plus the
 * merged fields that other clients read. The type word decides the value of `channel`; a connection has one such stream of a
 * market, under the word it used last.
 */
export const marketPrices = defineChannel<PriceChoice>()({
  name: 'marketPrices',
  aliases: ['marketPriceUpdates', 'price'],
  summary: 'Mark, index, last and mid price of one market or of all, one frame for each that changes.',
  access: 'public',
  push: { method: 'market_price_update', channel: 'marketPriceUpdate', older: OLDER },
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
  parse: ({ type, symbol }, { state }) => {
    const choice = readMarketChoice(symbol, state);
    return isRefusal(choice) ? choice : { ...choice, older: OLDER.words.some((word) => word === type) };
  },
  past: () => ({ kind: 'day' }),
  key: ({ market, older }) => (market ?? 'ALL') + (older ? ' older' : ''),
  acknowledged: AcknowledgedChoice,
  acknowledgement: ({ sent }) => ({ ...(sent !== undefined && { symbol: sent }) }),
  ends: ({ symbol }, choice) => namesChoice(symbol, choice),
  replaces: ({ market }, earlier) => market === earlier.market,
});
