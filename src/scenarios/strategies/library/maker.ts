import type { OrderStatus } from '../../../client/records.ts';
import { Amount, ZERO } from '../../amount.ts';
import type { BookView, Fill, Strategy, StrategyContext } from '../../strategy.ts';
import { decimal, type ParamsOf, whole } from './params.ts';
import { movedBy, type Side, Trading } from './trading.ts';

export const MAKER_PARAMS = {
  spread: decimal('10', 'distance between the best bid and the best ask of the maker, in basis points', {
    above: 0,
    max: 5_000,
  }),
  size: decimal('0', 'quantity of each order; 0 is ten times the smallest of the market', { min: 0 }),
  levels: whole(1, 1, 10, 'orders on each side'),
  step: decimal('5', 'distance between two orders of one side, in basis points', { above: 0, max: 5_000 }),
  skew: decimal('5', 'basis points by which all quotes move against a position of `maxPosition`', {
    min: 0,
    max: 5_000,
  }),
  maxPosition: decimal('0', 'position beyond which the side that enlarges it is not quoted; 0 is ten times `size`', {
    min: 0,
  }),
  refreshMs: whole(1_000, 1, 86_400_000, 'time between two looks at the book'),
};
type Params = ParamsOf<typeof MAKER_PARAMS>;

const SIDES: readonly Side[] = ['buy', 'sell'];

/**
 * Quotes both sides around the mid of the others, so that its own orders do not move it. Every order rests: one that
 * would trade at once is refused and tried again at the next look. A position moves all quotes against it.
 */
export function maker(params: Params): Strategy {
  let trading: Trading;
  const own = new OwnOrders();
  let reference: Amount | null = null;

  const quotes = (context: StrategyContext): Quote[] => {
    reference = own.midOfOthers(context.book) ?? reference;
    if (reference === null) return [];
    const size = trading.sizeOf(params.size);
    const limit = params.maxPosition.isZero() ? size.mul(10) : params.maxPosition;
    const position = new Amount(context.position);
    const share = Amount.max(-1, Amount.min(1, position.div(limit)));
    const center = movedBy(reference, params.skew.mul(share).neg());
    return SIDES.flatMap((side) => {
      const enlarges = side === 'buy' ? position.gte(limit) : position.lte(limit.neg());
      return enlarges ? [] : levelsOf(side, center, size);
    });
  };
  const levelsOf = (side: Side, center: Amount, size: Amount): Quote[] =>
    Array.from({ length: params.levels }, (_, level) => {
      const away = params.spread.div(2).plus(params.step.mul(level));
      const price = trading.priceOf(side, movedBy(center, side === 'buy' ? away.neg() : away));
      return { side, price, quantity: size };
    }).filter(({ price }) => new Amount(price).gt(ZERO));

  const requote = async (context: StrategyContext): Promise<void> => {
    const { stale, missing } = own.differences(quotes(context));
    if (!(await trading.cancel(stale))) return;
    own.forget(stale);
    if (missing.length === 0) return;
    const orders = missing.map((quote) => ({ ...quote, id: trading.nextId() }));
    const statuses = await trading.place(
      orders.map(({ id, side, price, quantity }) => ({
        side,
        orderType: 'limitAlo',
        price,
        quantity: quantity.toFixed(),
        clientOrderId: id,
      })),
    );
    orders.forEach((order, place) => {
      if (statuses === null) own.add(order, 'unknown');
      else if (rests(statuses[place])) own.add(order, 'resting');
    });
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      context.every(params.refreshMs, 'look');
    },
    onFill: (fill) => own.filled(fill),
    onTimer: (_timer, context) => requote(context),
    onEnd: async () => void (await trading.cancel(own.ids())),
  };
}

const rests = (status: OrderStatus | undefined): boolean => status?.resting !== undefined;

/** An order that a strategy wants in the book. */
interface Quote {
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
class OwnOrders {
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
