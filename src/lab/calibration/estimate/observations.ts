/** What is known of one market: any part may be empty. Times are Unix ms and never fall. */
export interface Observations {
  readonly symbol: string;
  /** Taker orders: executions of one millisecond and side count as one. */
  readonly orders: OrderSeries;
  readonly book: readonly BookSample[];
  readonly candles: readonly Candle[];
  /** Longer candles over more days, for activity and turnover. */
  readonly hours: readonly Candle[];
  /** Mark over index less 1, once in a while; only a deployment shows them. */
  readonly basis: readonly TimedValue[];
  /** Distances of new orders from the best price of their side, as shares of the price, in the order of arrival. */
  readonly distances: readonly number[];
}

export interface OrderSeries {
  readonly times: readonly number[];
  readonly prices: readonly number[];
  readonly sizes: readonly number[];
  /** 1 for a buying taker, -1 for a selling one. */
  readonly sides: readonly (1 | -1)[];
  /** How many there were before they were put together. */
  readonly executions: number;
}

/** A book at one moment. Depth is null where only its best prices are known. */
export interface BookSample {
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly depth: DepthSample | null;
}

/** Quantities are those of one side, the mean of both. */
export interface DepthSample {
  /** Within 0.1 % and 1 % of the middle. */
  readonly near: number;
  readonly far: number;
  /** Levels of the shorter side. */
  readonly levels: number;
  /** Distance of the last level from the middle on the shorter side, as a share of the price. */
  readonly reach: number;
}

export interface Candle {
  readonly time: number;
  /** Length in ms. */
  readonly length: number;
  readonly close: number;
  readonly volume: number;
  /** Executions in it; null where they are not known. */
  readonly trades: number | null;
}

export interface TimedValue {
  readonly time: number;
  readonly value: number;
}

/** Levels of a side, best first. */
export type Levels = readonly (readonly [price: number, quantity: number])[];

/** Returns what a sample says of a whole book; null where a side is empty or the sides cross. */
export function bookSampleOf(time: number, bids: Levels, asks: Levels): BookSample | null {
  const bid = bids[0]?.[0] ?? 0;
  const ask = asks[0]?.[0] ?? 0;
  if (bid <= 0 || ask <= bid) return null;
  const middle = (bid + ask) / 2;
  const within = (share: number): number =>
    (quantityWithin(bids, middle, share) + quantityWithin(asks, middle, share)) / 2;
  const shorter = bids.length < asks.length ? bids : asks;
  const reachOf = (levels: Levels): number => Math.abs((levels.at(-1)?.[0] ?? middle) - middle) / middle;
  return {
    time,
    bid,
    ask,
    depth: {
      near: within(0.001),
      far: within(0.01),
      levels: shorter.length,
      reach: Math.min(reachOf(bids), reachOf(asks)),
    },
  };
}

function quantityWithin(levels: Levels, middle: number, share: number): number {
  let sum = 0;
  for (const [price, quantity] of levels) {
    if (Math.abs(price - middle) > middle * share) break;
    sum += quantity;
  }
  return sum;
}

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
