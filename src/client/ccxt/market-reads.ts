import { BadRequest, type Dict, type Market, type Symbols } from 'ccxt';
import type * as Records from '../records.ts';
import { Connection } from './connection.ts';
import { marketOf, number, publicTradeOf, tickerOf } from './structures.ts';

const DAY_MS = 86_400_000;
/** The longest window of past funding rates that the API takes. */
const FUNDING_DAYS = 30;

/** The public methods of ccxt. */
export class MarketReads extends Connection {
  async fetchMarkets(_params: Dict = {}): Promise<Market[]> {
    return (await this.reads().getMarkets()).map((record) => this.safeMarketStructure(marketOf(record)));
  }

  async fetchTime(_params: Dict = {}): Promise<number> {
    return (await this.reads().getExchangeStatus()).timestamp_ms;
  }

  async fetchStatus(_params: Dict = {}): Promise<Dict> {
    const info = await this.reads().getExchangeStatus();
    const status = info.accepting_orders ? 'ok' : 'maintenance';
    return { status, updated: info.timestamp_ms, eta: undefined, url: undefined, info };
  }

  async fetchTicker(symbol: string, _params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const record = (await this.reads().getMarketPrices())[market.id];
    if (!record) throw this.refusal('MARKET_NOT_FOUND', `no prices of ${market.id}`);
    return this.ticker(record, market);
  }

  async fetchTickers(symbols?: Symbols, _params: Dict = {}): Promise<Record<string, Dict>> {
    await this.loadMarkets();
    const records = Object.entries(await this.reads().getMarketPrices());
    const tickers = records.map(([id, record]) => this.ticker(record, this.safeMarket(id)));
    return this.indexBy(this.filterByArray(tickers, 'symbol', this.marketSymbols(symbols), false), 'symbol');
  }

  protected ticker(record: Records.MarketPrice, market: Market): Dict {
    return this.safeTicker({ symbol: market.symbol, ...tickerOf(record, this.iso8601(record.timestamp)) }, market);
  }

  async fetchOrderBook(symbol: string, limit?: number, _params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    return this.parseOrderBook(await this.reads().getOrderbook(market.id, limit), market.symbol);
  }

  async fetchTrades(symbol: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.marketOf(symbol);
    const { trades } = await this.reads().getLastTrades(market.id, limit);
    const parsed = trades.map((trade) => this.publicTrade(trade, market)).reverse();
    return this.filterBySymbolSinceLimit(parsed, market.symbol, since, limit);
  }

  protected publicTrade(record: Records.PublicTrade, market: Market): Dict {
    return this.safeTrade({ symbol: market.symbol, ...publicTradeOf(record, this.iso8601(record.timestamp)) }, market);
  }

  /** With `since`, from there on; without it the newest. */
  async fetchOHLCV(
    symbol: string,
    timeframe = '1m',
    since?: number,
    limit?: number,
    _params: Dict = {},
  ): Promise<unknown[]> {
    const market = await this.marketOf(symbol);
    const interval = this.interval(timeframe);
    const lengthMs = this.parseTimeframe(timeframe) * 1_000;
    const window =
      since === undefined
        ? { startTime: (await this.fetchTime()) - (limit ?? 100) * lengthMs }
        : { startTime: since, ...(limit !== undefined && { endTime: since + limit * lengthMs - 1 }) };
    const { candles } = await this.reads().getCandles({ symbol: market.id, interval, ...window });
    const rows = candles.map((each) => [
      each.openTime,
      ...[each.openPrice, each.highPrice, each.lowPrice, each.closePrice, each.volume].map(Number),
    ]);
    return this.filterBySinceLimit(rows, since, limit, 0, since === undefined);
  }

  /** The length of a candle as the API has it. */
  protected interval(timeframe: string): Records.Interval {
    const interval = this.timeframes[timeframe] as Records.Interval | undefined;
    if (interval === undefined) throw new BadRequest(`${this.id} has no candles of ${timeframe}`);
    return interval;
  }

  async fetchFundingRate(symbol: string, _params: Dict = {}): Promise<Dict> {
    const { id } = await this.marketOf(symbol);
    const [info, prices] = await Promise.all([this.reads().getFundingRate(id), this.reads().getMarketPrices()]);
    return this.#fundingRate(info, prices[id]);
  }

  async fetchFundingRates(symbols?: Symbols, _params: Dict = {}): Promise<Record<string, Dict>> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols) ?? this.symbols;
    const prices = await this.reads().getMarketPrices();
    const rates = wanted.map(async (symbol) => {
      const { id } = this.market(symbol);
      return this.#fundingRate(await this.reads().getFundingRate(id), prices[id]);
    });
    return this.indexBy(await Promise.all(rates), 'symbol');
  }

  #fundingRate(info: Records.FundingRate, price: Records.MarketPrice | undefined): Dict {
    const { lastSettlementTime, nextFundingTime } = info;
    const settled = lastSettlementTime === 0 ? undefined : lastSettlementTime;
    return {
      info,
      symbol: this.safeMarket(info.symbol).symbol,
      ...{ markPrice: number(price?.markPrice), indexPrice: number(price?.indexPrice) },
      ...{ interestRate: undefined, estimatedSettlePrice: undefined },
      ...{ timestamp: price?.timestamp, datetime: this.iso8601(price?.timestamp) },
      fundingRate: Number(info.estimatedFundingRate),
      ...{ fundingTimestamp: nextFundingTime, fundingDatetime: this.iso8601(nextFundingTime) },
      ...{ nextFundingRate: undefined, nextFundingTimestamp: undefined, nextFundingDatetime: undefined },
      previousFundingRate: settled === undefined ? undefined : Number(info.lastSettlementRate),
      ...{ previousFundingTimestamp: settled, previousFundingDatetime: this.iso8601(settled) },
      interval: '1h',
    };
  }

  async fetchFundingRateHistory(symbol: string, since?: number, limit?: number, params: Dict = {}): Promise<Dict[]> {
    const market = await this.marketOf(symbol);
    const endTime = (params['until'] as number | undefined) ?? (await this.fetchTime());
    const startTime = since ?? endTime - FUNDING_DAYS * DAY_MS + 1;
    const { fundingRates } = await this.reads().getFundingRateHistory({ symbol: market.id, startTime, endTime });
    const rows = fundingRates.map((info) => {
      const { fundingTime: timestamp, fundingRate } = info;
      const datetime = this.iso8601(timestamp);
      return { info, symbol: market.symbol, fundingRate: Number(fundingRate), timestamp, datetime };
    });
    return this.filterBySymbolSinceLimit(rows.reverse(), market.symbol, since, limit);
  }

  async fetchOpenInterest(symbol: string, _params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const [info] = await this.reads().getOpenInterest(market.id);
    const { openInterest, timestamp } = info ?? {};
    return {
      ...{ symbol: market.symbol, openInterestAmount: number(openInterest), openInterestValue: undefined },
      ...{ timestamp, datetime: this.iso8601(timestamp), info },
    };
  }
}
