import { Type } from '@sinclair/typebox';
import { defineChannel } from '../channel.ts';
import { Closed, DecimalText, IdText, SideWord, SymbolText, Time } from '../primitives.ts';
import { Provenance } from './envelope-fields.ts';
import { AcknowledgedChoice, type MarketChoice, namesChoice, readMarketChoice } from './market-param.ts';

/**
 * Public executions of one market or of all, one frame each. What changes hands in a takeover or by deleveraging is private.
 *
 * Errors: INVALID_FORMAT for the symbol.
 * Source: clauses WS-SUB-TRADES, WS-TRADE-CHANNEL, WS-TRADE-TIMESTAMP, WS-PROVENANCE-PUBLIC; wire 4.4, 4.7. Both sets of names are on every frame; no order and no account is.
 */
export const trades = defineChannel<MarketChoice>()({
  name: 'trades',
  aliases: ['trade'],
  summary: 'Public executions, one frame each.',
  access: 'public',
  push: { method: 'trade', channel: 'trade' },
  params: Type.Object({ symbol: Type.Optional(Type.String()) }),
  data: Closed({
    tradeId: IdText,
    symbol: SymbolText,
    /** The taker's. */
    side: SideWord,
    price: DecimalText,
    quantity: DecimalText,
    timestamp: Time,
    tsMs: Time,
    isMaker: Type.Literal(false),
    isTaker: Type.Literal(true),
  }),
  envelope: Provenance,
  slowReader: 'close',
  parse: ({ symbol }, { state }) => readMarketChoice(symbol, state),
  key: ({ market }) => market ?? 'ALL',
  acknowledged: AcknowledgedChoice,
  acknowledgement: ({ sent }) => ({ ...(sent !== undefined && { symbol: sent }) }),
  ends: ({ symbol }, choice) => namesChoice(symbol, choice),
});
