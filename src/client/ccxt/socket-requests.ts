import { type Dict, NetworkError } from 'ccxt';
import type { Client } from '../client.ts';
import { ApiError } from '../errors.ts';
import type { Overrides } from '../request-client.ts';
import { StreamClient, type StreamClientOptions } from '../stream/stream-client.ts';
import type { Params } from '../typed-data.ts';
import { ccxtError } from './connection.ts';
import { Perpsim } from './trading.ts';

/** What is signed with where only public data is followed: nothing of it is ever sent. */
const NO_KEY = `0x${'0'.repeat(63)}1`;

/** Turns what a stream throws into an error of ccxt. */
export function streamError(id: string, error: unknown): Error {
  if (error instanceof ApiError) return ccxtError(id, error.code, error.message);
  return new NetworkError(`${id} ${error instanceof Error ? error.message : String(error)}`);
}

/** A stream client whose requests throw errors of ccxt. */
class Stream extends StreamClient {
  readonly #exchange: string;

  constructor(exchange: string, options: StreamClientOptions) {
    super(options);
    this.#exchange = exchange;
  }

  override async raw<T>(action: string, params?: Params, overrides?: Overrides): Promise<T> {
    return super.raw<T>(action, params, overrides).catch((error: unknown) => this.#thrown(error));
  }

  override async info<T>(action: string, params?: Params): Promise<T> {
    return super.info<T>(action, params).catch((error: unknown) => this.#thrown(error));
  }

  #thrown(error: unknown): never {
    throw streamError(this.#exchange, error);
  }
}

interface Clients {
  readonly info: () => Client;
  readonly trade: () => Promise<Client>;
}

/** The same exchange with its requests over WebSocket. */
class OverSocket extends Perpsim {
  readonly #clients: Clients;

  constructor(clients: Clients) {
    super();
    this.#clients = clients;
  }

  protected override reads(): Client {
    return this.#clients.info();
  }

  override accountClient(): Promise<Client> {
    return this.#clients.trade();
  }
}

type Called<K extends keyof Perpsim> = Perpsim[K] extends (...args: infer A) => unknown ? A : never;

/** Perpsim with requests over WebSocket: each method takes what its namesake over REST takes, and responds alike. */
export class PerpsimSocket extends Perpsim {
  #info: Stream | undefined;
  #trade: Promise<Stream> | undefined;
  readonly #over = new OverSocket({
    info: () => this.infoStream(),
    trade: async () => {
      await this.settled();
      return this.tradeStream();
    },
  });

  /** Resolves when a stream that was asked for before stands, or has failed. */
  protected async settled(): Promise<void> {}

  protected infoStream(): StreamClient {
    this.#info ??= new Stream(this.id, { privateKey: NO_KEY, subAccountId: '0', wsUrl: this.urls.api.ws });
    return this.#info;
  }

  /** Logs in with its first request. Throws AuthenticationError without `privateKey`. */
  protected tradeStream(): Promise<StreamClient> {
    this.#trade ??= this.identity().then((identity) => new Stream(this.id, { ...identity, wsUrl: this.urls.api.ws }));
    this.#trade.catch(() => (this.#trade = undefined));
    return this.#trade;
  }

  protected async closeStreams(): Promise<void> {
    const [info, [trade]] = [this.#info, await Promise.allSettled([this.#trade])];
    this.#info = undefined;
    this.#trade = undefined;
    await Promise.all([info?.close(), trade.status === 'fulfilled' ? trade.value?.close() : undefined]);
  }

  /** Markets are loaded once, over REST. */
  async #socket(): Promise<Perpsim> {
    await this.loadMarkets();
    this.#over.setMarketsFromExchange(this);
    return this.#over;
  }

  async createOrderWs(...args: Called<'createOrder'>): Promise<Dict> {
    return (await this.#socket()).createOrder(...args);
  }

  async createOrdersWs(...args: Called<'createOrders'>): Promise<Dict[]> {
    return (await this.#socket()).createOrders(...args);
  }

  async editOrderWs(...args: Called<'editOrder'>): Promise<Dict> {
    return (await this.#socket()).editOrder(...args);
  }

  async cancelOrderWs(...args: Called<'cancelOrder'>): Promise<Dict> {
    return (await this.#socket()).cancelOrder(...args);
  }

  async cancelOrdersWs(...args: Called<'cancelOrders'>): Promise<Dict[]> {
    return (await this.#socket()).cancelOrders(...args);
  }

  async cancelAllOrdersWs(...args: Called<'cancelAllOrders'>): Promise<Dict[]> {
    return (await this.#socket()).cancelAllOrders(...args);
  }

  async fetchOrderWs(...args: Called<'fetchOrder'>): Promise<Dict> {
    return (await this.#socket()).fetchOrder(...args);
  }

  async fetchOrdersWs(...args: Called<'fetchOrders'>): Promise<Dict[]> {
    return (await this.#socket()).fetchOrders(...args);
  }

  async fetchOpenOrdersWs(...args: Called<'fetchOpenOrders'>): Promise<Dict[]> {
    return (await this.#socket()).fetchOpenOrders(...args);
  }

  async fetchClosedOrdersWs(...args: Called<'fetchClosedOrders'>): Promise<Dict[]> {
    return (await this.#socket()).fetchClosedOrders(...args);
  }

  async fetchMyTradesWs(...args: Called<'fetchMyTrades'>): Promise<Dict[]> {
    return (await this.#socket()).fetchMyTrades(...args);
  }

  async fetchPositionWs(...args: Called<'fetchPosition'>): Promise<Dict> {
    return (await this.#socket()).fetchPosition(...args);
  }

  async fetchPositionsWs(...args: Called<'fetchPositions'>): Promise<Dict[]> {
    return (await this.#socket()).fetchPositions(...args);
  }

  async fetchPositionsForSymbolWs(...args: Called<'fetchPositionsForSymbol'>): Promise<Dict[]> {
    return (await this.#socket()).fetchPositionsForSymbol(...args);
  }

  async fetchBalanceWs(...args: Called<'fetchBalance'>): Promise<Dict> {
    return (await this.#socket()).fetchBalance(...args);
  }

  async fetchTradingFeesWs(...args: Called<'fetchTradingFees'>): Promise<Record<string, Dict>> {
    return (await this.#socket()).fetchTradingFees(...args);
  }

  async fetchDepositsWs(...args: Called<'fetchDeposits'>): Promise<Dict[]> {
    return (await this.#socket()).fetchDeposits(...args);
  }

  async fetchWithdrawalsWs(...args: Called<'fetchWithdrawals'>): Promise<Dict[]> {
    return (await this.#socket()).fetchWithdrawals(...args);
  }

  async fetchTickerWs(...args: Called<'fetchTicker'>): Promise<Dict> {
    return (await this.#socket()).fetchTicker(...args);
  }

  async fetchTickersWs(...args: Called<'fetchTickers'>): Promise<Record<string, Dict>> {
    return (await this.#socket()).fetchTickers(...args);
  }

  async fetchOrderBookWs(...args: Called<'fetchOrderBook'>): Promise<Dict> {
    return (await this.#socket()).fetchOrderBook(...args);
  }

  async fetchTradesWs(...args: Called<'fetchTrades'>): Promise<Dict[]> {
    return (await this.#socket()).fetchTrades(...args);
  }

  async fetchOHLCVWs(...args: Called<'fetchOHLCV'>): Promise<unknown[]> {
    return (await this.#socket()).fetchOHLCV(...args);
  }

  async fetchMarketsWs(...args: Called<'fetchMarkets'>): Promise<Dict[]> {
    return (await this.#socket()).fetchMarkets(...args);
  }

  async fetchCurrenciesWs(...args: Called<'fetchCurrencies'>): Promise<Dict> {
    return (await this.#socket()).fetchCurrencies(...args);
  }
}
