/**
 * How far one price may move against its owner before the owner needs a look. Prices are signed so that the way that
 * hurts is always up: a price that hurts by falling counts negative.
 */
export interface Bound<Owner> {
  /** The signed price from which on a look is due. */
  at: number;
  /** Where it stands in its heap; -1 while it is in none. */
  place: number;
  readonly owner: Owner;
  readonly heap: BoundHeap<Owner>;
}

/**
 * The bounds on one price that moves one way, the nearest on top. A bound knows its place, so that moving one costs
 * a few swaps and a heap never holds what no longer counts.
 */
export class BoundHeap<Owner> {
  readonly #bounds: Bound<Owner>[] = [];

  get size(): number {
    return this.#bounds.length;
  }

  /** The nearest bound; Infinity when there is none. */
  get nearest(): number {
    return this.#bounds[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Takes a bound out that the price has reached, or undefined when it has reached none. */
  takeReached(price: number): Bound<Owner> | undefined {
    const top = this.#bounds[0];
    if (top === undefined || top.at > price) return undefined;
    this.remove(top);
    return top;
  }

  /** Puts a bound where it belongs, whether it was in the heap or not. */
  set(bound: Bound<Owner>, at: number): void {
    bound.at = at;
    if (bound.place < 0) {
      bound.place = this.#bounds.length;
      this.#bounds.push(bound);
    }
    this.#sift(bound);
  }

  /** Takes a bound out, if it is in. */
  remove(bound: Bound<Owner>): void {
    const { place } = bound;
    if (place < 0) return;
    bound.place = -1;
    const last = this.#bounds.pop();
    if (last === undefined || last === bound) return;
    // The last bound comes from another branch: it may belong above this place or below it.
    this.#put(last, place);
    this.#sift(last);
  }

  #sift(bound: Bound<Owner>): void {
    this.#up(bound);
    this.#down(bound);
  }

  #up(bound: Bound<Owner>): void {
    let { place } = bound;
    while (place > 0) {
      const parent = this.#bounds[(place - 1) >> 1];
      if (parent === undefined || parent.at <= bound.at) break;
      const above = parent.place;
      this.#put(parent, place);
      place = above;
    }
    this.#put(bound, place);
  }

  #down(bound: Bound<Owner>): void {
    let { place } = bound;
    for (;;) {
      const left = this.#bounds[place * 2 + 1];
      if (left === undefined) break;
      const right = this.#bounds[place * 2 + 2];
      const child = right !== undefined && right.at < left.at ? right : left;
      if (child.at >= bound.at) break;
      const below = child.place;
      this.#put(child, place);
      place = below;
    }
    this.#put(bound, place);
  }

  #put(bound: Bound<Owner>, place: number): void {
    this.#bounds[place] = bound;
    bound.place = place;
  }
}
