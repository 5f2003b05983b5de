import { Type } from '@sinclair/typebox';
import { isRefusal } from '../../kernel/errors.ts';
import { defineChannel } from '../channel.ts';
import { Closed, DecimalText, IdText, OneOf, SideWord, SymbolText, Time } from '../primitives.ts';
import { isSymbolOf, readMarket } from '../symbols.ts';
import { Provenance } from './envelope-fields.ts';

/**
 * Fills of liquidations in one market, of any account: against the book, by the vault, by deleveraging.
 *
 * Errors: INVALID_FORMAT for the symbol.
 * Source: wire 4.4, 4.7. Both spellings are on every frame; no account is.
 */
export const liquidations = defineChannel<{ readonly symbol: string }>()({
  name: 'liquidations',
  aliases: ['liquidation'],
  summary: 'Executions of liquidations in one market.',
  access: 'public',
  push: { method: 'liquidation', channel: 'liquidation' },
  params: Type.Object({ symbol: Type.String() }),
  data: Closed({
    eventId: IdText,
    symbol: SymbolText,
    market: SymbolText,
    /** Of the liquidated side's order. */
    side: SideWord,
    size: DecimalText,
    liquidationPrice: DecimalText,
    stage: OneOf(['partial', 'vault', 'adl']),
    timestamp: Time,
    tsMs: Time,
  }),
  envelope: Provenance,
  slowReader: 'close',
  parse: (params, { state }) => {
    const market = readMarket(params.symbol, state);
    return isRefusal(market) ? market : { symbol: market.spec.symbol };
  },
  key: ({ symbol }) => symbol,
  acknowledged: Closed({ symbol: SymbolText }),
  acknowledgement: ({ symbol }) => ({ symbol }),
  ends: ({ symbol }, subscribed) => isSymbolOf(subscribed.symbol, symbol),
});
