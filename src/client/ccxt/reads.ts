import { BadRequest, type Dict, type Market, type Symbols } from 'ccxt';
import type * as Records from '../records.ts';
import { Connection } from './connection.ts';
import { marketOf, number, orderOf, ownTradeOf, positionOf, publicTradeOf, tickerOf } from './structures.ts';

/** The public methods of ccxt. */
class MarketReads extends Connection {
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
    const endTime = (typeof params['until'] === 'number' ? params['until'] : null) ?? (await this.fetchTime());
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

/** The methods of ccxt that read what an account has. */
export class AccountReads extends MarketReads {
  async fetchBalance(_params: Dict = {}): Promise<Dict> {
    const info = await (await this.accountClient()).getSubAccount();
    return this.balanceFrom(info.collaterals ?? [], info);
  }

  protected balanceFrom(rows: readonly Records.Collateral[], info: unknown): Dict {
    const held = rows.map(({ symbol, quantity, withdrawable }): [string, Dict] => [
      symbol,
      { total: quantity, free: withdrawable },
    ]);
    const timestamp = this.milliseconds();
    const balances = Object.fromEntries(held);
    return this.safeBalance({ info, timestamp, datetime: this.iso8601(timestamp), ...balances });
  }

  async fetchPositions(symbols?: Symbols, _params: Dict = {}): Promise<Dict[]> {
    await this.loadMarkets();
    const client = await this.accountClient();
    const [records, prices, { marketPreferences }] = await Promise.all([
      client.getPositions(),
      this.reads().getMarketPrices(),
      client.getSubAccount(),
    ]);
    const { leverages } = marketPreferences as { readonly leverages: Readonly<Record<string, string | number>> };
    const positions = records.map((record) =>
      this.position(record, prices[record.symbol]?.markPrice, leverages[record.symbol]),
    );
    return this.filterByArray(positions, 'symbol', this.marketSymbols(symbols), false);
  }

  protected position(record: Records.Position, markPrice?: string, leverage?: string | number): Dict {
    const { symbol } = this.safeMarket(record.symbol);
    const figures = { markPrice, leverage, datetime: this.iso8601(record.createdAt) };
    return this.safePosition({ symbol, ...positionOf(record, figures) });
  }

  /** A position of no contracts where there is none. */
  async fetchPosition(symbol: string, params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const [position] = await this.fetchPositions([market.symbol], params);
    return position ?? this.safePosition({ symbol: market.symbol, contracts: 0, contractSize: 1, info: {} });
  }

  async fetchLeverage(symbol: string, _params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const info = await (await this.accountClient()).getSubAccount();
    const { leverages } = info.marketPreferences as { readonly leverages: Readonly<Record<string, string | number>> };
    const leverage = Number(leverages[market.id]);
    return { info, symbol: market.symbol, marginMode: 'cross', longLeverage: leverage, shortLeverage: leverage };
  }

  async fetchTradingFee(symbol: string, _params: Dict = {}): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const info = await (await this.accountClient()).getFeeRate();
    const { makerFeeRate, takerFeeRate } = info;
    const rates = { maker: Number(makerFeeRate), taker: Number(takerFeeRate), percentage: true, tierBased: true };
    return { info, symbol: market.symbol, ...rates };
  }

  async fetchOpenOrders(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.someMarketOf(symbol);
    const records = await (await this.accountClient()).getOpenOrders(market && { symbol: market.id });
    const orders = records.map((record) => this.order(record)).reverse();
    return this.filterBySymbolSinceLimit(orders, market?.symbol, since, limit);
  }

  /** Every order once, in the latest state that it has reached. */
  async fetchOrders(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.someMarketOf(symbol);
    const client = await this.accountClient();
    const states = await client.getOrderHistory({
      ...(market && { symbol: market.id }),
      ...(since !== undefined && { startTime: since }),
      limit: 1_000,
    });
    // The newest state of an order comes first.
    const latest = new Map<string, Records.OrderRecord>();
    for (const state of states) if (!latest.has(state.orderId)) latest.set(state.orderId, state);
    const oldestFirst = [...latest.values()].reverse().map((state) => this.order(state));
    const orders = oldestFirst.sort((a, b) => Number(a['timestamp']) - Number(b['timestamp']));
    return this.filterBySymbolSinceLimit(orders, market?.symbol, since, limit);
  }

  async fetchOrder(id: string, symbol?: string, params: Dict = {}): Promise<Dict> {
    const { clientOrderId: wanted } = params;
    const orders = await this.fetchOrders(symbol);
    const found = orders.find((order) =>
      wanted === undefined ? order['id'] === id : order['clientOrderId'] === wanted,
    );
    if (!found) throw this.refusal('ORDER_NOT_FOUND', `no order ${typeof wanted === 'string' ? wanted : id}`);
    return found;
  }

  async fetchClosedOrders(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    return this.#ordersThatAre('closed', symbol, since, limit);
  }

  async fetchCanceledOrders(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    return this.#ordersThatAre('canceled', symbol, since, limit);
  }

  async #ordersThatAre(status: string, symbol?: string, since?: number, limit?: number): Promise<Dict[]> {
    const orders = (await this.fetchOrders(symbol, since)).filter((order) => order['status'] === status);
    return this.filterBySymbolSinceLimit(orders, undefined, since, limit);
  }

  protected order(record: Records.OpenOrder | Records.OrderRecord): Dict {
    const market = this.safeMarket(record.symbol);
    return this.safeOrder({ symbol: market.symbol, ...orderOf(record, this.iso8601(record.createdTime)) }, market);
  }

  async fetchMyTrades(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.someMarketOf(symbol);
    const { trades } = await (
      await this.accountClient()
    ).getTrades({
      ...(market && { symbol: market.id }),
      ...(since !== undefined && { startTime: since }),
      ...(limit !== undefined && since === undefined && { limit }),
    });
    return this.filterBySymbolSinceLimit(
      trades.map((trade) => this.ownTrade(trade)).reverse(),
      market?.symbol,
      since,
      limit,
    );
  }

  protected ownTrade(record: Records.Trade): Dict {
    const market: Market = this.safeMarket(record.symbol);
    const parsed = ownTradeOf(record, this.iso8601(record.timestamp), market['settle']);
    return this.safeTrade({ symbol: market.symbol, ...parsed }, market);
  }

  async fetchFundingHistory(symbol?: string, since?: number, limit?: number, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.someMarketOf(symbol);
    const { fundingHistory } = await (
      await this.accountClient()
    ).getFundingPayments({
      ...(market && { symbol: market.id }),
      ...(since !== undefined && { startTime: since }),
    });
    const rows = fundingHistory.map((info) => ({
      info,
      symbol: this.safeMarket(info.symbol).symbol,
      code: this.safeMarket(info.symbol)['settle'],
      ...{ timestamp: info.fundingTime, datetime: this.iso8601(info.fundingTime) },
      ...{ id: info.paymentId, amount: Number(info.payment) },
    }));
    return this.filterBySymbolSinceLimit(rows.reverse(), market?.symbol, since, limit);
  }
}

const DAY_MS = 86_400_000;
/** The longest window of past funding rates that the API takes. */
const FUNDING_DAYS = 30;
