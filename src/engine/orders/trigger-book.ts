import { invariant } from '../../kernel/errors.ts';
import type { OrderNo } from '../../kernel/ids.ts';
import type { Ticks } from '../../kernel/units.ts';
import type { Trigger, TriggerDirection, TriggerPriceType } from './conditional-terms.ts';

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
