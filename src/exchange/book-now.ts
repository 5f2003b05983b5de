import type { Static } from '@sinclair/typebox';
import { type BookLevels } from '../contract/actions/info/getOrderbook.ts';
import { bookLevelsOf } from './reads/info/getOrderbook.ts';
import type { State } from '../engine/state.ts';
import { ControlError } from './control-error.ts';

/** The book of a market as [price, quantity], best first. */
export type BookNow = Static<typeof BookLevels> & { readonly symbol: string };

const USUAL_DEPTH = 50;

/**
 * At most `depth` levels of each side as they stand, without waiting for the next frame of a stream, which a manual clock
 * holds back. Throws ControlError for a market that does not exist.
 */
export function bookNow(state: State, symbol: string, depth = USUAL_DEPTH): BookNow {
  const market = state.markets.get(symbol);
  if (market) return { symbol, ...bookLevelsOf(market, depth) };
  const message = `no such market, there are ${[...state.markets.keys()].join(', ')}`;
  throw new ControlError('NOT_FOUND', 'symbol', message);
}
