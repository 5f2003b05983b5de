import type { Lots, Ticks, TimeMs } from '../../../kernel/units.ts';
import { bookChecksum, type BookLevel } from '../../../contract/book-checksum.ts';
import { orderbook, type OrderbookParams } from '../../../contract/channels/orderbook.ts';
import { formatLots, formatPrice } from '../../../contract/format.ts';
import type { EngineEvent } from '../../../engine/event.ts';
import type { Side } from '../../../engine/orders/order-terms.ts';
import { marketOf } from '../../../engine/risk/margin.ts';
import type { Market } from '../../../engine/state.ts';
import { pushFrame, type SourceContext, type SourceFactory, type StreamSource } from '../source.ts';

/** Events that can change what a book offers. */
const MOVES_BOOK: ReadonlySet<EngineEvent['type']> = new Set([
  'OrderPlaced',
  'OrderRested',
  'Traded',
  'OrderCancelled',
  'OrderModified',
]);

/** Makes the stream of one book, whole or as differences. */
export const orderbookSource: SourceFactory<OrderbookParams> = (params, context) =>
  new OrderbookStream(params, context);

/**
 * The book to a depth at a fixed rate of exchange time (wire 4.6). What was published last is kept, so that frames
 * chain: a late subscriber starts from it, and the next frame contains the difference to it.
 */
class OrderbookStream implements StreamSource {
  readonly receives = MOVES_BOOK;
  readonly #params: OrderbookParams;
  readonly #context: SourceContext;
  readonly #market: Market;
  #bids: readonly PublishedLevel[];
  #asks: readonly PublishedLevel[];
  #meseq: number;
  #publishedAt: TimeMs;
  /** The end of the period in which the book may have changed. */
  #due: TimeMs | null = null;

  constructor(params: OrderbookParams, context: SourceContext) {
    this.#params = params;
    this.#context = context;
    this.#market = marketOf(context.state, params.symbol);
    this.#bids = this.#side('buy', []);
    this.#asks = this.#side('sell', []);
    this.#meseq = context.state.eventSeq;
    this.#publishedAt = context.now();
  }

  first(): readonly string[] {
    return [this.#frame('snapshot', this.#bids, this.#asks)];
  }

  afresh(): readonly string[] {
    return this.first();
  }

  emitted(event: EngineEvent): void {
    if (this.#due !== null || this.#leavesItAlone(event)) return;
    const { updateFrequencyMs } = this.#params;
    this.#due = (Math.floor(event.at / updateFrequencyMs) + 1) * updateFrequencyMs;
  }

  dueAt(): TimeMs | null {
    return this.#due;
  }

  fallDue(): void {
    const at = this.#due ?? this.#publishedAt;
    this.#due = null;
    const bids = this.#side('buy', this.#bids);
    const asks = this.#side('sell', this.#asks);
    const bidChanges = changesOfSide('buy', this.#bids, bids);
    const askChanges = changesOfSide('sell', this.#asks, asks);
    if (bidChanges.length === 0 && askChanges.length === 0) return;
    const previous = this.#meseq;
    this.#bids = bids;
    this.#asks = asks;
    this.#publishedAt = at;
    this.#meseq = this.#context.state.eventSeq;
    this.#context.push(
      this.#params.format === 'diff'
        ? this.#frame('diff', bidChanges, askChanges, previous)
        : this.#frame('snapshot', bids, asks, previous),
    );
  }

  /** A cancelled order is no longer there to say whose book it left: that one is looked at in vain at worst. */
  #leavesItAlone(event: EngineEvent): boolean {
    if (event.type === 'OrderPlaced') return !event.rests || event.order.symbol !== this.#params.symbol;
    if ('symbol' in event) return event.symbol !== this.#params.symbol;
    if (event.type !== 'OrderRested' && event.type !== 'OrderModified') return false;
    return this.#context.state.orders.get(event.order)?.symbol !== this.#params.symbol;
  }

  /** The checksum is of the whole published book, whatever part of it the frame contains. */
  #frame(
    type: 'snapshot' | 'diff',
    bids: readonly PublishedLevel[],
    asks: readonly PublishedLevel[],
    prevMeseq?: number,
  ): string {
    const checksum = bookChecksum(this.#bids.map(textOf), this.#asks.map(textOf));
    const envelope = { type, meseq: this.#meseq, ...(prevMeseq !== undefined && { prevMeseq }), checksum };
    const data = { symbol: this.#params.symbol, bids: bids.map(textOf), asks: asks.map(textOf) };
    return pushFrame(orderbook, this.#publishedAt, data, envelope);
  }

  /** A side as it stands. Levels that are as they were keep their text, which is what costs. */
  #side(side: Side, before: readonly PublishedLevel[]): PublishedLevel[] {
    const { spec, book } = this.#market;
    const known = new Map(before.map((level) => [level.price, level]));
    return book.depth(side, this.#params.depth).map(([price, lots]) => {
      const same = known.get(price);
      if (same?.lots === lots) return same;
      const text = { price: same?.text.price ?? formatPrice(spec, price), quantity: formatLots(spec, lots) };
      return { price, lots, text };
    });
  }
}

const textOf = ({ text }: PublishedLevel): BookLevel => text;

/** A level of a published book, and how it is written. */
interface PublishedLevel {
  readonly price: Ticks;
  readonly lots: Lots;
  readonly text: BookLevel;
}

/**
 * Returns what turns one state of a side into another, best price first as both of them are: levels that are new or have another
 * quantity, and those that are gone, in their place, with the quantity `0` (wire 4.6).
 */
export function changesOfSide(
  side: Side,
  before: readonly PublishedLevel[],
  after: readonly PublishedLevel[],
): PublishedLevel[] {
  const direction = side === 'buy' ? -1 : 1;
  const changes: PublishedLevel[] = [];
  let old = 0;
  let now = 0;
  while (old < before.length || now < after.length) {
    const was = before[old];
    const is = after[now];
    // Negative: the next old level comes first, and is gone.
    const order = !was ? 1 : !is ? -1 : (was.price - is.price) * direction;
    if (order <= 0) old += 1;
    if (order >= 0) now += 1;
    if (order < 0 && was) changes.push({ price: was.price, lots: 0, text: { price: was.text.price, quantity: '0' } });
    else if (is && (order > 0 || was?.lots !== is.lots)) changes.push(is);
  }
  return changes;
}
