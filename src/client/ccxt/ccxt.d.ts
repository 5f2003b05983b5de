/**
 * What perpsim uses of ccxt, so that its sources compile without ccxt: an installation may lack it. A program that has ccxt compiles
 * against the types of ccxt itself.
 */
declare module 'ccxt' {
  /** A unified structure, or a part of one. */
  export type Dict = Record<string, unknown>;
  export type Symbols = readonly string[] | undefined;
  /** Decimal text is exact, a number as exact as it is. */
  export type Amount = number | string;

  export interface Market extends Dict {
    readonly id: string;
    readonly symbol: string;
  }

  export class Exchange {
    constructor(config?: object);
    id: string;
    headers: Record<string, string>;
    options: Dict;
    urls: { api: { rest: string; ws: string } } & Dict;
    has: Record<string, boolean | string | undefined>;
    features: Dict;
    markets: Record<string, Market> | undefined;
    symbols: string[];
    currencies: Record<string, { readonly id: string } & Dict>;
    timeframes: Record<string, string>;
    enableRateLimit: boolean;
    privateKey: string | undefined;
    walletAddress: string | undefined;
    newUpdates: boolean;

    describe(): Dict;
    deepExtend(...parts: readonly object[]): Dict;
    checkRequiredCredentials(): boolean;
    throttle(cost?: number): Promise<void>;
    fetch(url: string, method?: string, headers?: object, body?: string): Promise<unknown>;
    close(): Promise<void>;

    loadMarkets(reload?: boolean): Promise<Record<string, Market>>;
    setMarketsFromExchange(source: Exchange): void;
    market(symbol: string): Market;
    safeMarket(id: string): Market;
    marketSymbols(symbols: Symbols): string[] | undefined;
    safeCurrencyCode(id: string): string;
    amountToPrecision(symbol: string, amount: Amount): string;
    priceToPrecision(symbol: string, price: Amount): string;
    numberToString(value: Amount): string;
    parseTimeframe(timeframe: string): number;
    iso8601(timestamp: number | undefined): string | undefined;
    milliseconds(): number;
    featureValue(symbol: string, method?: string, param?: string): unknown;

    /** What ccxt makes of the methods of an exchange. */
    fetchL2OrderBook(symbol: string, limit?: number, params?: Dict): Promise<Dict>;
    fetchOrderWithClientOrderId(clientOrderId: string, symbol?: string, params?: Dict): Promise<Dict>;
    cancelOrderWithClientOrderId(clientOrderId: string, symbol?: string, params?: Dict): Promise<Dict>;
    cancelOrdersWithClientOrderIds(clientOrderIds: readonly string[], symbol?: string, params?: Dict): Promise<Dict[]>;
    editOrderWithClientOrderId(
      clientOrderId: string,
      symbol: string,
      type: string,
      side: string,
      amount?: Amount,
      price?: Amount,
      params?: Dict,
    ): Promise<Dict>;

    safeMarketStructure(market: Dict): Market;
    safeCurrencyStructure(currency: Dict): Dict;
    safeTicker(ticker: Dict, market?: Market): Dict;
    safeTrade(trade: Dict, market?: Market): Dict;
    safeOrder(order: Dict, market?: Market): Dict;
    safePosition(position: Dict): Dict;
    safeBalance(balance: Dict): Dict;
    parseOrderBook(book: object, symbol: string, timestamp?: number): Dict;
    filterBySymbolSinceLimit(array: readonly Dict[], symbol?: string, since?: number, limit?: number): Dict[];
    filterBySinceLimit(
      array: readonly unknown[],
      since?: number,
      limit?: number,
      key?: string | number,
      tail?: boolean,
    ): unknown[];
    filterByArray(objects: readonly Dict[], key: string, values?: Symbols, indexed?: boolean): Dict[];
    indexBy(array: readonly Dict[], key: string): Record<string, Dict>;
    safeTickers(tickers: Record<string, Dict>): Record<string, Dict>;
  }

  /** Arithmetic on decimal text. */
  export class Precise {
    static stringAdd(a: string, b: string): string;
    static stringSub(a: string, b: string): string;
    static stringMul(a: string, b: string): string;
    static stringDiv(a: string, b: string, digits?: number): string;
    static stringNeg(a: string): string;
    static stringLt(a: string, b: string): boolean;
    static stringGt(a: string, b: string): boolean;
    static stringEq(a: string, b: string): boolean;
  }

  export class BaseError extends Error {}
  type ErrorClass = new (message: string) => BaseError;
  export const ExchangeError: ErrorClass;
  export const ExchangeClosedByUser: ErrorClass;
  export const ArgumentsRequired: ErrorClass;
  export const AuthenticationError: ErrorClass;
  export const BadRequest: ErrorClass;
  export const BadSymbol: ErrorClass;
  export const DuplicateOrderId: ErrorClass;
  export const ExchangeNotAvailable: ErrorClass;
  export const InsufficientFunds: ErrorClass;
  export const InvalidOrder: ErrorClass;
  export const MarketClosed: ErrorClass;
  export const NetworkError: ErrorClass;
  export const NotSupported: ErrorClass;
  export const OperationRejected: ErrorClass;
  export const OrderImmediatelyFillable: ErrorClass;
  export const OrderNotFillable: ErrorClass;
  export const OrderNotFound: ErrorClass;
  export const PermissionDenied: ErrorClass;
  export const RateLimitExceeded: ErrorClass;
  export const RequestTimeout: ErrorClass;
  export const UnsubscribeError: ErrorClass;
}
