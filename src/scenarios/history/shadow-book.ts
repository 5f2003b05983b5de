import { placeOfPrice } from '../market-data/sorted-prices.ts';

type Side = 'buy' | 'sell';

/** A level in ticks and lots; 0 lots when it is gone. */
export interface ShadowLevel {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
}

/**
 * The recorded book as it is without the orders of users. It knows which levels have changed since they were taken, and can
 * be taken whole, when the market has lost its copy.
 */
export class ShadowBook {
  readonly #sides = { buy: new ShadowSide(1), sell: new ShadowSide(-1) };
  readonly #changed = new Map<string, { readonly side: Side; readonly ticks: number }>();
  #isWhole = true;

  /** Sets a level. What it crosses on the other side goes first. */
  set(side: Side, ticks: number, lots: number): void {
    if (lots > 0) {
      const other = side === 'buy' ? 'sell' : 'buy';
      for (const crossed of this.#sides[other].crossedBy(ticks)) this.#put(other, crossed, 0);
    }
    this.#put(side, ticks, lots);
  }

  /** Begins anew: the next levels are all that there is. */
  clear(): void {
    this.#sides.buy.clear();
    this.#sides.sell.clear();
    this.#changed.clear();
    this.#isWhole = true;
  }

  /** The market has lost its copy. */
  lost(): void {
    this.#isWhole = true;
  }

  /** Best bid and ask in ticks; null while a side is empty. */
  top(): readonly [bid: number, ask: number] | null {
    const bid = this.#sides.buy.best();
    const ask = this.#sides.sell.best();
    return bid === undefined || ask === undefined ? null : [bid, ask];
  }

  /** The levels that the market has to be told, after which it knows them. Null when it knows all. */
  take(): { readonly levels: readonly ShadowLevel[]; readonly snapshot: boolean } | null {
    if (!this.#isWhole && this.#changed.size === 0) return null;
    const snapshot = this.#isWhole;
    const levels = snapshot
      ? [...this.#sides.buy.levels('buy'), ...this.#sides.sell.levels('sell')]
      : Array.from(this.#changed.values(), ({ side, ticks }) => ({ side, ticks, lots: this.#sides[side].at(ticks) }));
    this.#changed.clear();
    this.#isWhole = false;
    return { levels, snapshot };
  }

  #put(side: Side, ticks: number, lots: number): void {
    this.#sides[side].set(ticks, lots);
    // A level that is written again as it was restores what users took of it.
    this.#changed.set(`${side} ${ticks}`, { side, ticks });
  }
}

class ShadowSide {
  /** 1 sorts ascending (bids), -1 descending (asks): the best price is last. */
  readonly #direction: 1 | -1;
  readonly #lots = new Map<number, number>();
  readonly #prices: number[] = [];

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  best(): number | undefined {
    return this.#prices.at(-1);
  }

  at(ticks: number): number {
    return this.#lots.get(ticks) ?? 0;
  }

  set(ticks: number, lots: number): void {
    const isThere = this.#lots.has(ticks);
    if (lots === 0) {
      if (isThere) this.#prices.splice(placeOfPrice(this.#prices, ticks, this.#direction), 1);
      this.#lots.delete(ticks);
      return;
    }
    if (!isThere) this.#prices.splice(placeOfPrice(this.#prices, ticks, this.#direction), 0, ticks);
    this.#lots.set(ticks, lots);
  }

  clear(): void {
    this.#lots.clear();
    this.#prices.length = 0;
  }

  /** Prices of this side that a level of the other side would cross. */
  crossedBy(ticks: number): number[] {
    const crossed: number[] = [];
    for (let place = this.#prices.length - 1; place >= 0; place -= 1) {
      const price = this.#prices[place] ?? 0;
      if ((price - ticks) * this.#direction < 0) break;
      crossed.push(price);
    }
    return crossed;
  }

  *levels(side: Side): Iterable<ShadowLevel> {
    for (const [ticks, lots] of this.#lots) yield { side, ticks, lots };
  }
}
