import type { Fill, Strategy } from '../../src/scenarios/strategy.ts';

const BASIS_POINTS = 10_000;

/** A fill of a bot, and the mid of the book that it was shown last before. */
interface WatchedFill {
  readonly time: number;
  /** 1 for a buy, -1 for a sell. */
  readonly sign: 1 | -1;
  readonly price: number;
  readonly quantity: number;
  readonly mid: number;
}

/** What happened around the fills of a bot. Only shown figures are used; nothing of it reaches the bot. */
export class Tape {
  readonly #fills: WatchedFill[] = [];
  readonly #mids: { readonly time: number; readonly mid: number }[] = [];

  /** Notes the mid of a book. */
  book(time: number, mid: number): void {
    this.#mids.push({ time, mid });
  }

  fill({ time, side, price, quantity }: Fill): void {
    const mid = this.#mids.at(-1)?.mid;
    if (mid === undefined) throw new Error('a fill came before any book');
    this.#fills.push({ time, sign: side === 'buy' ? 1 : -1, price: Number(price), quantity: Number(quantity), mid });
  }

  /** What the distance from the mid earned, or cost: positive for quotes that were filled. */
  spread(): number {
    return this.#fills.reduce((sum, { sign, mid, price, quantity }) => sum + sign * (mid - price) * quantity, 0);
  }

  /** Mean distance from the mid at which was filled, by quantity, in bp. Null without fills. */
  distanceBps(): number | null {
    return this.#mean(({ sign, mid, price }) => (sign * (mid - price)) / mid);
  }

  /** Mean move of the mid against the fills until `afterMs` later, by quantity, in bp. Null without fills. */
  againstBps(afterMs: number): number | null {
    const end = this.#mids.at(-1)?.time ?? 0;
    return this.#mean(({ time, sign, mid }) =>
      time + afterMs > end ? null : (sign * (mid - this.#midAt(time + afterMs))) / mid,
    );
  }

  #mean(shareOf: (fill: WatchedFill) => number | null): number | null {
    let [sum, quantity] = [0, 0];
    for (const fill of this.#fills) {
      const share = shareOf(fill);
      if (share === null) continue;
      sum += share * fill.quantity;
      quantity += fill.quantity;
    }
    return quantity === 0 ? null : (sum / quantity) * BASIS_POINTS;
  }

  /** The last mid at or before a time. */
  #midAt(time: number): number {
    let [low, high] = [0, this.#mids.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#mids[middle]?.time ?? time) <= time) low = middle + 1;
      else high = middle;
    }
    return this.#mids[low - 1]?.mid ?? 0;
  }
}

/** A strategy that does the same, while the tape notes books and fills. */
export function watched(strategy: Strategy, tape: Tape): Strategy {
  return {
    ...strategy,
    onBook: (book, context) => {
      const [bid, ask] = [book.bids[0], book.asks[0]];
      if (bid && ask) tape.book(book.time, (Number(bid[0]) + Number(ask[0])) / 2);
      return strategy.onBook?.(book, context);
    },
    onFill: (fill, context) => {
      tape.fill(fill);
      return strategy.onFill?.(fill, context);
    },
  };
}
