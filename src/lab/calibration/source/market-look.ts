import type { Orderbook, PublicTrade } from '../../../client.ts';
import { OrderCollector } from '../data/orders.ts';
import {
  type BookSample,
  bookSampleOf,
  type Levels,
  type Observations,
  type TimedValue,
} from '../estimate/observations.ts';
import type { MarketPast } from './deployment.ts';

/** Time between two looks at the best prices. */
const TOP_MS = 1_000;

/** What is seen of one market while it is looked at. */
export class MarketLook {
  readonly symbol: string;
  readonly #orders = new OrderCollector();
  readonly #ids = new Set<string>();
  readonly #book: BookSample[] = [];
  readonly #basis: TimedValue[] = [];

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  trade({
    tradeId,
    timestamp,
    price,
    quantity,
    side,
  }: Pick<PublicTrade, 'tradeId' | 'timestamp' | 'price' | 'quantity' | 'side'>): void {
    if (this.#ids.has(tradeId)) return;
    this.#ids.add(tradeId);
    this.#orders.add(timestamp, Number(price), Number(quantity), side);
  }

  /** The best prices, and mark against index. */
  prices(at: number, { bestBid, bestAsk, markPrice, indexPrice }: PriceTexts): void {
    const time = Math.max(at, this.#book.at(-1)?.time ?? 0, this.#basis.at(-1)?.time ?? 0);
    const [bid, ask, index] = [Number(bestBid), Number(bestAsk), Number(indexPrice)];
    if (time - (this.#book.at(-1)?.time ?? 0) >= TOP_MS && bid > 0 && ask > bid)
      this.#book.push({ time, bid, ask, depth: null });
    if (time - (this.#basis.at(-1)?.time ?? 0) >= TOP_MS && index > 0) {
      this.#basis.push({ time, value: Number(markPrice) / index - 1 });
    }
  }

  book(time: number, { bids, asks }: Orderbook): void {
    const sample = bookSampleOf(Math.max(time, this.#book.at(-1)?.time ?? 0), levelsOf(bids), levelsOf(asks));
    if (sample) this.#book.push(sample);
  }

  observed({ minutes, hours }: Pick<MarketPast, 'minutes' | 'hours'>): Observations {
    return {
      symbol: this.symbol,
      orders: this.#orders.series(),
      book: this.#book,
      candles: minutes,
      hours,
      basis: this.#basis,
      distances: [],
    };
  }
}

interface PriceTexts {
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly markPrice: string;
  readonly indexPrice: string;
}

const levelsOf = (levels: Orderbook['bids']): Levels =>
  levels.map(([price, quantity]) => [Number(price), Number(quantity)]);
