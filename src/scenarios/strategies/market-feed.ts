import type { Client } from '../../client/client.ts';
import { ExchangeTimer } from '../../client/stream/exchange-timer.ts';
import { ManagedBook } from '../../client/stream/managed-book.ts';
import type { StreamClient, StreamClientOptions, Subscription } from '../../client/stream/stream-client.ts';
import type { Push } from '../../client/stream/types.ts';
import type { BookView } from '../strategy.ts';

/** Levels of each side, and the shortest time between two frames. */
const DEPTH = 50;
const EVERY_MS = 100;

/** The account of a strategy, as a run opens it. */
export interface StrategyAccount {
  readonly subAccountId: string;
  readonly client: Client;
  /** Opens a stream client that takes time and chance from here. */
  openStream(host: Pick<StreamClientOptions, 'timer' | 'random'>): StreamClient;
}

export interface FeedParts {
  readonly account: StrategyAccount;
  readonly symbol: string;
  /** Exchange time, Unix ms. */
  readonly now: () => number;
  /** A number from 0 to 1 each time, which spreads attempts to connect. */
  readonly random: () => number;
  /** Whether public trades are wanted. */
  readonly trades: boolean;
}

/**
 * The stream of a strategy: the fills of its account, the trades and the book of its market. What arrives waits in `news`; the book
 * changes only when a frame is shown, so what a strategy sees does not depend on when a push was handed over.
 * Connections that are lost are opened again at exchange times.
 */
export class MarketFeed {
  readonly news = new News();
  readonly #parts: FeedParts;
  readonly #timer: ExchangeTimer;
  readonly #client: StreamClient;
  readonly #book: ManagedBook;
  #bookSubscription: Subscription | null = null;
  #renewal: Promise<void> | null = null;
  /** Called when a lost connection is there again, or an attempt to open it has failed. */
  #reopened: () => void = () => undefined;
  #view: BookView = { time: 0, bids: [], asks: [] };

  constructor(parts: FeedParts) {
    const { account, symbol, now, random } = parts;
    this.#parts = parts;
    this.#timer = new ExchangeTimer(now);
    const host = { timer: this.#timer, random };
    this.#client = account.openStream(host);
    this.#book = new ManagedBook({
      ...host,
      symbol,
      depth: DEPTH,
      renew: () => (this.#renewal = this.#followBookAgain()),
      unsubscribe: async () => this.#bookSubscription?.unsubscribe(),
    });
  }

  get book(): BookView {
    return this.#view;
  }

  /** Opens the connections; resolves when every subscription is acknowledged. Throws ApiError, ConnectionError. */
  async open(): Promise<void> {
    const { account, symbol, trades } = this.#parts;
    const { news } = this;
    await this.#client.subscribe('subAccountUpdates', { sub_account_id: account.subAccountId }, (push) => {
      const { data } = push;
      if (data.eventType === 'trade' && data.symbol === symbol) news.add({ channel: 'subAccountUpdates', push });
    });
    if (trades) await this.#client.subscribe('trades', { symbol }, (push) => news.add({ channel: 'trades', push }));
    await this.#followBook();
    for (const event of ['reconnected', 'problem'] as const) this.#client.on(event, () => this.#reopened());
  }

  /** Exchange time at which a lost connection is to be opened again; null when none is lost. */
  nextTimer(): number | null {
    return this.#timer.next();
  }

  /** Opens lost connections again whose time has come; resolves when one is there or the attempt has failed. */
  async reopen(): Promise<void> {
    const over = new Promise<void>((resolve) => {
      this.#reopened = resolve;
    });
    if (this.#timer.runDue()) await over;
  }

  /** Puts a frame into the book; returns whether the book is now as the exchange published it. */
  async apply(frame: Push<'orderbook'>): Promise<boolean> {
    this.#book.take(frame);
    const renewal = this.#renewal;
    this.#renewal = null;
    await renewal;
    if (this.#book.state !== 'live') return false;
    const pairs = (levels: ManagedBook['bids']): BookView['bids'] =>
      levels.map(({ price, quantity }) => [price, quantity] as const);
    this.#view = { time: frame.timestamp, bids: pairs(this.#book.bids), asks: pairs(this.#book.asks) };
    return true;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #followBook(): Promise<void> {
    const { symbol } = this.#parts;
    this.#bookSubscription = await this.#client.subscribe(
      'orderbook',
      { symbol, depth: DEPTH, updateFrequencyMs: EVERY_MS },
      (push) => this.news.add({ channel: 'orderbook', push }),
    );
  }

  async #followBookAgain(): Promise<void> {
    await this.#bookSubscription?.unsubscribe();
    await this.#followBook();
  }
}

/** What a strategy is shown, in the order of showing things of one moment. */
const CHANNELS = ['subAccountUpdates', 'trades', 'orderbook'] as const;
type Channel = (typeof CHANNELS)[number];

/** A push that has arrived, by channel. */
export type NewsItem = { readonly [N in Channel]: { readonly channel: N; readonly push: Push<N> } }[Channel];

/**
 * Pushes that have arrived and have not been shown. Each channel keeps the order of its arrivals. Between channels the
 * exchange time of a push decides, then the order fills, trades, book: so the order does not depend on which connection
 * was read first.
 */
export class News {
  #waiting: Record<Channel, NewsItem[]> = { subAccountUpdates: [], trades: [], orderbook: [] };

  add(item: NewsItem): void {
    this.#waiting[item.channel].push(item);
  }

  has(channel: Channel): boolean {
    return this.#waiting[channel].length > 0;
  }

  /** Takes everything that has arrived by now. */
  take(): NewsItem[] {
    const queues = CHANNELS.map((channel) => this.#waiting[channel].toReversed());
    this.#waiting = { subAccountUpdates: [], trades: [], orderbook: [] };
    const taken: NewsItem[] = [];
    for (let first = earliest(queues); first; first = earliest(queues)) taken.push(first);
    return taken;
  }
}

/** Takes the item with the lowest time from the ends of the queues; of equal times that of the first queue. */
function earliest(queues: readonly NewsItem[][]): NewsItem | undefined {
  let best: NewsItem[] | undefined;
  let time = Number.POSITIVE_INFINITY;
  for (const queue of queues) {
    const at = queue.at(-1)?.push.timestamp ?? Number.POSITIVE_INFINITY;
    if (at < time) [best, time] = [queue, at];
  }
  return best?.pop();
}
