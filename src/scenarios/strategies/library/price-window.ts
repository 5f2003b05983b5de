import { type Amount, meanOf } from '../../statistics/amount.ts';

/** The latest prices, so many at most. */
export class PriceWindow {
  readonly #size: number;
  readonly #prices: Amount[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  add(price: Amount): void {
    this.#prices.push(price);
    if (this.#prices.length > this.#size) this.#prices.shift();
  }

  /** Returns the mean of the latest `count` prices; null until there are so many. */
  mean(count: number): Amount | null {
    return this.#prices.length < count ? null : meanOf(this.#prices.slice(-count));
  }
}
