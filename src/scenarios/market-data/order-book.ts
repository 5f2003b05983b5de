import { placeOfPrice } from './sorted-prices.ts';

type Side = 'buy' | 'sell';

/** An order of an order-level record, in whatever whole units its reader counts. */
export interface RecordedOrder {
  readonly id: string;
  readonly side: Side;
  readonly price: number;
  quantity: bigint;
}

/** A message on an order, in the units of the book. */
export interface OrderMessage {
  readonly event: 'add' | 'reduce' | 'remove' | 'execute' | 'hidden';
  readonly id: string;
  readonly side: Side;
  readonly price: number;
  readonly quantity: bigint;
}

/** What a message contradicts. `copy` and `place` are messages that cannot be; the others may be of a record that began late. */
export interface OrderProblem {
  readonly kind: 'copy' | 'place' | 'unknown' | 'more' | 'front' | 'crossed';
  readonly message: string;
}

/** The book that the messages of an order-level record make: every order with its id, in order of price and arrival. */
export class OrderBook {
  readonly #orders = new Map<string, RecordedOrder>();
  readonly #sides = { buy: new OrderSide(1), sell: new OrderSide(-1) };

  /** Takes a message and says what it contradicts; null for nothing. A message that cannot be changes nothing. */
  apply(message: OrderMessage): OrderProblem | null {
    const { event, id, side, price } = message;
    if (event === 'hidden') return null;
    const known = this.#orders.get(id);
    if (event === 'add')
      return known ? { kind: 'copy', message: `order ${id} is in the book already` } : this.#add(message);
    if (!known) return { kind: 'unknown', message: `order ${id} was never added` };
    if (known.side !== side || known.price !== price) {
      return { kind: 'place', message: `order ${id} stands at another side or price` };
    }
    return this.#lessen(known, message);
  }

  /** Best bid and ask; null while a side is empty. */
  top(): readonly [bid: number, ask: number] | null {
    const bid = this.#sides.buy.best();
    const ask = this.#sides.sell.best();
    return bid === undefined || ask === undefined ? null : [bid, ask];
  }

  /** Best first: [price, total quantity] of at most `limit` levels. */
  depth(side: Side, limit: number): [price: number, quantity: bigint][] {
    return this.#sides[side].depth(limit);
  }

  /** The orders of a side, best price first, oldest first within a price. */
  *queue(side: Side): Iterable<Readonly<RecordedOrder>> {
    yield* this.#sides[side].orders();
  }

  #add({ id, side, price, quantity }: OrderMessage): OrderProblem | null {
    const best = this.#sides[side === 'buy' ? 'sell' : 'buy'].best();
    const order = { id, side, price, quantity };
    this.#orders.set(id, order);
    this.#sides[side].add(order);
    const crosses = best !== undefined && (side === 'buy' ? price >= best : price <= best);
    return crosses ? { kind: 'crossed', message: `order ${id} crosses the other side of the book` } : null;
  }

  #lessen(order: RecordedOrder, { event, quantity }: OrderMessage): OrderProblem | null {
    const { id, side } = order;
    const own = order.quantity;
    const front = this.#sides[side].front();
    order.quantity = event === 'remove' || quantity >= own ? 0n : own - quantity;
    if (order.quantity === 0n) {
      this.#orders.delete(id);
      this.#sides[side].remove(order, own);
    } else this.#sides[side].lessen(order, own - order.quantity);
    if (event !== 'remove' && quantity > own) {
      return { kind: 'more', message: `order ${id} had less than this message takes` };
    }
    const isFront = event !== 'execute' || front?.id === id;
    return isFront ? null : { kind: 'front', message: `order ${id} is executed behind order ${front?.id ?? ''}` };
  }
}

interface Level {
  readonly orders: Map<string, RecordedOrder>;
  total: bigint;
}

class OrderSide {
  /** 1 sorts ascending (bids), -1 descending (asks): the best price is last. */
  readonly #direction: 1 | -1;
  readonly #levels = new Map<number, Level>();
  readonly #prices: number[] = [];

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  best(): number | undefined {
    return this.#prices.at(-1);
  }

  front(): RecordedOrder | undefined {
    const level = this.#levels.get(this.best() ?? NaN);
    return level?.orders.values().next().value;
  }

  depth(limit: number): [number, bigint][] {
    return this.#prices
      .slice(-limit)
      .reverse()
      .map((price) => [price, this.#levels.get(price)?.total ?? 0n]);
  }

  *orders(): Iterable<RecordedOrder> {
    for (const price of this.#prices.toReversed()) yield* this.#levels.get(price)?.orders.values() ?? [];
  }

  add(order: RecordedOrder): void {
    let level = this.#levels.get(order.price);
    if (!level) {
      level = { orders: new Map(), total: 0n };
      this.#levels.set(order.price, level);
      this.#prices.splice(placeOfPrice(this.#prices, order.price, this.#direction), 0, order.price);
    }
    level.orders.set(order.id, order);
    level.total += order.quantity;
  }

  /** Takes an order off its level, which it counted for with `quantity`. */
  remove(order: RecordedOrder, quantity: bigint): void {
    const level = this.#levels.get(order.price);
    level?.orders.delete(order.id);
    if (level && level.orders.size > 0) {
      level.total -= quantity;
      return;
    }
    this.#levels.delete(order.price);
    this.#prices.splice(placeOfPrice(this.#prices, order.price, this.#direction), 1);
  }

  lessen(order: RecordedOrder, quantity: bigint): void {
    const level = this.#levels.get(order.price);
    if (level) level.total -= quantity;
  }
}
