import type { Dict } from 'ccxt';

/** What ccxt asks an exchange to say of itself: what it has, and what its methods take. */

/** Lengths of candles; ccxt and the API have the same names for them. */
const TIMEFRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '8h', '12h', '1d', '3d', '1w', '1M', '3M'];

/** ccxt's number for precision that is given as a smallest step. */
const TICK_SIZE = 4;

/** ccxt's names of methods, each once; a list for each group of docs/ccxt-methods.md. */
const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Methods over REST. */
export const METHODS: Readonly<Record<string, readonly string[]>> = {
  Markets: split(`
    fetchMarkets fetchCurrencies fetchStatus fetchTime fetchTicker fetchTickers fetchBidsAsks fetchLastPrices fetchMarkPrice
    fetchMarkPrices fetchOrderBook fetchOrderBooks fetchL2OrderBook fetchTrades fetchOHLCV fetchFundingRate fetchFundingRates
    fetchFundingInterval fetchFundingIntervals fetchFundingRateHistory fetchOpenInterest fetchOpenInterests
    fetchLeverageTiers fetchMarketLeverageTiers fetchDepositWithdrawFee fetchDepositWithdrawFees`),
  'Placing orders': split(`
    createOrder createOrders createLimitOrder createMarketOrder createLimitBuyOrder createLimitSellOrder createMarketBuyOrder
    createMarketSellOrder createPostOnlyOrder createReduceOnlyOrder createTriggerOrder createStopOrder createStopLimitOrder
    createStopMarketOrder createStopLossOrder createTakeProfitOrder createOrderWithTakeProfitAndStopLoss`),
  'Editing and cancelling orders': split(`
    editOrder editOrders editOrderWithClientOrderId cancelOrder cancelOrderWithClientOrderId cancelOrders
    cancelOrdersWithClientOrderId cancelOrdersForSymbols cancelAllOrders cancelAllOrdersAfter`),
  'Orders and trades': split(`
    fetchOrder fetchOrderWithClientOrderId fetchOpenOrder fetchClosedOrder fetchOrders fetchOpenOrders fetchClosedOrders
    fetchCanceledOrders fetchCanceledAndClosedOrders fetchOrderTrades fetchMyTrades`),
  'Positions and margin': split(`
    fetchPosition fetchPositions fetchPositionsForSymbol fetchPositionHistory fetchPositionsHistory fetchPositionMode
    fetchPositionADLRank fetchPositionsADLRank closePosition closeAllPositions setLeverage fetchLeverage fetchLeverages
    addMargin reduceMargin fetchFundingHistory`),
  'Money and accounts': split(`
    fetchBalance fetchAccounts fetchTradingFee fetchTradingFees fetchLedger fetchDeposits fetchWithdrawals
    fetchDepositsWithdrawals transfer fetchTransfer fetchTransfers withdraw`),
};

/** Requests over WebSocket, with the same parameters and responses as over REST. */
export const SOCKET_METHODS: Readonly<Record<string, readonly string[]>> = {
  'Orders over WebSocket': split(`
    createOrderWs createOrdersWs createLimitOrderWs createMarketOrderWs createLimitBuyOrderWs createLimitSellOrderWs
    createMarketBuyOrderWs createMarketSellOrderWs createPostOnlyOrderWs createReduceOnlyOrderWs createTriggerOrderWs
    createStopOrderWs createStopLimitOrderWs createStopMarketOrderWs createStopLossOrderWs createTakeProfitOrderWs
    createOrderWithTakeProfitAndStopLossWs editOrderWs cancelOrderWs cancelOrdersWs cancelAllOrdersWs`),
  'Reads over WebSocket': split(`
    fetchOrderWs fetchOrdersWs fetchOpenOrdersWs fetchClosedOrdersWs fetchMyTradesWs fetchPositionWs fetchPositionsWs
    fetchPositionsForSymbolWs fetchBalanceWs fetchTradingFeesWs fetchDepositsWs fetchWithdrawalsWs fetchTickerWs
    fetchTickersWs fetchOrderBookWs fetchTradesWs fetchOHLCVWs fetchMarketsWs fetchCurrenciesWs`),
};

/** What is followed over WebSocket, and what ends it. */
export const STREAMED: Readonly<Record<string, readonly string[]>> = {
  Streams: split(`
    watchTicker watchTickers watchBidsAsks watchOrderBook watchOrderBookForSymbols watchTrades watchTradesForSymbols watchOHLCV
    watchOHLCVForSymbols watchOrders watchOrdersForSymbols watchMyTrades watchPosition watchPositions watchBalance
    unWatchTicker unWatchTickers unWatchOrderBook unWatchOrderBookForSymbols unWatchTrades unWatchTradesForSymbols unWatchOHLCV
    unWatchOHLCVForSymbols`),
};

/** What there is not, and why. */
export const ABSENT: readonly (readonly [why: string, names: readonly string[]])[] = [
  [
    'every market is a linear perpetual swap',
    split('spot margin future option index fetchGreeks fetchOption fetchOptionChain'),
  ],
  [
    'margin is chosen by the order (`marginMode` of `createOrder`), not by the market, and the API does not say which a market has',
    split('setMarginMode fetchMarginMode fetchMarginModes setMargin fetchMarginAdjustmentHistory'),
  ],
  ['positions are one-way', split('setPositionMode')],
  [
    'the API has no such order',
    split(
      'createTrailingAmountOrder createTrailingPercentOrder createMarketOrderWithCost createMarketBuyOrderWithCost',
    ),
  ],
  ['candles are of trades', split('fetchMarkOHLCV fetchIndexOHLCV fetchPremiumIndexOHLCV')],
  ['the API has the present alone', split('fetchOpenInterestHistory fetchLongShortRatio fetchLongShortRatioHistory')],
  [
    'collateral is not borrowed but owed',
    split(
      'borrowCrossMargin borrowIsolatedMargin repayCrossMargin repayIsolatedMargin fetchBorrowInterest fetchCrossBorrowRate fetchCrossBorrowRates',
    ),
  ],
  ['money comes in on chain, without an address of one’s own', split('fetchDepositAddress createDepositAddress')],
  [
    'liquidations are a stream of the API, which `StreamClient` follows',
    split('fetchLiquidations fetchMyLiquidations watchLiquidations'),
  ],
  ['there is no test network beside it: it is one', split('sandbox')],
  ['the API sends no such headers', split('CORS')],
];

/** `has` of ccxt: every name with the same value. */
const having = (groups: Readonly<Record<string, readonly string[]>>, value: boolean): Record<string, boolean> =>
  Object.fromEntries(Object.values(groups).flatMap((names) => names.map((name) => [name, value])));

const LISTED = { marginMode: false, limit: undefined, daysBack: 365, untilDays: 365, trigger: true, trailing: false };

/** What the methods take, in the form in which ccxt has it: a bot asks with `featureValue`. */
const FEATURES = {
  sandbox: false,
  createOrder: {
    ...{ marginMode: true, triggerPrice: true, triggerDirection: true, stopLossPrice: true, takeProfitPrice: true },
    triggerPriceType: { last: true, mark: true, index: false },
    attachedStopLossTakeProfit: {
      triggerPriceType: { last: true, mark: true, index: false },
      price: true,
    },
    timeInForce: { GTC: true, IOC: true, FOK: false, PO: true, GTD: true },
    ...{ hedged: false, leverage: false, marketBuyRequiresPrice: false, marketBuyByCost: false },
    ...{ selfTradePrevention: false, trailing: false, iceberg: false },
  },
  createOrders: { max: 20 },
  fetchMyTrades: { marginMode: false, limit: undefined, daysBack: 30, untilDays: 30, symbolRequired: false },
  fetchOrder: { marginMode: false, trigger: true, trailing: false, symbolRequired: false },
  fetchOpenOrders: { marginMode: false, limit: undefined, trigger: true, trailing: false, symbolRequired: false },
  fetchOrders: { ...LISTED, symbolRequired: false },
  fetchClosedOrders: { ...LISTED, daysBackCanceled: 365, symbolRequired: false },
  fetchOHLCV: { limit: 5_000 },
};

export const DESCRIPTION: Dict = {
  id: 'perpsim',
  name: 'perpsim',
  countries: [],
  version: 'v1',
  // The exchange counts tokens; this is far below what they allow.
  rateLimit: 20,
  pro: false,
  dex: false,
  certified: false,
  quoteJsonNumbers: false,
  precisionMode: TICK_SIZE,
  has: {
    ...Object.fromEntries(ABSENT.flatMap(([, names]) => names.map((name) => [name, false]))),
    swap: true,
    ...having(METHODS, true),
    // ccxt says of itself that it has this one.
    ...having(SOCKET_METHODS, false),
    ...having(STREAMED, false),
    ws: false,
  },
  features: { swap: { linear: FEATURES } },
  timeframes: Object.fromEntries(TIMEFRAMES.map((name) => [name, name])),
  urls: {
    api: { rest: 'http://127.0.0.1:8700/v1', ws: 'ws://127.0.0.1:8700/v1/ws' },
    www: 'http://127.0.0.1:8700/docs',
    doc: 'http://127.0.0.1:8700/docs',
  },
  requiredCredentials: { apiKey: false, secret: false, privateKey: true, walletAddress: false },
  // Of a new account, until the markets are loaded.
  fees: { trading: { tierBased: true, percentage: true, maker: 0.0002, taker: 0.0005 } },
  options: { defaultType: 'swap' },
};

/** What the class with streams says beside that. */
export const STREAMED_DESCRIPTION: Dict = {
  pro: true,
  has: { ws: true, ...having(SOCKET_METHODS, true), ...having(STREAMED, true) },
};
