import type { Decimal } from 'decimal.js';
import { Exact } from '../exact.ts';

/** The distances of a standing book, as the group `depth` draws them: a power law, here to the power of a quarter. */
const FROM_NEAREST = 12;
/** Mean of drawn sizes, of what they are drawn around. */
const DRAWN_MEAN = '1.2';
/** The touch has at most this share of the mean size within 1 %. */
const TOUCH_SHARE = '0.7';

/** A book of one side before its figures are rounded. */
export interface Book {
  /** Orders, lots that stand within 1 %, and the lots of a usual order. */
  readonly orders: number;
  readonly depthLots: Decimal;
  readonly usualLots: Decimal;
  /** Ticks to the nearest order, to 1 %, and to the farthest. */
  readonly nearTicks: number;
  readonly percentTicks: Decimal;
  readonly farTicks: Decimal;
}

/** Lots of an order at the touch, and at the farthest distance: sizes grow with the square of the distance. */
export function depthSizes(book: Book): { readonly lots: Decimal; readonly farLots: Decimal } {
  const first = new Exact(book.nearTicks).times(FROM_NEAREST);
  const within = Exact.min(Exact.max(book.percentTicks, first.times(2)), book.farTicks);
  const part = fallen(first).minus(fallen(within));
  const share = part.div(fallen(first).minus(fallen(book.farTicks)));
  const mean = book.depthLots.div(share.times(book.orders).times(DRAWN_MEAN));
  // The mean square of the distances within 1 %, of the square of the farthest.
  const square = within.pow(2).times(fallen(within)).div(part.times(7)).div(book.farTicks.pow(2));
  const lots = Exact.min(book.usualLots, mean.times(TOUCH_SHARE));
  return { lots, farLots: lots.plus(mean.minus(lots).div(square)) };
}

/** What is left beyond a distance. */
const fallen = (distance: Decimal): Decimal => new Exact(1).div(distance.sqrt().sqrt());
