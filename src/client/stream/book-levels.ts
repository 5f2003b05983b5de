import { bookChecksum, type BookLevel } from '../../contract/book-checksum.ts';
import type { Push } from './types.ts';

/** What is wrong with a frame: it does not follow the one before, or what it makes is not what the exchange has. */
export type BookFault = 'gap' | 'checksum';

/** Both sides, best first. */
export interface BookLevels {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** A book after a frame. */
export interface BookPicture extends BookLevels {
  readonly meseq: number;
}

/**
 * The book that a frame makes of the one before (wire 4.6), or what is wrong with it. Every frame is checked against its
 * checksum before the new book is handed on.
 *
 * @param before null where no frame counts yet: the first one has to be a snapshot
 * @param depth levels of each side
 */
export function withFrame(
  before: BookPicture | null,
  frame: Push<'orderbook'>,
  depth: number,
): BookPicture | BookFault {
  const { bids, asks } = frame.data;
  if (frame.type === 'snapshot') {
    // A connection gives frames in order, so an older one is a sign that something else does not.
    if (before && frame.meseq < before.meseq) return 'gap';
    return checked({ bids, asks, meseq: frame.meseq }, frame.checksum);
  }
  if (!before || frame.prevMeseq !== before.meseq) return 'gap';
  const changed = {
    bids: withChanges(before.bids, bids, -1).slice(0, depth),
    asks: withChanges(before.asks, asks, 1).slice(0, depth),
    meseq: frame.meseq,
  };
  return checked(changed, frame.checksum);
}

const checked = (picture: BookPicture, checksum: string): BookPicture | 'checksum' =>
  bookChecksum(picture.bids, picture.asks) === checksum ? picture : 'checksum';

/** `direction` 1 when the best price is the lowest. */
function withChanges(levels: readonly BookLevel[], changes: readonly BookLevel[], direction: 1 | -1): BookLevel[] {
  const next = [...levels];
  for (const { price, quantity } of changes) {
    const place = placeOf(next, price, direction);
    const isThere = next[place]?.price === price;
    // A missing level cannot be removed; the checksum shows whether it should have been there.
    if (isZero(quantity)) next.splice(place, isThere ? 1 : 0);
    else next.splice(place, isThere ? 1 : 0, { price, quantity });
  }
  return next;
}

/** Index of the level at this price, or of the first behind it. */
function placeOf(levels: readonly BookLevel[], price: string, direction: 1 | -1): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const level = levels[middle];
    if (level && comparePrices(level.price, price) * direction < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isZero = (quantity: string): boolean => /^0(\.0*)?$/.test(quantity);

/** Prices as the wire writes them: no sign, no leading zeros. Comparing texts is exact and needs no arithmetic. */
export function comparePrices(one: string, other: string): number {
  const [whole = '', fraction = ''] = one.split('.');
  const [otherWhole = '', otherFraction = ''] = other.split('.');
  if (whole.length !== otherWhole.length) return whole.length - otherWhole.length;
  if (whole !== otherWhole) return whole < otherWhole ? -1 : 1;
  return fraction === otherFraction ? 0 : fraction < otherFraction ? -1 : 1;
}
