import { type BookSample, bookSampleOf, type Levels } from '../estimate/observations.ts';

/** A book that follows rows of depth, looked at once in a while. */
export class DepthBook {
  readonly #bids = new Map<number, number>();
  readonly #asks = new Map<number, number>();
  readonly #everyMs: number;
  readonly samples: BookSample[] = [];
  /** Distances of levels that grew, from the best price of their side at the last look, as shares of it. */
  readonly distances: number[] = [];
  #now = 0;
  #due = 0;
  #clearedAt = -1;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** One level from `time` on. */
  set(time: number, side: 'buy' | 'sell', price: number, quantity: number, isSnapshot: boolean): void {
    this.#moveTo(time);
    if (isSnapshot && this.#clearedAt !== time) {
      this.#bids.clear();
      this.#asks.clear();
      this.#clearedAt = time;
    }
    const levels = side === 'buy' ? this.#bids : this.#asks;
    if (!isSnapshot && quantity > (levels.get(price) ?? 0)) this.#grew(side, price);
    if (quantity === 0) levels.delete(price);
    else levels.set(price, quantity);
  }

  /** A whole book at once. */
  snapshot(time: number, bids: Levels, asks: Levels): void {
    const sample = bookSampleOf(time, bids, asks);
    if (sample) this.samples.push(sample);
  }

  /** Looks once more, at what the last rows left. */
  end(): void {
    if (this.#now > (this.samples.at(-1)?.time ?? 0)) this.#look();
  }

  /** All rows of a time belong together: the book is looked at when a later one comes. */
  #moveTo(time: number): void {
    if (time === this.#now) return;
    if (this.#now > 0 && this.#now >= this.#due) this.#look();
    this.#now = time;
  }

  #look(): void {
    const bids = [...this.#bids].sort(([a], [b]) => b - a);
    const asks = [...this.#asks].sort(([a], [b]) => a - b);
    this.snapshot(this.#now, bids, asks);
    this.#due = (Math.floor(this.#now / this.#everyMs) + 1) * this.#everyMs;
  }

  #grew(side: 'buy' | 'sell', price: number): void {
    const last = this.samples.at(-1);
    if (!last) return;
    const best = side === 'buy' ? last.bid : last.ask;
    const distance = side === 'buy' ? (best - price) / best : (price - best) / best;
    if (distance > 0) this.distances.push(distance);
  }
}
