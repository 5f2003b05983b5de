import { type Dict, ExchangeClosedByUser, type Market, NetworkError, type Symbols } from 'ccxt';
import type { Client } from '../client.ts';
import { ApiError } from '../errors.ts';
import type * as Records from '../records.ts';
import type { ManagedBook } from '../stream/managed-book.ts';
import { StreamClient } from '../stream/stream-client.ts';
import type { ChannelData } from '../stream/types.ts';
import { ccxtError, having, STREAMED } from './connection.ts';
import { figure, number, text, tickerOf } from './structures.ts';
import { Perpsim } from './trading.ts';

/** Items that a reader has not taken are kept up to this number; the oldest go first. */
const KEPT = 1_000;
const NO_KEY = `0x${'0'.repeat(63)}1`;

const pairOf = ({ price, quantity }: ManagedBook['bids'][number]): [string, string] => [price, quantity];

/** What an account is told, sorted by who watches it. */
type AccountFeeds = Readonly<Record<'orders' | 'trades' | 'positions' | 'balances', Feed<Dict>>>;

/** Perpsim with the watch methods of ccxt.pro: each returns what came since it was called last, and waits where that is nothing. */
export class PerpsimPro extends Perpsim {
  #public: StreamClient | undefined;
  #private: StreamClient | undefined;
  readonly #feeds = new Map<string, Promise<Feed<Dict>>>();
  readonly #candles = new Map<string, Promise<Feed<number[]>>>();
  readonly #books = new Map<string, Promise<AsyncIterator<ManagedBook>>>();
  #account: Promise<AccountFeeds> | undefined;

  override describe(): Dict {
    return this.deepExtend(super.describe(), { pro: true, has: { ws: true, ...having(STREAMED, true) } });
  }

  /** What is sent after a watch method was called is seen by it: requests wait until the stream of the account stands. */
  override async accountClient(): Promise<Client> {
    await Promise.allSettled([this.#account]);
    return super.accountClient();
  }

  async watchTicker(symbol: string, _params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const tickers = await (await this.#tickers([market])).take();
    return tickers.at(-1) ?? {};
  }

  /** The latest ticker of each market that had one since the last call, by symbol; of all markets where none is named. */
  async watchTickers(symbols?: Symbols, _params: Dict = {}): Promise<Record<string, Dict>> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols) ?? this.symbols;
    const followed = this.symbols.filter((symbol) => wanted.includes(symbol));
    const markets = await Promise.all(followed.map((symbol) => this.marketOf(symbol)));
    const tickers = await (await this.#tickers(markets)).take();
    return Object.fromEntries(tickers.map((ticker) => [String(ticker['symbol']), ticker]));
  }

  #tickers(markets: readonly Market[]): Promise<Feed<Dict>> {
    const name = `tickers ${markets.map(({ id }) => id).join()}`;
    return this.#followed(name, this.#feeds, async (made: Feed<Dict>) => {
      const follow = (market: Market): Promise<unknown> =>
        this.#streams().subscribe('marketPrices', { symbol: market.id }, ({ data }) => {
          const parsed = tickerOf(data, this.iso8601(data.timestamp));
          const day = { high: data.high24h, low: data.low24h };
          made.push(this.safeTicker({ symbol: market.symbol, ...parsed, ...day }, market));
        });
      await Promise.all(markets.map(follow));
    });
  }

  /** A depth of the API: 10, 50, 100 and so on. */
  async watchOrderBook(symbol: string, limit?: number, _params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const name = `${market.id} ${limit ?? ''}`;
    const opened = this.#books.get(name) ?? this.#book(market, limit);
    this.#books.set(name, opened);
    const { value } = (await (await opened).next()) as IteratorResult<ManagedBook, undefined>;
    if (value === undefined) throw new ExchangeClosedByUser(`${this.id} the book is closed`);
    const levels = { bids: value.bids.map(pairOf), asks: value.asks.map(pairOf) };
    return { ...this.parseOrderBook(levels, market.symbol, value.timestamp), nonce: value.meseq };
  }

  async #book(market: Market, limit: number | undefined): Promise<AsyncIterator<ManagedBook>> {
    try {
      const depth = limit as 10 | undefined;
      const book = await this.#streams().book(market.id, depth === undefined ? {} : { depth });
      return book[Symbol.asyncIterator]();
    } catch (error) {
      this.#books.delete(`${market.id} ${limit ?? ''}`);
      throw this.#asError(error);
    }
  }

  async watchTrades(symbol: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.marketOf(symbol);
    const feed = await this.#followed(`trades ${market.id}`, this.#feeds, async (made: Feed<Dict>) => {
      await this.#streams().subscribe('trades', { symbol: market.id }, ({ data }) =>
        made.push(this.publicTrade(data as unknown as Records.PublicTrade, market)),
      );
    });
    return this.filterBySymbolSinceLimit(await feed.take(), market.symbol, since, limit);
  }

  async watchOHLCV(
    symbol: string,
    timeframe = '1m',
    since?: number,
    limit?: number,
    _params: Dict = {},
  ): Promise<unknown[]> {
    const market = await this.marketOf(symbol);
    const interval = this.interval(timeframe);
    const feed = await this.#followed(`${market.id} ${interval}`, this.#candles, async (made: Feed<number[]>) => {
      await this.#streams().subscribe('candles', { symbol: market.id, timeframe: interval }, ({ data }) =>
        made.push([data.openTime, ...[data.open, data.high, data.low, data.close, data.volume].map(Number)]),
      );
    });
    // Of each candle the latest.
    const candles = new Map((await feed.take()).map((candle) => [candle[0], candle]));
    return this.filterBySinceLimit([...candles.values()], since, limit, 0, true);
  }

  async watchOrders(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    return this.#watched('orders', symbol, since, limit);
  }

  async watchMyTrades(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    return this.#watched('trades', symbol, since, limit);
  }

  async #watched(kind: 'orders' | 'trades', symbol?: string, since?: number, limit?: number): Promise<Dict[]> {
    const opening = this.#accountFeeds();
    const market = await this.someMarketOf(symbol);
    const feeds = await opening;
    for (;;) {
      const found = this.filterBySymbolSinceLimit(await feeds[kind].take(), market?.symbol, since, limit);
      if (found.length > 0) return found;
    }
  }

  async watchPositions(symbols?: Symbols, _since?: number, _limit?: number, _params: Dict = {}): Promise<Dict[]> {
    const feeds = await this.#accountFeeds();
    for (;;) {
      const found = this.filterByArray(await feeds.positions.take(), 'symbol', this.marketSymbols(symbols), false);
      if (found.length > 0) return found;
    }
  }

  async watchBalance(_params: Dict = {}): Promise<Dict> {
    const feeds = await this.#accountFeeds();
    const balances = await feeds.balances.take();
    return balances.at(-1) ?? {};
  }

  #accountFeeds(): Promise<AccountFeeds> {
    this.#account ??= this.#openAccount();
    this.#account.catch(() => (this.#account = undefined));
    return this.#account;
  }

  async #openAccount(): Promise<AccountFeeds> {
    await this.loadMarkets();
    const identity = await this.identity();
    this.#private = new StreamClient({ ...identity, wsUrl: this.urls.api.ws });
    const held = (await (await super.accountClient()).getSubAccount()).collaterals ?? [];
    const feeds = {
      orders: new Feed<Dict>(KEPT),
      trades: new Feed<Dict>(KEPT),
      positions: new Feed<Dict>(KEPT),
      balances: new Feed<Dict>(KEPT),
    };
    let rows = held;
    const onEvent = (event: AccountEvent): void => {
      if (event.eventType === 'trade') {
        feeds.trades.push(this.ownTrade(event));
        if (event.position === null) feeds.positions.push(this.#closed(event.symbol, event));
      } else if (event.eventType === 'marginUpdate') {
        for (const row of event.positions) {
          const { symbol } = this.safeMarket(row.symbol);
          feeds.positions.push(this.safePosition({ symbol, ...streamedPositionOf(row, event.timestamp) }));
        }
        rows = balancesWith(rows, event.collaterals);
        feeds.balances.push(this.balanceFrom(rows, event));
      } else if ('orderType' in event) {
        const market = this.safeMarket(event.symbol);
        const parsed = streamedOrderOf(event, this.iso8601(event.created_at));
        feeds.orders.push(this.safeOrder({ symbol: market.symbol, ...parsed }, market));
      }
    };
    const topic = { sub_account_id: identity.subAccountId };
    await this.#private
      .subscribe('subAccountUpdates', topic, ({ data }) => onEvent(data))
      .catch((error: unknown) => {
        throw this.#asError(error);
      });
    return feeds;
  }

  #closed(id: string, info: unknown): Dict {
    return this.safePosition({ symbol: this.safeMarket(id).symbol, contracts: 0, contractSize: 1, info });
  }

  #streams(): StreamClient {
    this.#public ??= new StreamClient({ privateKey: NO_KEY, subAccountId: '0', wsUrl: this.urls.api.ws });
    return this.#public;
  }

  /** The feed of a name; followed with the first call. A call that fails leaves nothing behind. */
  #followed<T>(
    name: string,
    feeds: Map<string, Promise<Feed<T>>>,
    follow: (feed: Feed<T>) => Promise<void>,
  ): Promise<Feed<T>> {
    const known = feeds.get(name);
    if (known) return known;
    const feed = new Feed<T>(KEPT);
    const following = follow(feed).then(
      () => feed,
      (error: unknown) => {
        feeds.delete(name);
        throw this.#asError(error);
      },
    );
    feeds.set(name, following);
    return following;
  }

  #asError(error: unknown): Error {
    if (error instanceof ApiError) return ccxtError(this.id, error.code, error.message);
    if (error instanceof Error) return new NetworkError(`${this.id} ${error.message}`);
    return new NetworkError(`${this.id} ${String(error)}`);
  }

  /** Closes the streams; whoever waits for one gets ExchangeClosedByUser. */
  override async close(): Promise<void> {
    const closed = new ExchangeClosedByUser(`${this.id} closed by the program`);
    const feeds = await Promise.allSettled([...this.#feeds.values(), ...this.#candles.values()]);
    for (const feed of feeds) if (feed.status === 'fulfilled') feed.value.fail(closed);
    const [account] = await Promise.allSettled([this.#account]);
    if (account.status === 'fulfilled') for (const feed of Object.values(account.value ?? {})) feed.fail(closed);
    this.#feeds.clear();
    this.#candles.clear();
    this.#books.clear();
    this.#account = undefined;
    await Promise.all([this.#public?.close(), this.#private?.close()]);
    this.#public = undefined;
    this.#private = undefined;
    await super.close();
  }
}

/** What a stream has brought and no reader has taken yet. A reader waits for the next item where there is none. */
class Feed<T> {
  readonly #limit: number;
  #items: T[] = [];
  #waiting: { readonly taken: (items: T[]) => void; readonly failed: (error: Error) => void }[] = [];
  #failure: Error | null = null;

  /** @param limit how many items are kept; the oldest go first */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: T): void {
    this.#items.push(item);
    if (this.#items.length > this.#limit) this.#items.shift();
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const items = this.#items;
    this.#items = [];
    for (const { taken } of waiting) taken([...items]);
  }

  /** Ends every wait, now and later. */
  fail(error: Error): void {
    this.#failure = error;
    for (const { failed } of this.#waiting.splice(0)) failed(error);
  }

  /** Everything that came since the last time, at least one item. */
  take(): Promise<T[]> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#items.length > 0) {
      const items = this.#items;
      this.#items = [];
      return Promise.resolve(items);
    }
    return new Promise((taken, failed) => this.#waiting.push({ taken, failed }));
  }
}

/** What the stream of an account says, as parts of ccxt's structures. */

type AccountEvent = ChannelData<'subAccountUpdates'>;
type OrderEvent = Extract<AccountEvent, { readonly orderType: string; readonly status: string }>;
type PositionRow = Extract<AccountEvent, { readonly eventType: 'marginUpdate' }>['positions'][number];

const STATUSES: Readonly<Record<OrderEvent['status'], string>> = {
  open: 'open',
  partially_filled: 'open',
  filled: 'closed',
  cancelled: 'canceled',
  rejected: 'rejected',
};

function streamedOrderOf(event: OrderEvent, datetime: string | undefined): Dict {
  const { orderType, side, price, quantity, filledQuantity, remainingQuantity } = event;
  const isMarket = orderType === 'market' || orderType.endsWith('Market');
  return {
    id: text(event.orderId),
    clientOrderId: text(event.clientOrderId),
    ...{ timestamp: event.created_at, datetime, lastUpdateTimestamp: event.timestamp },
    ...{ type: isMarket ? 'market' : 'limit', side, price: text(price) },
    ...{ amount: quantity, filled: filledQuantity, remaining: remainingQuantity },
    ...{ postOnly: event.postOnly ?? false, reduceOnly: event.reduceOnly ?? false },
    triggerPrice: event.triggerPrice,
    ...(orderType.startsWith('stop') && { stopLossPrice: event.triggerPrice }),
    ...(orderType.startsWith('takeProfit') && { takeProfitPrice: event.triggerPrice }),
    status: STATUSES[event.status],
    info: event,
  };
}

function streamedPositionOf(row: PositionRow, timestamp: number): Dict {
  const margin = Number(row.usedMargin);
  return {
    ...{ timestamp, datetime: new Date(timestamp).toISOString(), side: row.side, contractSize: 1, hedged: false },
    ...{ contracts: Number(row.quantity), entryPrice: number(row.entryPrice) },
    ...{ unrealizedPnl: number(row.upnl), realizedPnl: number(row.pnl) },
    ...{ collateral: margin, initialMargin: margin, maintenanceMargin: number(row.maintenanceMargin) },
    liquidationPrice: number(figure(row.liquidationPrice)),
    info: row,
  };
}

/** Rows of collateral with those that have changed. */
function balancesWith(
  rows: readonly Records.Collateral[],
  changed: readonly Records.Collateral[],
): readonly Records.Collateral[] {
  const bySymbol = new Map([...rows, ...changed].map((row) => [row.symbol, row]));
  return [...bySymbol.values()];
}
