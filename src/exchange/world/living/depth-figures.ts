import { logarithm } from './figures.ts';

/** Distances of a standing book, as the group `depth` draws them, begin at so many nearest distances. */
const FROM_NEAREST = 5;
/** Mean of drawn sizes within 1 %, of what they are drawn around. */
const DRAWN_MEAN = 1.3;
/** So many of the largest market orders find a counterpart on a side, with this much to spare. */
const LARGEST_ORDERS = 20;
const SPARE = 2;
/** Mean size of an order beyond 1 %, of one at the farthest distance. */
const BEYOND_MEAN = 0.25;

/** A book of one side before its figures are rounded. */
export interface Book {
  /** Prices with orders, lots that stand within 1 %, and the lots of the largest market order. */
  readonly levels: number;
  readonly depthLots: number;
  readonly largestLots: number;
  /** Ticks to the nearest order, to 1 %, and to the farthest. */
  readonly nearTicks: number;
  readonly percentTicks: number;
  readonly farTicks: number;
}

/**
 * Lots of an order near the touch, and at the farthest distance. There are about as many orders between one distance and twice as
 * far as between that and four times; sizes hardly grow within 1 %, and with the fourth power of the distance beyond.
 */
export function depthSizes(book: Book): { readonly lots: number; readonly farLots: number } {
  const { farTicks } = book;
  const first = Math.min(book.nearTicks * FROM_NEAREST, farTicks / 2);
  const within = Math.min(Math.max(book.percentTicks, first * 1.5), farTicks);
  const share = logarithm(within / first) / logarithm(farTicks / first);
  const lots = book.depthLots / (share * book.levels * DRAWN_MEAN);
  const beyond = Math.max(0.1, 1 - share) * book.levels * BEYOND_MEAN;
  return { lots, farLots: Math.max(lots, (book.largestLots * LARGEST_ORDERS * SPARE) / beyond) };
}
