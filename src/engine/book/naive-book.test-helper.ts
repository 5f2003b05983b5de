import type { Side } from '../orders/order-terms.ts';

/** An order as the slow twin keeps it: a plain record in one list. */
export interface NaiveOrder {
  readonly no: number;
  readonly side: Side;
  price: number;
  lots: number;
  /** When it joined its level's queue. */
  queued: number;
}

export interface NaiveTrade {
  readonly maker: number;
  readonly price: number;
  readonly lots: number;
}

/**
 * The slow, obvious twin of the order book: one list, searched and sorted from scratch for every question.
 * It knows nothing of levels, links or totals, so it cannot share a mistake with the fast one.
 */
export class NaiveBook {
  #orders: NaiveOrder[] = [];
  #time = 0;

  /** Meets the book and rests what is left. */
  place(order: { no: number; side: Side; price: number; lots: number; rests: boolean }): NaiveTrade[] {
    const trades: NaiveTrade[] = [];
    let left = order.lots;
    while (left > 0) {
      const maker = this.#bestAgainst(order.side, order.price);
      if (!maker) break;
      const lots = Math.min(left, maker.lots);
      trades.push({ maker: maker.no, price: maker.price, lots });
      left -= lots;
      maker.lots -= lots;
      this.#orders = this.#orders.filter((each) => each.lots > 0);
    }
    if (left > 0 && order.rests) {
      this.#time += 1;
      this.#orders.push({ no: order.no, side: order.side, price: order.price, lots: left, queued: this.#time });
    }
    return trades;
  }

  cancel(no: number): boolean {
    const before = this.#orders.length;
    this.#orders = this.#orders.filter((order) => order.no !== no);
    return this.#orders.length < before;
  }

  /** New price and remaining size; the place is kept only when nothing but the size fell. */
  modify(no: number, price: number, lots: number): NaiveTrade[] {
    const order = this.#orders.find((each) => each.no === no);
    if (!order) return [];
    if (price === order.price && lots <= order.lots) {
      order.lots = lots;
      return [];
    }
    this.cancel(no);
    return this.place({ no, side: order.side, price, lots, rests: true });
  }

  get(no: number): NaiveOrder | undefined {
    return this.#orders.find((order) => order.no === no);
  }

  /** All orders of a side in the order in which they would be met. */
  queue(side: Side): NaiveOrder[] {
    const better = side === 'buy' ? -1 : 1;
    return this.#orders
      .filter((order) => order.side === side)
      .sort((a, b) => (a.price - b.price) * better || a.queued - b.queued);
  }

  #bestAgainst(side: Side, limit: number): NaiveOrder | undefined {
    const best = this.queue(side === 'buy' ? 'sell' : 'buy')[0];
    if (!best) return undefined;
    const crosses = side === 'buy' ? best.price <= limit : best.price >= limit;
    return crosses ? best : undefined;
  }
}
