import type { Side } from '../orders/order-terms.ts';
import type { QueueModel } from './history-terms.ts';

export interface NaiveEntry {
  readonly owner: 'history' | 'user';
  readonly side: Side;
  readonly price: number;
  lots: number;
}

export interface NaiveFill {
  readonly maker: 'history' | 'user';
  readonly price: number;
  readonly lots: number;
}

/**
 * The slow, obvious twin of a market of history: one list in order of arrival, sorted from scratch for every question,
 * and lots that move one at a time.
 */
export class NaiveHistory {
  #entries: NaiveEntry[] = [];
  readonly #model: QueueModel;

  constructor(model: QueueModel) {
    this.#model = model;
  }

  /** Entries of a side, best price first, oldest first within a price. */
  queue(side: Side): NaiveEntry[] {
    const own = this.#entries.filter((entry) => entry.side === side);
    return own.sort((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price));
  }

  depth(levels: readonly { side: Side; price: number; lots: number }[], snapshot: boolean): void {
    for (const { side, price, lots } of levels) {
      if (lots > 0) this.#forget((entry) => entry.side !== side && meets(side, price, entry.price));
    }
    if (snapshot) {
      this.#forget(({ side, price }) => !levels.some((level) => level.side === side && level.price === price));
    }
    const grown: NaiveEntry[] = [];
    for (const { side, price, lots } of levels) {
      while (this.#historyAt(side, price) > lots) this.#shrink(side, price, lots);
      const more = lots - this.#historyAt(side, price);
      if (more === 0) continue;
      const last = this.#entries.filter((entry) => entry.side === side && entry.price === price).at(-1);
      if (last?.owner === 'history') last.lots += more;
      else grown.push({ owner: 'history', side, price, lots: more });
    }
    for (const entry of grown) this.#enter(entry, true);
  }

  trade(side: Side, price: number, lots: number): NaiveFill[] {
    const other = side === 'buy' ? 'sell' : 'buy';
    this.#forget((entry) => entry.side === side && meets(other, price, entry.price));
    this.#forget((entry) => entry.side === other && entry.price !== price && meets(side, price, entry.price));
    const there = this.queue(other).filter((entry) => meets(side, price, entry.price));
    const short = lots - there.reduce((sum, entry) => sum + entry.lots, 0);
    const fills: NaiveFill[] = [];
    if (short > 0) fills.push(...this.#enter({ owner: 'history', side: other, price, lots: short }, true));
    return [...fills, ...this.#enter({ owner: 'history', side, price, lots }, false)];
  }

  /** An order of a user: meets what it crosses and rests. */
  place(side: Side, price: number, lots: number): NaiveFill[] {
    return this.#enter({ owner: 'user', side, price, lots }, true);
  }

  #enter(entry: NaiveEntry, rests: boolean): NaiveFill[] {
    const fills: { maker: NaiveEntry; lots: number }[] = [];
    while (entry.lots > 0) {
      const maker = this.queue(entry.side === 'buy' ? 'sell' : 'buy')[0];
      if (!maker || !meets(entry.side, entry.price, maker.price)) break;
      const last = fills.at(-1);
      if (last?.maker === maker) last.lots += 1;
      else fills.push({ maker, lots: 1 });
      maker.lots -= 1;
      entry.lots -= 1;
      this.#entries = this.#entries.filter((other) => other.lots > 0);
    }
    if (rests && entry.lots > 0) this.#entries.push(entry);
    return fills.map(({ maker, lots }) => ({ maker: maker.owner, price: maker.price, lots }));
  }

  #historyAt(side: Side, price: number): number {
    return this.#history(side, price).reduce((sum, entry) => sum + entry.lots, 0);
  }

  #history(side: Side, price: number): NaiveEntry[] {
    return this.#entries.filter((entry) => entry.owner === 'history' && entry.side === side && entry.price === price);
  }

  #shrink(side: Side, price: number, to: number): void {
    const youngestFirst = this.#history(side, price).reverse();
    const before = youngestFirst.reduce((sum, entry) => sum + entry.lots, 0);
    if (this.#model === 'proportional') {
      for (const entry of youngestFirst) entry.lots -= Math.floor((entry.lots * (before - to)) / before);
    }
    let left = this.#historyAt(side, price) - to;
    for (const entry of youngestFirst) {
      const most = this.#model === 'proportional' ? 1 : entry.lots;
      const loss = Math.min(left, most, entry.lots);
      entry.lots -= loss;
      left -= loss;
    }
    this.#entries = this.#entries.filter((entry) => entry.lots > 0);
  }

  #forget(which: (entry: NaiveEntry) => boolean): void {
    this.#entries = this.#entries.filter((entry) => entry.owner === 'user' || !which(entry));
  }
}

const meets = (side: Side, limit: number, price: number): boolean => (side === 'buy' ? price <= limit : price >= limit);
