import { ArgumentsRequired, type Dict, ExchangeClosedByUser, type Market, type Symbols, UnsubscribeError } from 'ccxt';
import type { Client } from '../client.ts';
import type * as Records from '../records.ts';
import type { ManagedBook } from '../stream/managed-book.ts';
import { STREAMED_DESCRIPTION } from './description.ts';
import { Feed } from './feed.ts';
import { PerpsimSocket, streamError } from './socket-requests.ts';
import { type AccountEvent, balancesOf, balancesWith, streamedOrderOf, streamedPositionOf } from './streamed.ts';
import { tickerOf } from './structures.ts';

/** Every book is followed so deep, whatever is asked for, so that all readers of a market share one stream. */
const DEPTH = 100;

const pairOf = ({ price, quantity }: ManagedBook['bids'][number]): [string, string] => [price, quantity];
const symbolOf = (item: Dict): string => String(item['symbol']);

/** A stream that is followed, or several of one kind, and what ends it. */
interface Followed<T> {
  readonly feed: Feed<T>;
  end(): Promise<void>;
}
interface Ends {
  unsubscribe(): Promise<void>;
}

/** Who reads what an account is told. */
interface Reader {
  readonly kind: 'orders' | 'trades' | 'positions' | 'balances';
  readonly symbols: readonly string[] | undefined;
  readonly feed: Feed<Dict>;
}

interface Candle {
  readonly symbol: string;
  readonly timeframe: string;
  readonly row: number[];
}

/** Perpsim with the watch methods of ccxt.pro: each returns what came since it was called last, and waits where that is nothing. */
export class PerpsimPro extends PerpsimSocket {
  readonly #followed = new Map<string, Promise<Followed<Dict>>>();
  readonly #candles = new Map<string, Promise<Followed<Candle>>>();
  readonly #readers = new Map<string, Reader>();
  /** Books that are being closed: the market cannot be followed again before that is done. */
  readonly #closing = new Map<string, Promise<void>>();
  readonly #shared = new Map<string, { readers: number; readonly book: Promise<ManagedBook> }>();
  #account: Promise<void> | undefined;

  override describe(): Dict {
    return this.deepExtend(super.describe(), STREAMED_DESCRIPTION);
  }

  /** What is sent after a watch method was called is seen by it: requests wait until the stream of the account stands. */
  override async accountClient(): Promise<Client> {
    await this.settled();
    return super.accountClient();
  }

  protected override async settled(): Promise<void> {
    await Promise.allSettled([this.#account]);
  }

  async watchTicker(symbol: string, params: Dict = {}): Promise<Dict> {
    this.takes('watchTicker', params);
    const market = await this.marketOf(symbol);
    const { feed } = await this.#tickers([market]);
    return (await feed.take()).at(-1) ?? {};
  }

  /** The latest ticker of each market that had one since the last call, by symbol; of all markets where none is named. */
  async watchTickers(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('watchTickers', params);
    const { feed } = await this.#tickers(await this.#markets(symbols));
    return this.indexBy(await feed.take(), 'symbol');
  }

  async watchBidsAsks(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('watchBidsAsks', params);
    return this.watchTickers(symbols);
  }

  async unWatchTicker(symbol: string, params: Dict = {}): Promise<void> {
    this.takes('unWatchTicker', params);
    await this.unWatchTickers([symbol]);
  }

  async unWatchTickers(symbols?: Symbols, params: Dict = {}): Promise<void> {
    this.takes('unWatchTickers', params);
    await this.#end(this.#followed, nameOf('tickers', await this.#markets(symbols)));
  }

  #tickers(markets: readonly Market[]): Promise<Followed<Dict>> {
    return this.#follow(this.#followed, nameOf('tickers', markets), new Feed<Dict>(symbolOf), (feed) =>
      markets.map((market) =>
        this.infoStream().subscribe('marketPrices', { symbol: market.id }, ({ data }) => {
          const parsed = tickerOf(data, this.iso8601(data.timestamp));
          const day = { high: data.high24h, low: data.low24h };
          feed.push(this.safeTicker({ symbol: market.symbol, ...parsed, ...day }, market));
        }),
      ),
    );
  }

  /** `limit` levels, 100 without it and at most. */
  async watchOrderBook(symbol: string, limit?: number, params: Dict = {}): Promise<Dict> {
    this.takes('watchOrderBook', params);
    return this.watchOrderBookForSymbols([symbol], limit);
  }

  /** The book of these that has changed and waited longest; of each only the latest. */
  async watchOrderBookForSymbols(symbols: readonly string[], limit?: number, params: Dict = {}): Promise<Dict> {
    this.takes('watchOrderBookForSymbols', params);
    const { feed } = await this.#books(await this.#named(symbols), limit);
    return feed.takeOne();
  }

  async unWatchOrderBook(symbol: string, params: Dict = {}): Promise<void> {
    this.takes('unWatchOrderBook', params);
    await this.unWatchOrderBookForSymbols([symbol]);
  }

  /** Whatever their depth. */
  async unWatchOrderBookForSymbols(symbols: readonly string[], params: Dict = {}): Promise<void> {
    this.takes('unWatchOrderBookForSymbols', params);
    const name = nameOf('books', await this.#named(symbols));
    const names = [...this.#followed.keys()].filter((each) => each.startsWith(`${name} `));
    for (const each of names) await this.#end(this.#followed, each);
  }

  #books(markets: readonly Market[], limit: number | undefined): Promise<Followed<Dict>> {
    const name = `${nameOf('books', markets)} ${limit ?? ''}`;
    return this.#follow(this.#followed, name, new Feed<Dict>(symbolOf), (feed) =>
      markets.map(async (market) => {
        const shared = await this.#bookOf(market.id);
        const reader = { isOver: false };
        void this.#readBook(shared.book, { market, limit, feed, reader });
        return {
          unsubscribe: async () => {
            reader.isOver = true;
            await shared.leave();
          },
        };
      }),
    );
  }

  /** The one book of a market: readers of different depths and of several markets share it, and the last one closes it. */
  async #bookOf(id: string): Promise<{ readonly book: ManagedBook; leave(): Promise<void> }> {
    await this.#closing.get(id);
    const known = this.#shared.get(id) ?? { readers: 0, book: this.infoStream().book(id, { depth: DEPTH }) };
    this.#shared.set(id, known);
    known.readers += 1;
    const leave = async (): Promise<void> => {
      known.readers -= 1;
      if (known.readers > 0) return;
      if (this.#shared.get(id) === known) this.#shared.delete(id);
      const closing = known.book.then((book) => book.close());
      this.#closing.set(
        id,
        closing.catch(() => undefined),
      );
      await closing;
    };
    try {
      return { book: await known.book, leave };
    } catch (error) {
      this.#shared.delete(id);
      throw error;
    }
  }

  async #readBook(
    book: ManagedBook,
    {
      market,
      limit,
      feed,
      reader,
    }: {
      readonly market: Market;
      readonly limit: number | undefined;
      readonly feed: Feed<Dict>;
      readonly reader: { readonly isOver: boolean };
    },
  ): Promise<void> {
    try {
      for await (const { bids, asks, timestamp, meseq } of book) {
        if (reader.isOver) return;
        const levels = { bids: bids.slice(0, limit).map(pairOf), asks: asks.slice(0, limit).map(pairOf) };
        feed.push({ ...this.parseOrderBook(levels, market.symbol, timestamp), nonce: meseq });
      }
      feed.fail(this.#closed());
    } catch (error) {
      feed.fail(streamError(this.id, error));
    }
  }

  async watchTrades(symbol: string, since?: number, limit?: number, params: Dict = {}): Promise<Dict[]> {
    this.takes('watchTrades', params);
    return this.watchTradesForSymbols([symbol], since, limit);
  }

  async watchTradesForSymbols(
    symbols: readonly string[],
    since?: number,
    limit?: number,
    params: Dict = {},
  ): Promise<Dict[]> {
    this.takes('watchTradesForSymbols', params);
    const { feed } = await this.#trades(await this.#named(symbols));
    return this.filterBySymbolSinceLimit(await feed.take(), undefined, since, limit);
  }

  async unWatchTrades(symbol: string, params: Dict = {}): Promise<void> {
    this.takes('unWatchTrades', params);
    await this.unWatchTradesForSymbols([symbol]);
  }

  async unWatchTradesForSymbols(symbols: readonly string[], params: Dict = {}): Promise<void> {
    this.takes('unWatchTradesForSymbols', params);
    await this.#end(this.#followed, nameOf('trades', await this.#named(symbols)));
  }

  #trades(markets: readonly Market[]): Promise<Followed<Dict>> {
    return this.#follow(this.#followed, nameOf('trades', markets), new Feed<Dict>(), (feed) =>
      markets.map((market) =>
        this.infoStream().subscribe('trades', { symbol: market.id }, ({ data }) =>
          feed.push(this.publicTrade(data as unknown as Records.PublicTrade, market)),
        ),
      ),
    );
  }

  async watchOHLCV(
    symbol: string,
    timeframe = '1m',
    since?: number,
    limit?: number,
    params: Dict = {},
  ): Promise<unknown[]> {
    this.takes('watchOHLCV', params);
    const { feed } = await this.#candlesOf(await this.#named([symbol]), [timeframe]);
    const rows = (await feed.take()).map(({ row }) => row);
    return this.filterBySinceLimit(rows, since, limit, 0, true);
  }

  /** `[[symbol, timeframe], ...]`; the candles that changed, by symbol and timeframe. */
  async watchOHLCVForSymbols(
    wanted: readonly (readonly [string, string])[],
    since?: number,
    limit?: number,
    params: Dict = {},
  ): Promise<Record<string, Record<string, unknown[]>>> {
    this.takes('watchOHLCVForSymbols', params);
    const [symbols, timeframes] = [wanted.map(([symbol]) => symbol), wanted.map(([, timeframe]) => timeframe)];
    const { feed } = await this.#candlesOf(await this.#named(symbols), timeframes);
    const found: Record<string, Record<string, number[][]>> = {};
    for (const { symbol, timeframe, row } of await feed.take()) ((found[symbol] ??= {})[timeframe] ??= []).push(row);
    const cut = (rows: number[][]): unknown[] => this.filterBySinceLimit(rows, since, limit, 0, true);
    return mapped(found, (ofSymbol) => mapped(ofSymbol, cut));
  }

  async unWatchOHLCV(symbol: string, timeframe = '1m', params: Dict = {}): Promise<void> {
    this.takes('unWatchOHLCV', params);
    await this.unWatchOHLCVForSymbols([[symbol, timeframe]]);
  }

  async unWatchOHLCVForSymbols(wanted: readonly (readonly [string, string])[], params: Dict = {}): Promise<void> {
    this.takes('unWatchOHLCVForSymbols', params);
    const markets = await this.#named(wanted.map(([symbol]) => symbol));
    const name = candlesName(
      markets,
      wanted.map(([, timeframe]) => timeframe),
    );
    await this.#end(this.#candles, name);
  }

  /** Of each candle the latest. */
  #candlesOf(markets: readonly Market[], timeframes: readonly string[]): Promise<Followed<Candle>> {
    const keyOf = ({ symbol, timeframe, row }: Candle): string => `${symbol} ${timeframe} ${row[0]}`;
    return this.#follow(this.#candles, candlesName(markets, timeframes), new Feed<Candle>(keyOf), (feed) =>
      markets.map(({ id, symbol }, index) => {
        const name = timeframes[index] ?? '1m';
        const timeframe = this.interval(name);
        return this.infoStream().subscribe('candles', { symbol: id, timeframe }, ({ data }) => {
          const row = [data.openTime, ...[data.open, data.high, data.low, data.close, data.volume].map(Number)];
          feed.push({ symbol, timeframe: name, row });
        });
      }),
    );
  }

  async watchOrders(symbol?: string, since?: number, limit?: number, params: Dict = {}): Promise<Dict[]> {
    this.takes('watchOrders', params);
    return this.#watched('orders', symbol === undefined ? undefined : [symbol], since, limit);
  }

  async watchOrdersForSymbols(
    symbols: readonly string[],
    since?: number,
    limit?: number,
    params: Dict = {},
  ): Promise<Dict[]> {
    this.takes('watchOrdersForSymbols', params);
    return this.#watched('orders', symbols, since, limit);
  }

  async watchMyTrades(symbol?: string, since?: number, limit?: number, params: Dict = {}): Promise<Dict[]> {
    this.takes('watchMyTrades', params);
    return this.#watched('trades', symbol === undefined ? undefined : [symbol], since, limit);
  }

  async watchPositions(symbols?: Symbols, since?: number, limit?: number, params: Dict = {}): Promise<Dict[]> {
    this.takes('watchPositions', params);
    return this.#watched('positions', symbols, since, limit);
  }

  async watchPosition(symbol?: string, params: Dict = {}): Promise<Dict> {
    this.takes('watchPosition', params);
    if (symbol === undefined) throw new ArgumentsRequired(`${this.id} watchPosition needs a symbol`);
    return (await this.#watched('positions', [symbol])).at(-1) ?? {};
  }

  async watchBalance(params: Dict = {}): Promise<Dict> {
    this.takes('watchBalance', params);
    return (await this.#watched('balances')).at(-1) ?? {};
  }

  /** What its stream tells of an account. Readers of different markets do not take from each other. */
  async #watched(kind: Reader['kind'], symbols?: Symbols, since?: number, limit?: number): Promise<Dict[]> {
    const name = `${kind} ${symbols?.join() ?? ''}`;
    const opening = this.#opened();
    const reader = this.#readers.get(name) ?? { kind, symbols, feed: new Feed<Dict>() };
    this.#readers.set(name, reader);
    await opening;
    this.marketSymbols(symbols);
    for (;;) {
      const found = this.filterBySymbolSinceLimit(await reader.feed.take(), undefined, since, limit);
      if (found.length > 0) return found;
    }
  }

  #opened(): Promise<void> {
    this.#account ??= this.#openAccount();
    this.#account.catch(() => (this.#account = undefined));
    return this.#account;
  }

  #tell(kind: Reader['kind'], item: Dict): void {
    for (const reader of this.#readers.values()) {
      if (reader.kind !== kind) continue;
      if (reader.symbols === undefined || reader.symbols.includes(symbolOf(item))) reader.feed.push(item);
    }
  }

  async #openAccount(): Promise<void> {
    await this.loadMarkets();
    const stream = await this.tradeStream();
    let rows = (await (await super.accountClient()).getSubAccount()).collaterals ?? [];
    const onEvent = (event: AccountEvent): void => {
      if (event.eventType === 'trade') {
        this.#tell('trades', this.ownTrade(event));
        if (event.position === null) this.#tell('positions', this.noPosition(this.safeMarket(event.symbol), event));
      } else if (event.eventType === 'marginUpdate') {
        for (const row of event.positions) {
          const market = this.safeMarket(row.symbol);
          this.#tell('positions', this.safePosition(streamedPositionOf(row, market, event.timestamp)));
        }
        rows = balancesWith(rows, event.collaterals);
        this.#tell('balances', this.#balance(rows, event));
      } else if ('orderType' in event) {
        const market = this.safeMarket(event.symbol);
        const parsed = streamedOrderOf(event, this.iso8601(event.created_at));
        this.#tell('orders', this.safeOrder({ symbol: market.symbol, ...parsed }, market));
      }
    };
    const topic = { sub_account_id: stream.subAccountId };
    await stream
      .subscribe('subAccountUpdates', topic, ({ data }) => onEvent(data))
      .catch((error: unknown) => {
        throw streamError(this.id, error);
      });
  }

  #balance(
    rows: readonly Records.Collateral[],
    event: Extract<AccountEvent, { readonly eventType: 'marginUpdate' }>,
  ): Dict {
    const { timestamp } = event;
    const settle = String(this.market(this.symbols[0] ?? '')['settleId']);
    const held = balancesOf(rows, event, settle);
    return this.safeBalance({ info: event, timestamp, datetime: this.iso8601(timestamp), ...held });
  }

  /** The markets of symbols, in the order in which the exchange has them; all where none is named. */
  async #markets(symbols: Symbols): Promise<Market[]> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols) ?? this.symbols;
    return this.symbols.filter((symbol) => wanted.includes(symbol)).map((symbol) => this.market(symbol));
  }

  async #named(symbols: readonly string[]): Promise<Market[]> {
    await this.loadMarkets();
    return symbols.map((symbol) => this.market(symbol));
  }

  /** The streams of a name; followed with the first call. A call that fails leaves nothing behind. */
  #follow<T>(
    all: Map<string, Promise<Followed<T>>>,
    name: string,
    feed: Feed<T>,
    subscribe: (feed: Feed<T>) => readonly Promise<Ends>[],
  ): Promise<Followed<T>> {
    const known = all.get(name);
    if (known) return known;
    const following = Promise.all(subscribe(feed)).then(
      (ends) => ({
        feed,
        end: async () => {
          await Promise.all(ends.map((each) => each.unsubscribe()));
        },
      }),
      (error: unknown) => {
        all.delete(name);
        throw streamError(this.id, error);
      },
    );
    all.set(name, following);
    return following;
  }

  /** Whoever waits for it gets UnsubscribeError. */
  async #end<T>(all: Map<string, Promise<Followed<T>>>, name: string): Promise<void> {
    const following = all.get(name);
    const followed = await following;
    followed?.feed.fail(new UnsubscribeError(`${this.id} ${name}: no longer followed`));
    if (all.get(name) === following) all.delete(name);
    await followed?.end();
  }

  #closed(): Error {
    return new ExchangeClosedByUser(`${this.id} closed by the program`);
  }

  /** Closes the streams; whoever waits for one gets ExchangeClosedByUser. */
  override async close(): Promise<void> {
    const followed = await Promise.allSettled([...this.#followed.values(), ...this.#candles.values()]);
    for (const each of followed) if (each.status === 'fulfilled') each.value.feed.fail(this.#closed());
    for (const { feed } of this.#readers.values()) feed.fail(this.#closed());
    this.#followed.clear();
    this.#candles.clear();
    this.#readers.clear();
    this.#shared.clear();
    this.#account = undefined;
    await this.closeStreams();
    await super.close();
  }
}

const nameOf = (kind: string, markets: readonly Market[]): string => `${kind} ${markets.map(({ id }) => id).join()}`;

const candlesName = (markets: readonly Market[], timeframes: readonly string[]): string =>
  `${nameOf('candles', markets)} ${timeframes.join()}`;

const mapped = <A, B>(all: Readonly<Record<string, A>>, made: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, made(value)]));
