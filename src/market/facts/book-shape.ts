import { meanOf } from './series.ts';

export interface Level {
  readonly price: number;
  readonly quantity: number;
}

/** One side of a book, best price first. */
export type Side = readonly Level[];

/** Quantity at prices whose distance from `mid` is at most `share` of it. */
export const depthWithin = (side: Side, mid: number, share: number): number =>
  side.reduce((sum, { price, quantity }) => (Math.abs(price - mid) <= mid * share ? sum + quantity : sum), 0);

/** How many different gaps there are between neighbouring levels, counted in ticks. */
export function distinctGaps(side: Side, tick: number): number {
  const gaps = side.slice(1).map(({ price }, place) => ticksBetween(price, side[place]?.price ?? price, tick));
  return new Set(gaps).size;
}

/** Distance of two prices in ticks. */
export const ticksBetween = (one: number, other: number, tick: number): number =>
  Math.round(Math.abs(one - other) / tick);

/**
 * Where the book is thickest: the place (0 to 1) of the level with the largest mean quantity, among the first `levels`
 * of many books. 0 is the touch, and a hump away from the touch is above 0.
 */
export function humpPlace(sides: readonly Side[], levels: number): number | null {
  const means = Array.from({ length: levels }, (_none, level) =>
    meanOf(sides.flatMap((side) => side[level]?.quantity ?? [])),
  );
  let best: readonly [level: number, mean: number] | null = null;
  for (const [level, mean] of means.entries()) {
    if (mean !== null && (!best || mean > best[1])) best = [level, mean];
  }
  return best && levels > 1 ? best[0] / (levels - 1) : null;
}

/** Distances in ticks from the best price before, at which a side has more quantity than in the book before it. */
export function arrivalDistances(before: Side, after: Side, tick: number): number[] {
  const best = before[0]?.price;
  if (best === undefined) return [];
  const known = new Map(before.map(({ price, quantity }) => [price, quantity]));
  return after
    .filter(({ price, quantity }) => quantity > (known.get(price) ?? 0))
    .map(({ price }) => ticksBetween(price, best, tick));
}
