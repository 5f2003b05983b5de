import { type Dict, type Market, type Symbols } from 'ccxt';
import type * as Records from '../records.ts';
import { MarketReads } from './market-reads.ts';
import { orderOf, ownTradeOf, positionOf } from './structures.ts';

/** The methods of ccxt that read what an account has. */
export class AccountReads extends MarketReads {
  async fetchBalance(_params: Dict = {}): Promise<Dict> {
    const info = await (await this.accountClient()).getSubAccount();
    return this.balanceFrom(info.collaterals ?? [], info);
  }

  protected balanceFrom(rows: readonly Records.Collateral[], info: unknown): Dict {
    const held = rows.map(({ symbol, quantity, withdrawable }) => [symbol, { total: quantity, free: withdrawable }]);
    const timestamp = this.milliseconds();
    const balances = Object.fromEntries(held) as Record<string, Dict>;
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
    const wanted = params['clientOrderId'] as string | undefined;
    const orders = await this.fetchOrders(symbol);
    const found = orders.find((order) =>
      wanted === undefined ? order['id'] === id : order['clientOrderId'] === wanted,
    );
    if (!found) throw this.refusal('ORDER_NOT_FOUND', `no order ${wanted ?? id}`);
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
