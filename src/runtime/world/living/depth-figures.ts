import type { Decimal } from 'decimal.js';
import { Exact } from '../exact.ts';

/** Distances of a standing book, as the group `depth` draws them, begin at so many nearest distances. */
const FROM_NEAREST = 5;
/** Mean of drawn sizes within 1 %, of what they are drawn around. */
const DRAWN_MEAN = '1.3';
/** So many of the largest market orders find a counterpart on a side, with this much to spare. */
const LARGEST_ORDERS = 20;
const SPARE = 2;
/** Mean size of an order beyond 1 %, of one at the farthest distance. */
const BEYOND_MEAN = '0.25';

/** A book of one side before its figures are rounded. */
export interface Book {
  /** Prices with orders, lots that stand within 1 %, and the lots of the largest market order. */
  readonly levels: number;
  readonly depthLots: Decimal;
  readonly largestLots: Decimal;
  /** Ticks to the nearest order, to 1 %, and to the farthest. */
  readonly nearTicks: number;
  readonly percentTicks: Decimal;
  readonly farTicks: Decimal;
}

/**
 * Lots of an order near the touch, and at the farthest distance. There are about as many orders between one distance and twice as
 * far as between that and four times; sizes hardly grow within 1 %, and with the fourth power of the distance beyond.
 */
export function depthSizes(book: Book): { readonly lots: Decimal; readonly farLots: Decimal } {
  const first = Exact.min(new Exact(book.nearTicks).times(FROM_NEAREST), book.farTicks.div(2));
  const within = Exact.min(Exact.max(book.percentTicks, first.times('1.5')), book.farTicks);
  const share = within.div(first).ln().div(book.farTicks.div(first).ln());
  const lots = book.depthLots.div(share.times(book.levels).times(DRAWN_MEAN));
  const beyond = Exact.max('0.1', new Exact(1).minus(share)).times(book.levels).times(BEYOND_MEAN);
  return { lots, farLots: Exact.max(lots, book.largestLots.times(LARGEST_ORDERS * SPARE).div(beyond)) };
}
