/**
 * A price-time book and nothing else: no accounts, no money, no events. It is what any exchange must do at least,
 * and the generator of the command stream uses it to know which orders are live.
 */
export interface BareOrder {
  readonly id: number;
  readonly isBuy: boolean;
  price: number;
  lots: number;
}

export class BareBook {
  readonly #orders = new Map<number, BareOrder>();
  readonly #buys = new Levels(true);
  readonly #sells = new Levels(false);
  /** Pairs of orders that have traded. */
  fills = 0;

  get size(): number {
    return this.#orders.size;
  }

  has(id: number): boolean {
    return this.#orders.has(id);
  }

  get(id: number): BareOrder | undefined {
    return this.#orders.get(id);
  }

  /** Matches an order and rests what is left, unless `rests` is false. Returns the lots filled. */
  place(id: number, isBuy: boolean, price: number, lots: number, rests: boolean): number {
    const left = this.#match(isBuy, price, lots);
    if (left > 0 && rests) {
      const order = { id, isBuy, price, lots: left };
      this.#orders.set(id, order);
      (isBuy ? this.#buys : this.#sells).add(order);
    }
    return lots - left;
  }

  /** Takes an order out; false when it is not live. */
  cancel(id: number): boolean {
    const order = this.#orders.get(id);
    if (!order) return false;
    this.#orders.delete(id);
    (order.isBuy ? this.#buys : this.#sells).remove(order);
    return true;
  }

  #match(isBuy: boolean, limit: number, lots: number): number {
    const other = isBuy ? this.#sells : this.#buys;
    let left = lots;
    while (left > 0) {
      const best = other.best();
      if (!best || (isBuy ? best.price > limit : best.price < limit)) return left;
      const fill = Math.min(left, best.lots);
      this.fills += 1;
      best.lots -= fill;
      left -= fill;
      if (best.lots > 0) return left;
      this.#orders.delete(best.id);
      other.remove(best);
    }
    return left;
  }
}

/** One side: queues by price, and the prices sorted with the best one last, where taking it off is cheap. */
class Levels {
  readonly #queues = new Map<number, Set<BareOrder>>();
  readonly #prices: number[] = [];
  readonly #sign: 1 | -1;

  constructor(isBuy: boolean) {
    this.#sign = isBuy ? 1 : -1;
  }

  best(): BareOrder | undefined {
    const price = this.#prices.at(-1);
    return price === undefined ? undefined : this.#queues.get(price)?.values().next().value;
  }

  add(order: BareOrder): void {
    const queue = this.#queues.get(order.price);
    if (queue) {
      queue.add(order);
      return;
    }
    this.#queues.set(order.price, new Set([order]));
    this.#prices.splice(this.#placeOf(order.price), 0, order.price);
  }

  remove(order: BareOrder): void {
    const queue = this.#queues.get(order.price);
    queue?.delete(order);
    if (queue?.size !== 0) return;
    this.#queues.delete(order.price);
    this.#prices.splice(this.#placeOf(order.price), 1);
  }

  /** Index of the price, or where it belongs. */
  #placeOf(price: number): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (((this.#prices[middle] ?? 0) - price) * this.#sign < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
