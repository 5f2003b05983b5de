import type { Dict } from 'ccxt';

/** Lengths of candles; ccxt and the API have the same names for them. */
const TIMEFRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '8h', '12h', '1d', '3d', '1w', '1M', '3M'];

/** ccxt's number for precision that is given as a smallest step. */
const TICK_SIZE = 4;

const ABSENT = [
  'spot',
  'margin',
  'future',
  'option',
  'sandbox',
  'CORS',
  'fetchCurrencies',
  'withdraw',
  'transfer',
  'setMarginMode',
];

const METHODS = [
  ...[
    'swap',
    'cancelAllOrders',
    'cancelOrder',
    'cancelOrders',
    'createOrder',
    'createReduceOnlyOrder',
    'createPostOnlyOrder',
  ],
  ...['createStopLossOrder', 'createTakeProfitOrder', 'createTriggerOrder', 'createStopOrder', 'createStopMarketOrder'],
  ...[
    'createStopLimitOrder',
    'editOrder',
    'fetchBalance',
    'fetchClosedOrders',
    'fetchCanceledOrders',
    'fetchFundingHistory',
  ],
  ...[
    'fetchFundingRate',
    'fetchFundingRates',
    'fetchFundingRateHistory',
    'fetchLeverage',
    'fetchMarkets',
    'fetchMyTrades',
  ],
  ...[
    'fetchOHLCV',
    'fetchOpenInterest',
    'fetchOpenOrders',
    'fetchOrder',
    'fetchOrderBook',
    'fetchOrders',
    'fetchPosition',
  ],
  ...[
    'fetchPositions',
    'fetchStatus',
    'fetchTicker',
    'fetchTickers',
    'fetchTime',
    'fetchTrades',
    'fetchTradingFee',
    'setLeverage',
  ],
];

export const STREAMED = [
  ...[
    'watchTicker',
    'watchTickers',
    'watchOrderBook',
    'watchTrades',
    'watchOHLCV',
    'watchOrders',
    'watchMyTrades',
    'watchPositions',
  ],
  'watchBalance',
];

/** `has` of ccxt: every name with the same value. */
export const having = (names: readonly string[], value: boolean): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** What ccxt asks an exchange to say of itself. */
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
  has: { ...having(ABSENT, false), ...having(METHODS, true), ...having(STREAMED, false), ws: false },
  timeframes: Object.fromEntries(TIMEFRAMES.map((name) => [name, name])),
  urls: {
    api: { rest: 'http://127.0.0.1:8700/v1', ws: 'ws://127.0.0.1:8700/v1/ws' },
    www: 'http://127.0.0.1:8700/docs',
    doc: 'http://127.0.0.1:8700/docs',
  },
  requiredCredentials: { apiKey: false, secret: false, privateKey: true, walletAddress: false },
  fees: { trading: { tierBased: true, percentage: true, maker: 0.0002, taker: 0.0005 } },
  options: { defaultType: 'swap' },
};
