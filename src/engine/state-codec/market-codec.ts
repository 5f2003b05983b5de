import { big, bool, CodecError, count, int, nullable, oneOf, optional } from '../../kernel/codec/codec.ts';
import { list, record } from '../../kernel/codec/collections.ts';
import type { OrderNo } from '../../kernel/ids.ts';
import { OrderBook, TriggerBook } from '../book/books.ts';
import type { ExchangeConfig, MarketSpec } from '../config.ts';
import type { PriceRamp } from '../event.ts';
import type { Side } from '../orders/order-terms.ts';
import { type Order, remainingOf } from '../orders/order.ts';
import type { FundingProgress, Market, State } from '../state.ts';
import { randomStream } from './terms.ts';
import { dynamicsState, populationState } from './world-codecs.ts';

/**
 * A market without what follows from the configuration (its spec) and from its orders (levels, links, triggers): the
 * book is the numbers of its resting orders, in the order in which they would be met.
 */
export interface StoredMarket extends Omit<Market, 'spec' | 'book' | 'triggers'> {
  readonly bids: OrderNo[];
  readonly asks: OrderNo[];
}

export const market = record<StoredMarket>({
  status: oneOf('open', 'closed', 'close_only'),
  bids: list(count),
  asks: list(count),
  index: count,
  indexAt: int,
  frozenAt: nullable(int),
  pinned: optional(bool),
  ramp: optional(record<PriceRamp>({ to: count, endsAt: int, timer: count })),
  premium: int,
  mark: count,
  lastTrade: count,
  openInterest: count,
  indexRandom: nullable(randomStream),
  indexMemory: optional(big),
  dynamics: optional(dynamicsState),
  population: optional(populationState),
  agentRandom: nullable(randomStream),
  agentBasis: int,
  sampling: bool,
  funding: record<FundingProgress>({
    sampledTo: int,
    samples: count,
    premiumSum: big,
    lastRate: int,
    lastAt: nullable(int),
  }),
  agents: list(count),
});

type Orders = State['orders'];

/** Returns a market as it is stored: the book as the numbers of its orders in their order, without what follows from them. */
export function storedMarket({ spec: _spec, book, triggers: _triggers, ...figures }: Market): StoredMarket {
  const queue = (side: Side): OrderNo[] => Array.from(book.queue(side), ({ no }) => no);
  return { ...figures, bids: queue('buy'), asks: queue('sell') };
}

/** Returns the markets of a configuration with their books and triggers. Throws CodecError for any other markets. */
export function marketsFrom(
  { markets }: ExchangeConfig,
  stored: ReadonlyMap<string, StoredMarket>,
  orders: Orders,
): Map<string, Market> {
  const known = markets.map(({ symbol }) => symbol);
  const found = [...stored.keys()];
  if (found.join() !== known.join()) throw new CodecError('markets', `takes ${known.join(', ')}, in this order`);
  const restored = new Map<string, Market>();
  for (const spec of markets) {
    const own = stored.get(spec.symbol);
    if (own) restored.set(spec.symbol, marketFrom(spec, own, orders));
  }
  watchArmed(restored, orders);
  return restored;
}

function marketFrom(spec: MarketSpec, { bids, asks, ...figures }: StoredMarket, orders: Orders): Market {
  const book = new OrderBook();
  rest(book, queueOf(spec.symbol, 'buy', bids, orders));
  rest(book, queueOf(spec.symbol, 'sell', asks, orders));
  return { spec, book, triggers: new TriggerBook(), ...figures };
}

/** The resting orders of one side, checked: each is there once, stands on this side, and the best price comes first. */
function queueOf(symbol: string, side: Side, numbers: readonly OrderNo[], orders: Orders): Order[] {
  const seen = new Set<OrderNo>();
  let before = 0;
  return numbers.map((no, index) => {
    const wrong = (problem: string): CodecError =>
      new CodecError(`markets[${symbol}].${side === 'buy' ? 'bids' : 'asks'}[${index}]`, `order ${no} ${problem}`);
    const order = orders.get(no);
    if (order?.symbol !== symbol) throw wrong(`is no live order of ${symbol}`);
    if (order.side !== side) throw wrong(`is a ${order.side} order`);
    if (order.phase !== 'working' || order.twap || remainingOf(order) <= 0) throw wrong('offers nothing');
    if (seen.has(no)) throw wrong('is there twice');
    const worse = side === 'buy' ? order.price <= before : order.price >= before;
    if (before !== 0 && !worse) throw wrong('has a better price than the one before it');
    seen.add(no);
    before = order.price;
    return order;
  });
}

/** From the worst price to the best: a book adds a level at its best end at little cost. */
function rest(book: OrderBook, queue: readonly Order[]): void {
  let end = queue.length;
  while (end > 0) {
    let start = end - 1;
    while (start > 0 && queue[start - 1]?.price === queue[start]?.price) start -= 1;
    for (const order of queue.slice(start, end)) book.add(order);
    end = start;
  }
}

function watchArmed(markets: ReadonlyMap<string, Market>, orders: Orders): void {
  for (const { no, symbol, phase, trigger } of orders.values()) {
    if (phase !== 'armed') continue;
    if (!trigger) throw new CodecError(`orders[${no}].trigger`, 'takes a trigger, because the order is armed');
    markets.get(symbol)?.triggers.add(no, trigger);
  }
}
