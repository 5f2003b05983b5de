/**
 * States what must hold. A broken invariant is a bug of the exchange, never a user's mistake, so it throws and the
 * process stops: going on with a corrupt state would hide the cause. On hot paths a message with values in it is
 * passed as a function, because building the text costs more than the check.
 */
export function invariant(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new InvariantError(typeof message === 'string' ? message : message());
}

/** Throws what `invariant` throws. A hot path tests the condition itself, so that it makes no closure for a message. */
export function broken(message: string): never {
  throw new InvariantError(message);
}

/** Thrown when the exchange contradicts itself; transports respond with a generic 500. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** The item at a place that the list must have. Not for hot loops, which walk the items themselves. */
export function itemAt<T>(list: ArrayLike<T>, place: number): T {
  const item = list[place];
  if (item === undefined) throw new InvariantError(`a list of ${list.length} has no item at ${place}`);
  return item;
}

/**
 * Every error code of the exchange. Category, retry flag and HTTP status are facts of the contract (wire 5.1, R-21);
 * a refusal for which the specification states another status carries that status.
 */
export type ErrorCategory = 'REQUEST' | 'AUTH' | 'RATE_LIMIT' | 'TRADING' | 'SYSTEM';

interface ErrorEntry {
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  /** Status when the code is the response to the request itself; trading codes mostly travel inside a 200. */
  readonly http: number;
  /** The usual text; most validation texts are given where the rule is. */
  readonly message: string;
}

const entry = (category: ErrorCategory, http: number, message: string, retryable = false): ErrorEntry => ({
  category,
  retryable,
  http,
  message,
});

export const ERRORS = {
  RATE_LIMIT_EXCEEDED: entry('RATE_LIMIT', 429, 'Rate limit exceeded', true),
  INVALID_FORMAT: entry('REQUEST', 400, 'Invalid request body'),
  MISSING_REQUIRED_FIELD: entry('REQUEST', 400, 'required field is missing'),
  VALIDATION_ERROR: entry('REQUEST', 400, 'Invalid request parameters'),
  INVALID_VALUE: entry('REQUEST', 400, 'invalid value'),
  SERVICE_UNAVAILABLE: entry('SYSTEM', 503, 'trading service is draining, not accepting new orders', true),
  REQUEST_TIMEOUT: entry('SYSTEM', 503, 'Request timed out', true),
  UNAUTHORIZED: entry('AUTH', 401, 'Authentication failed'),
  FORBIDDEN: entry('AUTH', 403, 'forbidden'),
  NOT_FOUND: entry('SYSTEM', 404, 'not found'),
  METHOD_NOT_ALLOWED: entry('SYSTEM', 405, 'method not allowed'),
  ASSET_NOT_FOUND: entry('SYSTEM', 400, 'asset not found'),
  MARKET_NOT_FOUND: entry('TRADING', 404, 'market not found'),
  MARKET_CLOSED: entry('TRADING', 400, 'market is closed'),
  WICK_INSURANCE_ACTIVE: entry('TRADING', 400, 'orders blocked during wick insurance protection', true),
  COLLATERAL_PRICE_STALE: entry('TRADING', 400, 'collateral price is stale', true),
  IDEMPOTENCY_CONFLICT: entry('TRADING', 400, 'duplicate clientOrderId'),
  MAX_ORDERS_PER_MARKET: entry('TRADING', 400, 'max open orders per market exceeded'),
  MAX_TOTAL_ORDERS: entry('TRADING', 400, 'max total open orders exceeded'),
  MAX_SUB_ACCOUNTS_EXCEEDED: entry('TRADING', 400, 'Subaccount limit reached'),
  INVALID_TRIGGER_PRICE: entry('TRADING', 400, 'trigger price must be provided for conditional orders'),
  INVALID_ORDER_SIDE: entry('TRADING', 400, 'conditional order must have opposite side to position'),
  QUANTITY_TOO_SMALL: entry('TRADING', 400, 'quantity below minimum'),
  PRICE_OUT_OF_BOUNDS: entry('TRADING', 400, 'price out of bounds'),
  REDUCE_ONLY_NO_POSITION: entry('TRADING', 400, 'no open position found, cannot place reduce-only order'),
  REDUCE_ONLY_SAME_SIDE: entry('TRADING', 400, 'same side position found, reduce-only order failed'),
  REDUCE_ONLY_WOULD_INCREASE: entry('TRADING', 400, 'reduce-only orders would exceed position size'),
  QUANTITY_BELOW_FILLED: entry('TRADING', 400, 'quantity below filled amount'),
  OI_CAP_EXCEEDED: entry('TRADING', 400, 'open interest cap exceeded'),
  SELF_TRADE_PREVENTED: entry('TRADING', 400, 'self trade prevented'),
  POST_ONLY_WOULD_TRADE: entry('TRADING', 400, 'post only order would trade'),
  NO_LIQUIDITY: entry('TRADING', 400, 'no liquidity'),
  INSUFFICIENT_MARGIN: entry('TRADING', 400, 'insufficient margin'),
  ORDER_NOT_FOUND: entry('TRADING', 404, 'order not found'),
  POSITION_NOT_FOUND: entry('TRADING', 404, 'position not found'),
  CANCEL_FAILED: entry('TRADING', 400, 'cancel failed'),
  IOC_NOT_FILLED: entry('TRADING', 400, 'order could not be filled'),
  FOK_NOT_FILLED: entry('TRADING', 400, 'order could not be filled completely'),
  ORDER_REJECTED_BY_ENGINE: entry('TRADING', 400, 'order rejected by matching engine'),
  OPERATION_TIMEOUT: entry('SYSTEM', 503, 'context timeout', true),
  DATABASE_ERROR: entry('SYSTEM', 500, 'Internal server error', true),
  CACHE_ERROR: entry('SYSTEM', 500, 'Internal server error', true),
  UNKNOWN_ERROR: entry('SYSTEM', 500, 'Internal server error'),
  INTERNAL_ERROR: entry('SYSTEM', 500, 'Internal server error', true),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** The rejection of a command or request: a value, never an exception. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
  /** HTTP status when this refusal is the response to the whole request. */
  readonly http: number;
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * The only way to make a refusal. `message` falls back to the code's usual text; `http` to the code's status.
 */
export function refuse(
  code: ErrorCode,
  message: string = ERRORS[code].message,
  options: { http?: number; details?: Record<string, string> } = {},
): Refusal {
  const base = { kind: 'refused', code, message, http: options.http ?? ERRORS[code].http } as const;
  return options.details ? { ...base, details: options.details } : base;
}

/** INVALID_FORMAT for a field of another JSON type; `details` says which field, and what it takes where that is known. */
export function wrongType(field: string, takes?: string, message?: string): Refusal {
  return refuse('INVALID_FORMAT', message, {
    details: { field, ...(takes !== undefined && { hint: `must be ${takes}` }) },
  });
}

/** The refusal of something inside `path`, whose details name the field from there. */
export function refusalWithin(path: string, refusal: Refusal): Refusal {
  const { details } = refusal;
  const field = details?.['field'];
  return field === undefined ? refusal : { ...refusal, details: { ...details, field: `${path}.${field}` } };
}

/** Returns true for a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused';
}
