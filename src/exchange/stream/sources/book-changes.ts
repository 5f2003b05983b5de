import type { BookLevel } from '../../../contract/book-checksum.ts';
import type { Side } from '../../../engine/orders/side.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';

/** A level of a published book, and how it is written. */
export interface PublishedLevel {
  readonly price: Ticks;
  readonly lots: Lots;
  readonly text: BookLevel;
}

/**
 * What turns one state of a side into another, best price first as both of them are: levels that are new or have another
 * quantity, and those that are gone, in their place, with the quantity `0` (wire 4.6).
 */
export function changesOfSide(
  side: Side,
  before: readonly PublishedLevel[],
  after: readonly PublishedLevel[],
): PublishedLevel[] {
  const direction = side === 'buy' ? -1 : 1;
  const changes: PublishedLevel[] = [];
  let old = 0;
  let now = 0;
  while (old < before.length || now < after.length) {
    const was = before[old];
    const is = after[now];
    // Negative: the next old level comes first, and is gone.
    const order = !was ? 1 : !is ? -1 : (was.price - is.price) * direction;
    if (order <= 0) old += 1;
    if (order >= 0) now += 1;
    if (order < 0 && was) changes.push({ price: was.price, lots: 0, text: { price: was.text.price, quantity: '0' } });
    else if (is && (order > 0 || was?.lots !== is.lots)) changes.push(is);
  }
  return changes;
}
