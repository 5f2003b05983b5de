import type { MarketPrice } from '../../../client/records.ts';
import type { Prices } from './observation.ts';

/** Gathers what getMarketPrices shows; the main market is the first of the symbols. */
export class PriceSamples {
  readonly #symbols: readonly string[];
  readonly #index: number[][];
  readonly #mark: number[] = [];
  readonly #openInterest: number[] = [];
  #turnover: number[] = [];

  constructor(symbols: readonly string[]) {
    this.#symbols = symbols;
    this.#index = symbols.map(() => []);
  }

  take(shown: Readonly<Record<string, MarketPrice>>): void {
    const main = shown[this.#symbols[0] ?? ''];
    this.#mark.push(Number(main?.markPrice));
    // Long plus short.
    this.#openInterest.push(Number(main?.openInterest) / 2);
    for (const [place, symbol] of this.#symbols.entries()) this.#index[place]?.push(Number(shown[symbol]?.indexPrice));
    this.#turnover = this.#symbols.map((symbol) => Number(shown[symbol]?.quoteVolume24h ?? 0));
  }

  result(): Prices {
    return { index: this.#index, mark: this.#mark, openInterest: this.#openInterest, turnover: this.#turnover };
  }
}
