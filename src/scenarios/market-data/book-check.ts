import { compare } from './row-checks.ts';
import type { DepthRow } from './rows.ts';

/**
 * The book that the rows of a depth file make, as far as it takes to see that its sides cross. Rows of one time belong
 * together, so the book is looked at when the time moves on.
 */
export class BookCheck {
  readonly #sides = { buy: new Set<string>(), sell: new Set<string>() };
  readonly #best: { buy: string | null; sell: string | null } = { buy: null, sell: null };
  #snapshotAt: number | null = null;

  apply({ time, side, price, quantity, snapshot }: DepthRow): void {
    if (snapshot && this.#snapshotAt !== time) {
      for (const each of ['buy', 'sell'] as const) {
        this.#sides[each].clear();
        this.#best[each] = null;
      }
      this.#snapshotAt = time;
    }
    const levels = this.#sides[side];
    if (quantity !== '0') {
      levels.add(price);
      const best = this.#best[side];
      if (best === null || isBetter(side, price, best)) this.#best[side] = price;
    } else if (levels.delete(price) && this.#best[side] === price) {
      this.#best[side] = bestOf(side, levels);
    }
  }

  /** The best bid and ask when they cross. */
  crossed(): readonly [bid: string, ask: string] | null {
    const { buy, sell } = this.#best;
    return buy !== null && sell !== null && compare(buy, sell) >= 0 ? [buy, sell] : null;
  }
}

const isBetter = (side: 'buy' | 'sell', price: string, best: string): boolean =>
  side === 'buy' ? compare(price, best) > 0 : compare(price, best) < 0;

function bestOf(side: 'buy' | 'sell', levels: ReadonlySet<string>): string | null {
  let best: string | null = null;
  for (const price of levels) if (best === null || isBetter(side, price, best)) best = price;
  return best;
}
