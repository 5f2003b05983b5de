import { Amount, ZERO } from '../../statistics/amount.ts';
import type { BookView, Fill } from '../../strategy.ts';
import type { Side } from './trading.ts';

/** An order that a strategy wants in the book. */
export interface Quote {
  readonly side: Side;
  readonly price: string;
  readonly quantity: Amount;
}

interface OwnOrder extends Quote {
  readonly id: string;
  /** `unknown`: the response of its placement was lost, so it may be there or not. */
  readonly fate: 'resting' | 'unknown';
  remaining: Amount;
}

/** Orders of a strategy in the book, as far as it knows, by client order id. */
export class OwnOrders {
  readonly #orders = new Map<string, OwnOrder>();

  add(quote: Quote & { readonly id: string }, fate: OwnOrder['fate']): void {
    this.#orders.set(quote.id, { ...quote, fate, remaining: quote.quantity });
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#orders.delete(id);
  }

  ids(): string[] {
    return [...this.#orders.keys()];
  }

  /** Takes a fill off its order, which is gone when nothing remains. */
  filled({ clientOrderId, quantity }: Fill): void {
    const order = clientOrderId === null ? undefined : this.#orders.get(clientOrderId);
    if (!order) return;
    order.remaining = order.remaining.minus(quantity);
    if (order.remaining.lte(ZERO)) this.#orders.delete(order.id);
  }

  /** Returns which orders are not wanted, or not known to be there, and which quotes have no order. */
  differences(quotes: readonly Quote[]): { readonly stale: string[]; readonly missing: Quote[] } {
    const missing = [...quotes];
    const stale: string[] = [];
    for (const order of this.#orders.values()) {
      const place = missing.findIndex(({ side, price }) => side === order.side && price === order.price);
      if (place >= 0 && order.fate === 'resting') missing.splice(place, 1);
      else stale.push(order.id);
    }
    return { stale, missing };
  }

  /** The mid of a book without these orders; null when a side has no other. */
  midOfOthers({ bids, asks }: BookView): Amount | null {
    const [bid, ask] = [this.#bestOfOthers('buy', bids), this.#bestOfOthers('sell', asks)];
    return bid && ask ? bid.plus(ask).div(2) : null;
  }

  #bestOfOthers(side: Side, levels: BookView['bids']): Amount | null {
    const own = new Map<string, Amount>();
    for (const { side: of, price, remaining } of this.#orders.values()) {
      if (of === side)
        own.set(new Amount(price).toFixed(), remaining.plus(own.get(new Amount(price).toFixed()) ?? ZERO));
    }
    for (const [price, quantity] of levels) {
      const mine = own.get(new Amount(price).toFixed());
      if (!mine || new Amount(quantity).gt(mine)) return new Amount(price);
    }
    return null;
  }
}
