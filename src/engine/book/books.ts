import { broken, invariant } from '../../kernel/errors.ts';
import type { OrderNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Trigger, TriggerDirection, TriggerPriceType } from '../orders/conditional-terms.ts';
import type { Side } from '../orders/order-terms.ts';
import { type Order, remainingOf } from '../orders/order.ts';

/** One price level: its orders as a queue, oldest first, and the sum of what they still offer. */
interface Level {
  readonly price: Ticks;
  total: Lots;
  first: Order | null;
  last: Order | null;
}

/**
 * Price-time priority for one market (INV-14). Orders of a level form a linked list through the orders
 * themselves, and each side keeps its prices sorted with the best at the end, because changes cluster
 * near the best price and the end of an array is cheap to change. Only `evolve` calls the methods that write.
 */
export class OrderBook {
  readonly #bids = new BookSide(1);
  readonly #asks = new BookSide(-1);

  /** Best price of a side, 0 when it is empty. */
  best(side: Side): Ticks {
    return this.#side(side).best();
  }

  bestBid(): Ticks {
    return this.#bids.best();
  }

  bestAsk(): Ticks {
    return this.#asks.best();
  }

  /** The order next in line on a side, or undefined. */
  front(side: Side): Order | undefined {
    return this.#side(side).front();
  }

  /** The oldest order at a price, or undefined. */
  first(side: Side, price: Ticks): Order | undefined {
    return this.#side(side).first(price);
  }

  /** The resting order that is met right after this one, or undefined. */
  behind(order: Order): Order | undefined {
    return order.next ?? this.#side(order.side).frontBehind(order.price);
  }

  /** Resting orders of a side, in the order in which they would be met. */
  queue(side: Side): IterableIterator<Order> {
    return this.#side(side).orders();
  }

  /** How many prices a side has. */
  levelCount(side: Side): number {
    return this.#side(side).levelCount();
  }

  /** Best first: [price, total lots] of at most `limit` levels. */
  depth(side: Side, limit: number): [Ticks, Lots][] {
    return this.#side(side).depth(limit);
  }

  /** Puts an order at the back of its level's queue. */
  add(order: Order): void {
    if (order.resting) broken(`order ${order.no} rests once`);
    this.#side(order.side).add(order);
    order.resting = true;
  }

  /** Takes a resting order off the book. */
  remove(order: Order): void {
    if (!order.resting) broken(`order ${order.no} rests`);
    this.#side(order.side).remove(order);
    order.resting = false;
  }

  /**
   * Lowers what a resting order offers, before its own figures change; its place stays. Negative lots raise it, which only
   * the last order of a level may.
   */
  shrink(order: Order, lots: Lots): void {
    this.#side(order.side).shrink(order, lots);
  }

  /** Queue order is state: equal books have equal priority, not only equal totals (DET-09). */
  toCanonical(): unknown {
    return { bids: this.#bids.toCanonical(), asks: this.#asks.toCanonical() };
  }

  #side(side: Side): BookSide {
    return side === 'buy' ? this.#bids : this.#asks;
  }
}

class BookSide {
  /** 1 sorts ascending (bids), -1 descending (asks): the best price is always last. */
  readonly #direction: 1 | -1;
  readonly #prices: Ticks[] = [];
  readonly #levels = new Map<Ticks, Level>();

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  best(): Ticks {
    return this.#prices.at(-1) ?? 0;
  }

  levelCount(): number {
    return this.#prices.length;
  }

  front(): Order | undefined {
    const price = this.#prices.at(-1);
    return price === undefined ? undefined : (this.#levels.get(price)?.first ?? undefined);
  }

  first(price: Ticks): Order | undefined {
    return this.#levels.get(price)?.first ?? undefined;
  }

  /** The oldest order of the next price behind this one. */
  frontBehind(price: Ticks): Order | undefined {
    const rank = this.#rankOf(price);
    return rank === 0 ? undefined : (this.#levelAt(rank - 1).first ?? undefined);
  }

  *orders(): IterableIterator<Order> {
    for (let index = this.#prices.length - 1; index >= 0; index -= 1) {
      let order = this.#levelAt(index).first;
      while (order) {
        yield order;
        order = order.next;
      }
    }
  }

  depth(limit: number): [Ticks, Lots][] {
    const levels: [Ticks, Lots][] = [];
    for (let index = this.#prices.length - 1; index >= 0 && levels.length < limit; index -= 1) {
      const level = this.#levelAt(index);
      levels.push([level.price, level.total]);
    }
    return levels;
  }

  add(order: Order): void {
    const level = this.#levels.get(order.price) ?? this.#open(order.price);
    order.previous = level.last;
    order.next = null;
    if (level.last) level.last.next = order;
    else level.first = order;
    level.last = order;
    level.total += remainingOf(order);
  }

  remove(order: Order): void {
    const level = this.#level(order.price);
    if (order.previous) order.previous.next = order.next;
    else level.first = order.next;
    if (order.next) order.next.previous = order.previous;
    else level.last = order.previous;
    order.previous = null;
    order.next = null;
    level.total -= remainingOf(order);
    if (!level.first) this.#close(level);
  }

  shrink(order: Order, lots: Lots): void {
    this.#level(order.price).total -= lots;
  }

  toCanonical(): unknown {
    return [...this.#prices].reverse().map((price) => {
      const numbers: number[] = [];
      for (let order = this.#level(price).first; order; order = order.next) numbers.push(order.no);
      return [price, this.#level(price).total, numbers];
    });
  }

  #level(price: Ticks): Level {
    const level = this.#levels.get(price);
    if (!level) broken(`a level at ${price}`);
    return level;
  }

  #levelAt(index: number): Level {
    return this.#level(this.#prices[index] ?? 0);
  }

  #open(price: Ticks): Level {
    const level: Level = { price, total: 0, first: null, last: null };
    this.#levels.set(price, level);
    this.#prices.splice(this.#rankOf(price), 0, price);
    return level;
  }

  #close(level: Level): void {
    if (level.total !== 0) broken(`an empty level at ${level.price} offers nothing`);
    this.#levels.delete(level.price);
    if (this.#prices.at(-1) === level.price) this.#prices.pop();
    else this.#prices.splice(this.#rankOf(level.price), 1);
  }

  /** Where a price stands, or would stand, in the sorted prices. */
  #rankOf(price: Ticks): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (((this.#prices[middle] ?? 0) - price) * this.#direction < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** An armed order, as far as the index needs to know it. */
interface Watch {
  readonly no: OrderNo;
  readonly price: Ticks;
}

/**
 * The armed conditional orders of a market, by trigger price type and direction. Each of the four lists
 * keeps the trigger that its price reaches first at the end, so that asking what is due looks at one entry more than
 * the due ones that cannot fire, and coming or going costs a binary search. Only `evolve` calls the methods that write.
 */
export class TriggerBook {
  readonly #lists = {
    mark: { falling: new TriggerList(1), rising: new TriggerList(-1) },
    last: { falling: new TriggerList(1), rising: new TriggerList(-1) },
  } as const;

  /** True when no order waits for this price: the price need not be looked up. */
  isIdle(priceType: TriggerPriceType): boolean {
    const { falling, rising } = this.#lists[priceType];
    return falling.size === 0 && rising.size === 0;
  }

  /**
   * The next order whose trigger holds at a price and that can fire, or undefined. Falling triggers go before rising
   * ones; of a list the one that the price reached first goes first, of equal ones the oldest.
   */
  due(priceType: TriggerPriceType, price: Ticks, canFire: (no: OrderNo) => boolean): OrderNo | undefined {
    const { falling, rising } = this.#lists[priceType];
    return falling.due(price, canFire) ?? rising.due(price, canFire);
  }

  add(no: OrderNo, trigger: Trigger): void {
    this.#listOf(trigger).add({ no, price: trigger.price });
  }

  remove(no: OrderNo, trigger: Trigger): void {
    this.#listOf(trigger).remove({ no, price: trigger.price });
  }

  /** Every armed order, in no promised order. */
  *orders(): IterableIterator<[OrderNo, TriggerPriceType, TriggerDirection, Ticks]> {
    for (const priceType of ['mark', 'last'] as const) {
      for (const direction of ['falling', 'rising'] as const) {
        for (const { no, price } of this.#lists[priceType][direction].watches())
          yield [no, priceType, direction, price];
      }
    }
  }

  toCanonical(): unknown {
    return [...this.orders()];
  }

  #listOf({ priceType, direction }: Trigger): TriggerList {
    return this.#lists[priceType][direction];
  }
}

/** Watches sorted so that the next one to fire is last. */
class TriggerList {
  /** 1 when higher triggers are reached first (a falling price), -1 when lower ones are. */
  readonly #direction: 1 | -1;
  readonly #watches: Watch[] = [];

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  get size(): number {
    return this.#watches.length;
  }

  due(price: Ticks, canFire: (no: OrderNo) => boolean): OrderNo | undefined {
    for (let index = this.#watches.length - 1; index >= 0; index -= 1) {
      const watch = this.#watches[index];
      if (!watch || (price - watch.price) * this.#direction > 0) return undefined;
      if (canFire(watch.no)) return watch.no;
    }
    return undefined;
  }

  watches(): readonly Watch[] {
    return this.#watches;
  }

  add(watch: Watch): void {
    this.#watches.splice(this.#rankOf(watch), 0, watch);
  }

  remove(watch: Watch): void {
    const rank = this.#rankOf(watch);
    invariant(this.#watches[rank]?.no === watch.no, `order ${watch.no} watches its trigger`);
    this.#watches.splice(rank, 1);
  }

  /** Where a watch stands, or would stand. */
  #rankOf(watch: Watch): number {
    let low = 0;
    let high = this.#watches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#watches[middle];
      if (other && this.#compare(other, watch) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative when `a` fires after `b`. Of equal triggers the older order is nearer the end. */
  #compare(a: Watch, b: Watch): number {
    return (a.price - b.price) * this.#direction || b.no - a.no;
  }
}
