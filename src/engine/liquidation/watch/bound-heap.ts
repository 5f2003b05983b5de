/**
 * How far one price may move against its owner before the owner is checked again. Prices are signed so that the
 * harmful direction is up: a price whose fall is harmful counts negative.
 */
export interface Bound<Owner> {
  /** The signed price from which on the owner is checked. */
  at: number;
  /** Its index in the heap; -1 while it is in none. */
  place: number;
  readonly owner: Owner;
  readonly heap: BoundHeap<Owner>;
}

/**
 * A heap of the bounds on one price in one direction, the nearest on top. A bound knows its index, so that it can be
 * moved or removed directly and no obsolete bound stays in the heap.
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

  /** Removes and returns a bound that the price has reached, or undefined. */
  takeReached(price: number): Bound<Owner> | undefined {
    const top = this.#bounds[0];
    if (top === undefined || top.at > price) return undefined;
    this.remove(top);
    return top;
  }

  /** Adds a bound, or moves it if it is in the heap. */
  set(bound: Bound<Owner>, at: number): void {
    bound.at = at;
    if (bound.place < 0) {
      bound.place = this.#bounds.length;
      this.#bounds.push(bound);
    }
    this.#sift(bound);
  }

  /** Removes a bound, if it is in the heap. */
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
