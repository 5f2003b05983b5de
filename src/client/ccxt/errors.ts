import * as ccxt from 'ccxt';

/** The ccxt error of each code of the API; any other code is an ExchangeError. */
const CLASSES: Readonly<Record<string, new (message: string) => Error>> = {
  RATE_LIMIT_EXCEEDED: ccxt.RateLimitExceeded,
  INVALID_FORMAT: ccxt.BadRequest,
  MISSING_REQUIRED_FIELD: ccxt.BadRequest,
  VALIDATION_ERROR: ccxt.BadRequest,
  NOT_FOUND: ccxt.BadRequest,
  METHOD_NOT_ALLOWED: ccxt.BadRequest,
  INVALID_VALUE: ccxt.InvalidOrder,
  SERVICE_UNAVAILABLE: ccxt.ExchangeNotAvailable,
  DATABASE_ERROR: ccxt.ExchangeNotAvailable,
  CACHE_ERROR: ccxt.ExchangeNotAvailable,
  INTERNAL_ERROR: ccxt.ExchangeNotAvailable,
  REQUEST_TIMEOUT: ccxt.RequestTimeout,
  OPERATION_TIMEOUT: ccxt.RequestTimeout,
  UNAUTHORIZED: ccxt.AuthenticationError,
  FORBIDDEN: ccxt.PermissionDenied,
  ASSET_NOT_FOUND: ccxt.BadSymbol,
  MARKET_NOT_FOUND: ccxt.BadSymbol,
  MARKET_CLOSED: ccxt.MarketClosed,
  COLLATERAL_PRICE_STALE: ccxt.OperationRejected,
  IDEMPOTENCY_CONFLICT: ccxt.DuplicateOrderId,
  MAX_ORDERS_PER_MARKET: ccxt.InvalidOrder,
  MAX_TOTAL_ORDERS: ccxt.InvalidOrder,
  INVALID_TRIGGER_PRICE: ccxt.InvalidOrder,
  INVALID_ORDER_SIDE: ccxt.InvalidOrder,
  QUANTITY_TOO_SMALL: ccxt.InvalidOrder,
  PRICE_OUT_OF_BOUNDS: ccxt.InvalidOrder,
  REDUCE_ONLY_NO_POSITION: ccxt.InvalidOrder,
  REDUCE_ONLY_SAME_SIDE: ccxt.InvalidOrder,
  REDUCE_ONLY_WOULD_INCREASE: ccxt.InvalidOrder,
  QUANTITY_BELOW_FILLED: ccxt.InvalidOrder,
  OI_CAP_EXCEEDED: ccxt.InvalidOrder,
  SELF_TRADE_PREVENTED: ccxt.InvalidOrder,
  POST_ONLY_WOULD_TRADE: ccxt.OrderImmediatelyFillable,
  NO_LIQUIDITY: ccxt.OrderNotFillable,
  IOC_NOT_FILLED: ccxt.OrderNotFillable,
  FOK_NOT_FILLED: ccxt.OrderNotFillable,
  INSUFFICIENT_MARGIN: ccxt.InsufficientFunds,
  ORDER_NOT_FOUND: ccxt.OrderNotFound,
  CANCEL_FAILED: ccxt.InvalidOrder,
  ORDER_REJECTED_BY_ENGINE: ccxt.InvalidOrder,
};

/** The error that a program of ccxt expects for a refusal; its message has the code and the text of the API. */
export function ccxtError(id: string, code: string, message: string): Error {
  const ErrorOfCode = CLASSES[code] ?? ccxt.ExchangeError;
  return new ErrorOfCode(`${id} ${code}: ${message}`);
}
