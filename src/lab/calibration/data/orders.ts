import type { OrderSeries } from '../estimate/observations.ts';

/** Gathers executions as taker orders: those of one millisecond and side are one order that met several others. */
export class OrderCollector {
  readonly #times: number[] = [];
  readonly #prices: number[] = [];
  readonly #sizes: number[] = [];
  readonly #sides: (1 | -1)[] = [];

  #executions = 0;

  add(time: number, price: number, size: number, side: 'buy' | 'sell'): void {
    const sign = side === 'buy' ? 1 : -1;
    this.#executions += 1;
    const last = this.#times.length - 1;
    if (last >= 0 && this.#times[last] === time && this.#sides[last] === sign) {
      this.#sizes[last] = (this.#sizes[last] ?? 0) + size;
      this.#prices[last] = price;
      return;
    }
    this.#times.push(time);
    this.#prices.push(price);
    this.#sizes.push(size);
    this.#sides.push(sign);
  }

  series(): OrderSeries {
    return {
      times: this.#times,
      prices: this.#prices,
      sizes: this.#sizes,
      sides: this.#sides,
      executions: this.#executions,
    };
  }
}
