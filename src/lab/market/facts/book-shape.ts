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
 * Place of the largest value of a shape, such as the mean quantity by distance; of several the first. Null where all
 * are zero.
 */
export function peakOf(shape: readonly number[]): number | null {
  const largest = Math.max(0, ...shape);
  return largest === 0 ? null : shape.indexOf(largest);
}

/**
 * Distances in ticks, behind the best price before, at which a side has more quantity than in the book before it. What
 * arrives at better prices has the distance 0.
 */
export function arrivalDistances(side: 'buy' | 'sell', before: Side, after: Side, tick: number): number[] {
  const best = before[0]?.price;
  if (best === undefined) return [];
  const known = new Map(before.map(({ price, quantity }) => [price, quantity]));
  const behind = side === 'buy' ? -1 : 1;
  return after
    .filter(({ price, quantity }) => quantity > (known.get(price) ?? 0))
    .map(({ price }) => Math.max(0, Math.round((behind * (price - best)) / tick)));
}
