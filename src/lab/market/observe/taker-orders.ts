import type { Push } from '../../../client/stream/types.ts';
import type { Takers } from './observation.ts';

/** Gathers public trades into the orders that took. */
export class TakerOrders {
  readonly #times: number[] = [];
  readonly #signs: number[] = [];
  readonly #quantities: number[] = [];
  readonly #values: number[] = [];

  take({ data }: Push<'trades'>): void {
    const { timestamp, side } = data;
    const sign = side === 'buy' ? 1 : -1;
    const quantity = Number(data.quantity);
    const value = quantity * Number(data.price);
    const last = this.#times.length - 1;
    if (this.#times[last] === timestamp && this.#signs[last] === sign) {
      this.#quantities[last] = (this.#quantities[last] ?? 0) + quantity;
      this.#values[last] = (this.#values[last] ?? 0) + value;
      return;
    }
    this.#times.push(timestamp);
    this.#signs.push(sign);
    this.#quantities.push(quantity);
    this.#values.push(value);
  }

  result(): Takers {
    return { times: this.#times, signs: this.#signs, quantities: this.#quantities, values: this.#values };
  }
}
