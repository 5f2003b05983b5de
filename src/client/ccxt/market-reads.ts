import { BadRequest, type Dict, type Market, type Symbols } from 'ccxt';
import type * as Records from '../records.ts';
import { Connection } from './connection.ts';
import { DAY_MS, listed } from './paging.ts';
import {
  candleOf,
  currencyOf,
  fundingRateOf,
  leverageTiersOf,
  marketOf,
  number,
  publicTradeOf,
  tickerOf,
} from './structures.ts';

/** Levels of a book that the API gives; a request for others gets the next of them, cut. */
const DEPTHS = [5, 10, 20, 50, 100, 500, 1_000];
/** As many trades as the API gives. */
const TRADES_MAX = 100;
/** Candles of one request: the most that the API gives, and how many there are without a limit. */
const CANDLES_MAX = 5_000;
const CANDLES = 500;
/** Calendar lengths: a window of so many of them is never too short. ccxt counts a month as 30 days. */
const LONGEST_MS: Readonly<Record<string, number>> = { '1M': 31 * DAY_MS, '3M': 92 * DAY_MS };
/** Funding rates are kept so long, and one is settled each hour. */
const FUNDING_DAYS = 30;
const FUNDING_RATES = 100;

/** The public methods of ccxt. */
export class MarketReads extends Connection {
  /** Fees are those of the tier that a new account is on. */
  async fetchMarkets(params: Dict = {}): Promise<Market[]> {
    this.takes('fetchMarkets', params);
    const [markets, [tier]] = await Promise.all([this.reads().getMarkets(), this.reads().getTiers()]);
    return markets.map((market) => this.safeMarketStructure(marketOf(market, tier)));
  }

  async fetchCurrencies(params: Dict = {}): Promise<Dict> {
    this.takes('fetchCurrencies', params);
    const assets = await this.reads().getAssets();
    const currencies = assets.map((asset): [string, Dict] => {
      const code = this.safeCurrencyCode(asset.symbol);
      return [code, this.safeCurrencyStructure(currencyOf(asset, code))];
    });
    return Object.fromEntries(currencies);
  }

  /** What it costs to withdraw each currency; money comes in without a fee. */
  async fetchDepositWithdrawFees(codes?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchDepositWithdrawFees', params);
    const assets = await this.reads().getAssets();
    const rows = assets.map((info): [string, Dict] => [
      this.safeCurrencyCode(info.symbol),
      {
        info,
        withdraw: { fee: Number(info.withdrawFee), percentage: false },
        deposit: { fee: 0, percentage: false },
        networks: {},
      },
    ]);
    return Object.fromEntries(rows.filter(([code]) => codes?.includes(code) ?? true));
  }

  async fetchDepositWithdrawFee(code: string, params: Dict = {}): Promise<Dict | undefined> {
    this.takes('fetchDepositWithdrawFee', params);
    return (await this.fetchDepositWithdrawFees([code]))[code];
  }

  async fetchTime(params: Dict = {}): Promise<number> {
    this.takes('fetchTime', params);
    return (await this.reads().getExchangeStatus()).timestamp_ms;
  }

  async fetchStatus(params: Dict = {}): Promise<Dict> {
    this.takes('fetchStatus', params);
    const info = await this.reads().getExchangeStatus();
    const status = info.accepting_orders ? 'ok' : 'maintenance';
    return { status, updated: info.timestamp_ms, eta: undefined, url: undefined, info };
  }

  async fetchTicker(symbol: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchTicker', params);
    const market = await this.marketOf(symbol);
    return this.ticker(await this.#price(market), market);
  }

  async #price({ id }: Market): Promise<Records.MarketPrice> {
    const record = (await this.reads().getMarketPrices())[id];
    if (!record) throw this.refusal('MARKET_CLOSED', `there are no prices of ${id}`);
    return record;
  }

  async fetchTickers(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchTickers', params);
    return this.#ofPrices(symbols, (record, market) => this.ticker(record, market));
  }

  /** Something of the prices of each market, or of those that are named. */
  async #ofPrices(
    symbols: Symbols,
    parsed: (record: Records.MarketPrice, market: Market) => Dict,
  ): Promise<Record<string, Dict>> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols);
    const records = Object.entries(await this.reads().getMarketPrices());
    const rows = records.map(([id, record]) => parsed(record, this.safeMarket(id)));
    return this.indexBy(this.filterByArray(rows, 'symbol', wanted, false), 'symbol');
  }

  protected ticker(record: Records.MarketPrice, market: Market): Dict {
    return this.safeTicker({ symbol: market.symbol, ...tickerOf(record, this.iso8601(record.timestamp)) }, market);
  }

  async fetchBidsAsks(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchBidsAsks', params);
    return this.#ofPrices(symbols, (record, market) => this.ticker(record, market));
  }

  async fetchMarkPrice(symbol: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchMarkPrice', params);
    const market = await this.marketOf(symbol);
    return this.ticker(await this.#price(market), market);
  }

  async fetchMarkPrices(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchMarkPrices', params);
    return this.#ofPrices(symbols, (record, market) => this.ticker(record, market));
  }

  async fetchLastPrices(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchLastPrices', params);
    return this.#ofPrices(symbols, (info, { symbol }) => ({
      ...{ symbol, price: number(info.lastPrice), side: undefined },
      ...{ timestamp: info.timestamp, datetime: this.iso8601(info.timestamp), info },
    }));
  }

  /** As many levels as `limit` says, 500 without it, 1,000 at most. */
  async fetchOrderBook(symbol: string, limit?: number, params: Dict = {}): Promise<Dict> {
    this.takes('fetchOrderBook', params);
    const market = await this.marketOf(symbol);
    const depth = limit === undefined ? undefined : (DEPTHS.find((levels) => levels >= limit) ?? DEPTHS.at(-1));
    const { bids, asks } = await this.reads().getOrderbook(market.id, depth);
    return this.parseOrderBook({ bids: bids.slice(0, limit), asks: asks.slice(0, limit) }, market.symbol);
  }

  /** Of each market that is named, or of all. */
  async fetchOrderBooks(symbols?: Symbols, limit?: number, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchOrderBooks', params);
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols) ?? this.symbols;
    return this.indexBy(await Promise.all(wanted.map((symbol) => this.fetchOrderBook(symbol, limit))), 'symbol');
  }

  /** The newest trades, 100 at most; with `since` those of them that are not older. */
  async fetchTrades(symbol: string, since?: number, limit?: number, params: Dict = {}): Promise<Dict[]> {
    this.takes('fetchTrades', params);
    const market = await this.marketOf(symbol);
    const asked = since === undefined && limit !== undefined ? Math.min(limit, TRADES_MAX) : TRADES_MAX;
    const { trades } = await this.reads().getLastTrades(market.id, asked);
    const parsed = trades.map((trade) => this.publicTrade(trade, market)).reverse();
    return this.filterBySymbolSinceLimit(parsed, market.symbol, since, limit);
  }

  protected publicTrade(record: Records.PublicTrade, market: Market): Dict {
    return this.safeTrade({ symbol: market.symbol, ...publicTradeOf(record, this.iso8601(record.timestamp)) }, market);
  }

  /** Oldest first: the first `limit` from `since` on, or without it the newest; 500 without a limit. `params.until` ends them. */
  async fetchOHLCV(
    symbol: string,
    timeframe = '1m',
    since?: number,
    limit?: number,
    params: Dict & { readonly until?: number } = {},
  ): Promise<unknown[]> {
    this.takes('fetchOHLCV', params, ['until']);
    const market = await this.marketOf(symbol);
    const interval = this.interval(timeframe);
    const lengthMs = LONGEST_MS[timeframe] ?? this.parseTimeframe(timeframe) * 1_000;
    const count = Math.min(limit ?? CANDLES, CANDLES_MAX);
    const until = params.until ?? (since === undefined ? await this.fetchTime() : undefined);
    const startTime = since ?? Number(until) - count * lengthMs;
    const endTime = Math.min(startTime + count * lengthMs - (since === undefined ? 0 : 1), until ?? Infinity);
    if (endTime < startTime) return [];
    const asked = this.reads().getCandles({ symbol: market.id, interval, startTime, endTime });
    const { candles } = await asked.catch(async (error: unknown) => {
      // Who pages ends after now, which the API refuses and ccxt has an empty list for.
      if (error instanceof BadRequest && since !== undefined && since > (await this.fetchTime()))
        return { candles: [] };
      throw error;
    });
    // The API lists the newest first.
    return this.filterBySinceLimit(candles.map(candleOf).reverse(), since, count, 0, since === undefined);
  }

  /** The length of a candle as the API has it. */
  protected interval(timeframe: string): Records.Interval {
    const interval = this.timeframes[timeframe] as Records.Interval | undefined;
    if (interval === undefined) throw new BadRequest(`${this.id} has no candles of ${timeframe}`);
    return interval;
  }

  async fetchFundingRate(symbol: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchFundingRate', params);
    const { symbol: wanted } = await this.marketOf(symbol);
    return (await this.fetchFundingRates([wanted]))[wanted] ?? {};
  }

  async fetchFundingRates(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchFundingRates', params);
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols) ?? this.symbols;
    const prices = await this.reads().getMarketPrices();
    const rates = wanted.map(async (symbol) => {
      const { id } = this.market(symbol);
      const info = await this.reads().getFundingRate(id);
      return { symbol, ...fundingRateOf(info, prices[id], (time) => this.iso8601(time)) };
    });
    return this.indexBy(await Promise.all(rates), 'symbol');
  }

  async fetchFundingInterval(symbol: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchFundingInterval', params);
    return this.fetchFundingRate(symbol);
  }

  async fetchFundingIntervals(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchFundingIntervals', params);
    return this.fetchFundingRates(symbols);
  }

  /** Oldest first, of the last 30 days: from `since` on, or without it the newest, 100 without a limit. */
  async fetchFundingRateHistory(
    symbol: string,
    since?: number,
    limit?: number,
    params: Dict & { readonly until?: number } = {},
  ): Promise<Dict[]> {
    this.takes('fetchFundingRateHistory', params, ['until']);
    const market = await this.marketOf(symbol);
    const span = { since, until: params.until, limit: limit ?? FUNDING_RATES };
    const rates = await listed(span, await this.fetchTime(), {
      ...{ windowMs: FUNDING_DAYS * DAY_MS, keptMs: FUNDING_DAYS * DAY_MS, hasOffset: false },
      read: async ({ startTime, endTime }) =>
        (await this.reads().getFundingRateHistory({ symbol: market.id, startTime, endTime })).fundingRates,
    });
    return rates.map((info) => {
      const { fundingTime: timestamp, fundingRate } = info;
      const datetime = this.iso8601(timestamp);
      return { info, symbol: market.symbol, fundingRate: Number(fundingRate), timestamp, datetime };
    });
  }

  async fetchOpenInterest(symbol: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchOpenInterest', params);
    const { symbol: wanted } = await this.marketOf(symbol);
    return (await this.fetchOpenInterests([wanted]))[wanted] ?? {};
  }

  async fetchOpenInterests(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchOpenInterests', params);
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols);
    const records = await this.reads().getOpenInterest();
    const rows = records.map((info) => ({
      symbol: this.safeMarket(info.symbol).symbol,
      ...{ openInterestAmount: number(info.openInterest), openInterestValue: undefined },
      ...{ baseVolume: undefined, quoteVolume: undefined },
      ...{ timestamp: info.timestamp, datetime: this.iso8601(info.timestamp), info },
    }));
    return this.indexBy(this.filterByArray(rows, 'symbol', wanted, false), 'symbol');
  }

  /** How much leverage a position of which size may have, by symbol. */
  async fetchLeverageTiers(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict[]>> {
    this.takes('fetchLeverageTiers', params);
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols) ?? this.symbols;
    return Object.fromEntries(wanted.map((symbol) => [symbol, leverageTiersOf(this.market(symbol))]));
  }

  async fetchMarketLeverageTiers(symbol: string, params: Dict = {}): Promise<Dict[]> {
    this.takes('fetchMarketLeverageTiers', params);
    return leverageTiersOf(await this.marketOf(symbol));
  }
}
