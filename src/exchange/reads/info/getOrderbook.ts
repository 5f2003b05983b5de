import type { Static } from '@sinclair/typebox';
import { type BookLevels, getOrderbook } from '../../../contract/actions/info/getOrderbook.ts';
import { formatPrice, formatLots } from '../../../contract/format.ts';
import type { Market } from '../../../engine/state.ts';
import { readInfo } from '../read.ts';

/** At most `depth` levels of each side, as the wire shows them. */
export function bookLevelsOf({ spec, book }: Market, depth: number): Static<typeof BookLevels> {
  const side = (levels: readonly [number, number][]): string[][] =>
    levels.map(([price, lots]) => [formatPrice(spec, price), formatLots(spec, lots)]);
  return { bids: side(book.depth('buy', depth)), asks: side(book.depth('sell', depth)) };
}

/** What the response of getOrderbook is made of. */
export const getOrderbookRead = readInfo(getOrderbook, ({ symbol, limit }) => bookLevelsOf(symbol, limit));
