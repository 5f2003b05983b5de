import type { Static } from '@sinclair/typebox';
import { type PublicTrade, getLastTrades } from '../../../contract/actions/info/getLastTrades.ts';
import { refuse } from '../../../kernel/errors.ts';
import { readInfo } from '../read.ts';

/** The rows come out of a store, so what they promise is checked before it is published. */
const STORED_SIDES: ReadonlySet<string> = new Set(['buy', 'sell']);

/** What the response of getLastTrades is made of. */
export const getLastTradesRead = readInfo(getLastTrades, ({ symbol: { spec }, limit }, { views }) => {
  const rows = views.lastTrades(spec.symbol, limit);
  if (!rows.every(({ side }) => STORED_SIDES.has(side)))
    return refuse('INTERNAL_ERROR', 'Failed to retrieve last trades');
  return { trades: rows.map((row): Static<typeof PublicTrade> => ({ ...row, isMaker: false })) };
});
