import { type Dict, type Market, Precise, type Symbols } from 'ccxt';
import type * as Records from '../records.ts';
import { MarketReads } from './market-reads.ts';
import type { ParamName } from './params.ts';
import { DAY_MS, listed, type Source, type Span } from './paging.ts';
import { closedPositionOf, orderOf, ownTradeOf, positionOf } from './structures.ts';

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;
/** The API has no bound for the age of an order; this one bounds how many windows of a week are read. */
const YEAR_MS = 365 * DAY_MS;
/** How many weeks back an order is looked for by its id. */
const WEEKS_SEARCHED = 4;
/** So many funding payments fit into one response: one an hour in each market. */
const FUNDING_WINDOW_MS = 4 * DAY_MS;
const PAGE = 1_000;

/** What bots ask of a list of orders; `trigger` (or `stop`) chooses those that wait for a price, or those that do not. */
export interface ListParams extends Dict {
  readonly until?: number;
  readonly trigger?: boolean;
  readonly stop?: boolean;
}

const LIST: readonly ParamName[] = ['until', 'trigger', 'stop'];

type Kind = boolean | undefined;
const isTrigger = (order: Dict): boolean => order['triggerPrice'] !== undefined;

/** The methods of ccxt that read the orders, trades and positions of an account. */
export class AccountReads extends MarketReads {
  /** `used` is what margin in use and withdrawals on their way hold. */
  async fetchBalance(params: Dict = {}): Promise<Dict> {
    this.takes('fetchBalance', params);
    const [info] = await (await this.accountClient()).getPortfolio();
    const { assets = [], timestamp } = info ?? {};
    const rows = assets.map(({ asset, free, locked, total }): [string, Dict] => [
      this.safeCurrencyCode(asset),
      { free, used: locked, total },
    ]);
    return this.safeBalance({ info, timestamp, datetime: this.iso8601(timestamp), ...Object.fromEntries(rows) });
  }

  async fetchPositions(symbols?: Symbols, params: Dict = {}): Promise<Dict[]> {
    this.takes('fetchPositions', params);
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols);
    const client = await this.accountClient();
    const [records, prices, leverages] = await Promise.all([
      client.getPositions({ limit: PAGE }),
      this.reads().getMarketPrices(),
      this.leverages(),
    ]);
    const positions = records.map((record) =>
      this.position(record, prices[record.symbol]?.markPrice, leverages[record.symbol]),
    );
    return this.filterByArray(positions, 'symbol', wanted, false);
  }

  protected position(record: Records.Position, markPrice?: string, leverage?: string | number): Dict {
    const market = this.safeMarket(record.symbol);
    return positionOf(record, { market, markPrice, leverage, datetime: this.iso8601(record.createdAt) });
  }

  /** A position of no contracts where there is none. */
  async fetchPosition(symbol: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchPosition', params);
    const market = await this.marketOf(symbol);
    const [position] = await this.fetchPositions([market.symbol]);
    return position ?? this.noPosition(market);
  }

  protected noPosition(market: Market, info: unknown = {}): Dict {
    const { symbol } = market;
    return this.safePosition({ symbol, side: undefined, contracts: 0, contractSize: market['contractSize'], info });
  }

  async fetchPositionsForSymbol(symbol: string, params: Dict = {}): Promise<Dict[]> {
    this.takes('fetchPositionsForSymbol', params);
    return this.fetchPositions([symbol]);
  }

  /** Closed positions of the last 30 days, by closing time; `since` is of that too. */
  async fetchPositionsHistory(
    symbols?: Symbols,
    since?: number,
    limit?: number,
    params: Dict & { readonly until?: number } = {},
  ): Promise<Dict[]> {
    this.takes('fetchPositionsHistory', params, ['until']);
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols);
    const client = await this.accountClient();
    const [only] = wanted?.length === 1 ? wanted : [];
    const isOneRead = wanted === undefined || only !== undefined;
    const span = { since, until: params.until, limit: isOneRead ? limit : undefined };
    const rows = await listed(span, await this.fetchTime(), {
      ...{ windowMs: MONTH_MS, keptMs: MONTH_MS },
      read: async (page) => {
        const symbol = only === undefined ? {} : { symbol: this.market(only).id };
        return (await client.getPositionHistory({ ...symbol, ...page })).positions;
      },
    });
    const positions = rows.map((row) => closedPositionOf(row, this.safeMarket(row.symbol), this.iso8601(row.closedAt)));
    const found = this.filterByArray(positions, 'symbol', wanted, false);
    return this.filterBySymbolSinceLimit(found, undefined, since, limit);
  }

  async fetchPositionHistory(symbol: string, since?: number, limit?: number, params: Dict = {}): Promise<Dict[]> {
    this.takes('fetchPositionHistory', params, ['until']);
    return this.fetchPositionsHistory([symbol], since, limit, params);
  }

  /** One position for each market, long or short. */
  async fetchPositionMode(symbol?: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchPositionMode', params);
    await this.someMarketOf(symbol);
    return { info: {}, hedged: false };
  }

  /** How soon positions would be deleveraged: 1 to 5, 5 is next. */
  async fetchPositionsADLRank(symbols?: Symbols, params: Dict = {}): Promise<Dict[]> {
    this.takes('fetchPositionsADLRank', params);
    const positions = await this.fetchPositions(symbols);
    return positions.map(({ symbol, info, lastUpdateTimestamp }) => {
      const timestamp = lastUpdateTimestamp as number;
      const { adlBucket: rank } = info as Records.Position;
      return {
        info,
        symbol,
        rank,
        rating: undefined,
        percentage: undefined,
        timestamp,
        datetime: this.iso8601(timestamp),
      };
    });
  }

  async fetchPositionADLRank(symbol: string, params: Dict = {}): Promise<Dict | undefined> {
    this.takes('fetchPositionADLRank', params);
    return (await this.fetchPositionsADLRank([symbol]))[0];
  }

  /** Of each market, by the symbol of the API. */
  protected async leverages(): Promise<Readonly<Record<string, string | number>>> {
    const { marketPreferences } = await (await this.accountClient()).getSubAccount();
    return (marketPreferences as { readonly leverages: Readonly<Record<string, string | number>> }).leverages;
  }

  async fetchLeverage(symbol: string, params: Dict = {}): Promise<Dict | undefined> {
    this.takes('fetchLeverage', params);
    const market = await this.marketOf(symbol);
    return (await this.fetchLeverages([market.symbol]))[market.symbol];
  }

  /** The API does not say whether a market is isolated, so `marginMode` is undefined. */
  async fetchLeverages(symbols?: Symbols, params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchLeverages', params);
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols);
    const rows = Object.entries(await this.leverages()).map(([id, leverage]) => {
      const longLeverage = Number(leverage);
      const info = { symbol: id, leverage };
      return {
        info,
        symbol: this.safeMarket(id).symbol,
        marginMode: undefined,
        longLeverage,
        shortLeverage: longLeverage,
      };
    });
    return this.indexBy(this.filterByArray(rows, 'symbol', wanted, false), 'symbol');
  }

  async fetchTradingFee(symbol: string, params: Dict = {}): Promise<Dict | undefined> {
    this.takes('fetchTradingFee', params);
    const market = await this.marketOf(symbol);
    return (await this.fetchTradingFees())[market.symbol];
  }

  /** The fees of the account, which are the same in every market. */
  async fetchTradingFees(params: Dict = {}): Promise<Record<string, Dict>> {
    this.takes('fetchTradingFees', params);
    await this.loadMarkets();
    const info = await (await this.accountClient()).getFeeRate();
    const rates = { maker: Number(info.makerFeeRate), taker: Number(info.takerFeeRate) };
    const fee = { info, ...rates, percentage: true, tierBased: true };
    return Object.fromEntries(this.symbols.map((symbol) => [symbol, { symbol, ...fee }]));
  }

  async fetchOpenOrders(symbol?: string, since?: number, limit?: number, params: ListParams = {}): Promise<Dict[]> {
    this.takes('fetchOpenOrders', params, ['trigger', 'stop']);
    const market = await this.someMarketOf(symbol);
    return this.#chosen(await this.openOrders(market), params, since, limit);
  }

  /** All of them, oldest first. */
  protected async openOrders(market: Market | undefined): Promise<Dict[]> {
    const client = await this.accountClient();
    const records: Records.OpenOrder[] = [];
    for (;;) {
      const page = { limit: PAGE, offset: records.length };
      const rows = await client.getOpenOrders({ ...(market && { symbol: market.id }), ...page });
      records.push(...rows);
      if (rows.length < PAGE) return records.map((record) => this.order(record)).reverse();
    }
  }

  #chosen(orders: readonly Dict[], params: ListParams, since?: number, limit?: number): Dict[] {
    const kind: Kind = params.trigger ?? params.stop;
    const found = orders.filter((order) => kind === undefined || isTrigger(order) === kind);
    return this.filterBySymbolSinceLimit(found, undefined, since, limit);
  }

  /** Every order once, in the latest state that it has reached; without `since` those of the last seven days. */
  async fetchOrders(symbol?: string, since?: number, limit?: number, params: ListParams = {}): Promise<Dict[]> {
    this.takes('fetchOrders', params, LIST);
    return this.#chosen(await this.#orders(symbol, since, params.until), params, since, limit);
  }

  async #orders(symbol: string | undefined, since: number | undefined, until: number | undefined): Promise<Dict[]> {
    const market = await this.someMarketOf(symbol);
    // An order that began in time may have changed later, so that its states are read to the end and until is of its beginning.
    const states = await this.#states({ since, until: undefined, limit: undefined }, market);
    const latest = new Map<string, Records.OrderRecord>();
    for (const state of states) latest.set(state.orderId, state);
    const orders = [...latest.values()].map((state) => this.order(state));
    return orders
      .filter(({ timestamp }) => until === undefined || Number(timestamp) <= until)
      .sort((a, b) => Number(a['timestamp']) - Number(b['timestamp']) || byId(a, b));
  }

  /** States of orders, oldest first. */
  async #states(span: Span, market: Market | undefined): Promise<Records.OrderRecord[]> {
    const client = await this.accountClient();
    return listed(span, await this.fetchTime(), {
      ...{ windowMs: WEEK_MS, keptMs: YEAR_MS },
      read: (page) => client.getOrderHistory({ ...(market && { symbol: market.id }), ...page }),
    });
  }

  /** By id, or by `params.clientOrderId`: among the open orders, and those that changed in the last four weeks. */
  async fetchOrder(
    id: string,
    symbol?: string,
    params: Dict & { readonly clientOrderId?: string } = {},
  ): Promise<Dict> {
    this.takes('fetchOrder', params, ['clientOrderId', 'trigger', 'stop']);
    const found = await this.#found(id, symbol, params.clientOrderId);
    if (!found) throw this.refusal('ORDER_NOT_FOUND', `no order ${params.clientOrderId ?? id}`);
    return found;
  }

  async #found(id: string, symbol: string | undefined, clientOrderId: string | undefined): Promise<Dict | undefined> {
    const market = await this.someMarketOf(symbol);
    const isIt = (order: Dict): boolean =>
      clientOrderId === undefined ? order['id'] === id : order['clientOrderId'] === clientOrderId;
    const now = await this.fetchTime();
    const week = async (before: number): Promise<Dict | undefined> => {
      const until = now - before * WEEK_MS;
      const states = await this.#states({ since: undefined, until, limit: undefined }, market);
      return states.map((state) => this.order(state)).findLast(isIt);
    };
    const newest = (await week(0)) ?? (await this.openOrders(market)).find(isIt);
    if (newest) return newest;
    for (let before = 1; before < WEEKS_SEARCHED; before += 1) {
      const older = await week(before);
      if (older) return older;
    }
    return undefined;
  }

  async fetchOpenOrder(id: string, symbol?: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchOpenOrder', params, ['clientOrderId', 'trigger', 'stop']);
    return this.#orderThatIs('open', id, symbol, params);
  }

  async fetchClosedOrder(id: string, symbol?: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchClosedOrder', params, ['clientOrderId', 'trigger', 'stop']);
    return this.#orderThatIs('closed', id, symbol, params);
  }

  async #orderThatIs(status: string, id: string, symbol: string | undefined, params: Dict): Promise<Dict> {
    const order = await this.fetchOrder(id, symbol, params);
    if (order['status'] === status) return order;
    throw this.refusal('ORDER_NOT_FOUND', `order ${id} is ${String(order['status'])}, not ${status}`);
  }

  async fetchClosedOrders(symbol?: string, since?: number, limit?: number, params: ListParams = {}): Promise<Dict[]> {
    this.takes('fetchClosedOrders', params, LIST);
    return this.#ordersThatAre(['closed'], symbol, { since, limit, params });
  }

  async fetchCanceledOrders(symbol?: string, since?: number, limit?: number, params: ListParams = {}): Promise<Dict[]> {
    this.takes('fetchCanceledOrders', params, LIST);
    return this.#ordersThatAre(['canceled'], symbol, { since, limit, params });
  }

  async fetchCanceledAndClosedOrders(
    symbol?: string,
    since?: number,
    limit?: number,
    params: ListParams = {},
  ): Promise<Dict[]> {
    this.takes('fetchCanceledAndClosedOrders', params, LIST);
    return this.#ordersThatAre(['closed', 'canceled'], symbol, { since, limit, params });
  }

  async #ordersThatAre(
    statuses: readonly string[],
    symbol: string | undefined,
    asked: { readonly since: number | undefined; readonly limit: number | undefined; readonly params: ListParams },
  ): Promise<Dict[]> {
    const { since, limit, params } = asked;
    const orders = await this.#orders(symbol, since, params.until);
    return this.#chosen(
      orders.filter(({ status }) => statuses.includes(String(status))),
      params,
      since,
      limit,
    );
  }

  protected order(record: Records.OpenOrder | Records.OrderRecord): Dict {
    const market = this.safeMarket(record.symbol);
    return this.safeOrder({ symbol: market.symbol, ...orderOf(record, this.iso8601(record.createdTime)) }, market);
  }

  /** The trades of the last 30 days: from `since` on, or without it the newest of the last seven. */
  async fetchMyTrades(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Dict & { readonly until?: number } = {},
  ): Promise<Dict[]> {
    this.takes('fetchMyTrades', params, ['until']);
    const market = await this.someMarketOf(symbol);
    return this.#trades({ since, until: params.until, limit }, market && { symbol: market.id });
  }

  async #trades(span: Span, query: Records.TradeQuery = {}): Promise<Dict[]> {
    const client = await this.accountClient();
    const rows = await listed(span, await this.fetchTime(), this.tradeSource(client, query));
    return rows.map((trade) => this.ownTrade(trade));
  }

  protected tradeSource(
    client: { getTrades(query: Records.TradeQuery): Promise<{ readonly trades: readonly Records.Trade[] }> },
    query: Records.TradeQuery = {},
  ): Source<Records.Trade> {
    return {
      ...{ windowMs: WEEK_MS, keptMs: MONTH_MS },
      read: async (page) => (await client.getTrades({ ...query, ...page })).trades,
    };
  }

  /** What filled an order in the last 30 days. */
  async fetchOrderTrades(
    id: string,
    symbol?: string,
    since?: number,
    limit?: number,
    params: Dict = {},
  ): Promise<Dict[]> {
    this.takes('fetchOrderTrades', params);
    await this.someMarketOf(symbol);
    return this.#trades({ since: since ?? 0, until: undefined, limit }, { orderId: id });
  }

  protected ownTrade(record: Records.Trade): Dict {
    const market: Market = this.safeMarket(record.symbol);
    const parsed = ownTradeOf(record, this.iso8601(record.timestamp), market['settle']);
    return this.safeTrade({ symbol: market.symbol, ...parsed }, market);
  }

  /** The payments of the last 30 days: from `since` on, or without it the newest. Negative ones were paid. */
  async fetchFundingHistory(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Dict & { readonly until?: number } = {},
  ): Promise<Dict[]> {
    this.takes('fetchFundingHistory', params, ['until']);
    const market = await this.someMarketOf(symbol);
    const client = await this.accountClient();
    const span = { since, until: params.until, limit };
    const rows = await listed(span, await this.fetchTime(), this.fundingSource(client, market));
    return rows.map((info) => {
      const of = this.safeMarket(info.symbol);
      const { fundingTime: timestamp, paymentId: id } = info;
      const datetime = this.iso8601(timestamp);
      return { info, symbol: of.symbol, code: of['settle'], timestamp, datetime, id, amount: Number(info.payment) };
    });
  }

  protected fundingSource(
    client: { getFundingPayments(query: Records.FundingPaymentQuery): Promise<Records.FundingPayments> },
    market: Market | undefined,
  ): Source<Records.FundingPayments['fundingHistory'][number]> {
    return {
      ...{ windowMs: market ? MONTH_MS : FUNDING_WINDOW_MS, keptMs: MONTH_MS, hasOffset: false },
      read: async ({ startTime, endTime, limit }) => {
        const window = { startTime, endTime, limit };
        return (await client.getFundingPayments({ ...(market && { symbol: market.id }), ...window })).fundingHistory;
      },
    };
  }
}

/** Ids count up, and are beyond what a number holds. */
function byId(a: Dict, b: Dict): number {
  const [first, second] = [String(a['id']), String(b['id'])];
  if (first === second) return 0;
  return Precise.stringLt(first, second) ? -1 : 1;
}
