import type { Orderbook } from '../../../client/records.ts';
import { depthWithin, distinctGaps, type Side } from '../facts/book-shape.ts';
import type { Books } from './observation.ts';

/** Levels of a side whose gaps are counted. */
const GAP_LEVELS = 100;
/** Steps of one basis point in the shape of a book. */
const SHAPE_STEPS = 100;
const BP = 1e-4;

/** Levels of a side as numbers, best first. */
export const sideOf = (levels: Orderbook['bids']): Side =>
  levels.map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }));

/** Adds up what is asked of many books, so that none has to be kept. */
export class BookSamples {
  readonly #tick: number;
  readonly #shape = new Array<number>(SHAPE_STEPS).fill(0);
  #samples = 0;
  #leastLevels = Number.POSITIVE_INFINITY;
  #leastQuantity = Number.POSITIVE_INFINITY;
  #near = 0;
  #wide = 0;
  #gaps = 0;

  constructor(tick: number) {
    this.#tick = tick;
  }

  take(bids: Side, asks: Side): void {
    const [bid, ask] = [bids[0], asks[0]];
    this.#leastLevels = Math.min(this.#leastLevels, bids.length, asks.length);
    for (const side of [bids, asks])
      this.#leastQuantity = Math.min(
        this.#leastQuantity,
        side.reduce((sum, { quantity }) => sum + quantity, 0),
      );
    if (!bid || !ask) return;
    const mid = (bid.price + ask.price) / 2;
    this.#samples += 1;
    for (const side of [bids, asks]) {
      this.#near += depthWithin(side, mid, 0.001);
      this.#wide += depthWithin(side, mid, 0.01);
      this.#gaps += distinctGaps(side.slice(0, GAP_LEVELS), this.#tick) / 2;
      for (const { price, quantity } of side) {
        const step = Math.floor(Math.abs(price - mid) / mid / BP);
        const before = this.#shape[step];
        if (before !== undefined) this.#shape[step] = before + quantity / 2;
      }
    }
  }

  result(): Books {
    const mean = (sum: number): number => (this.#samples === 0 ? 0 : sum / this.#samples);
    return {
      samples: this.#samples,
      leastLevels: this.#leastLevels,
      leastQuantity: this.#leastQuantity,
      near: mean(this.#near),
      wide: mean(this.#wide),
      gaps: mean(this.#gaps),
      shape: this.#shape.map(mean),
    };
  }
}
