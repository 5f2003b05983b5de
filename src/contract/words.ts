import type { CancelCause, OrderKind } from '../engine/event.ts';
import type { TradeCause } from '../engine/liquidation/terms.ts';
import { isOneOf } from '../kernel/entries.ts';

/** The engine's vocabulary in the words of the wire (wire 2.3 and 2.18, R-24). Time in force is the same on both sides. */

/** Order type of open orders and history. */
export const ORDER_TYPE_WORDS = ['LIMIT', 'MARKET', 'STOP_LOSS', 'TAKE_PROFIT', 'TWAP'] as const;
export type OrderTypeWord = (typeof ORDER_TYPE_WORDS)[number];

/** Order type of private trades. */
export const TRADE_TYPE_WORDS = [
  'limit',
  'market',
  'stopMarket',
  'takeProfitMarket',
  'stopLimit',
  'takeProfitLimit',
] as const;
export type TradeTypeWord = (typeof TRADE_TYPE_WORDS)[number];

const KIND_WORDS: Readonly<Record<OrderKind, { order: OrderTypeWord; trade: TradeTypeWord }>> = {
  limit: { order: 'LIMIT', trade: 'limit' },
  market: { order: 'MARKET', trade: 'market' },
  stopMarket: { order: 'STOP_LOSS', trade: 'stopMarket' },
  stopLimit: { order: 'STOP_LOSS', trade: 'stopLimit' },
  takeProfitMarket: { order: 'TAKE_PROFIT', trade: 'takeProfitMarket' },
  takeProfitLimit: { order: 'TAKE_PROFIT', trade: 'takeProfitLimit' },
  // A parent never trades itself; its chunks are orders of the two kinds above.
  twap: { order: 'TWAP', trade: 'market' },
};

/** Returns the word for a kind of order in lists of orders. */
export const orderTypeWord = (kind: OrderKind): OrderTypeWord => KIND_WORDS[kind].order;
/** Returns the word for a kind of order in lists of trades. */
export const tradeTypeWord = (kind: OrderKind): TradeTypeWord => KIND_WORDS[kind].trade;

export const TIME_IN_FORCE_WORDS = ['GTC', 'IOC', 'GTD', 'FOK'] as const;

export const TRIGGER_PRICE_TYPES = ['mark', 'last'] as const;
/** What an order without a trigger reports as well, because the field has no empty value. */
export const DEFAULT_TRIGGER_PRICE_TYPE = 'mark';

/** Statuses that getOrderHistory filters by; rows carry the ones that an order can come to rest in. */
export const HISTORY_STATUSES = [
  'started',
  'placed',
  'partially filled',
  'filled',
  'cancelling',
  'cancelled',
  'rejected',
  'modifying',
  'modified',
  'unknown',
] as const;

/** What older rows may still say of an order's status. */
export const OLDER_STATUSES = ['open', 'partially_filled', 'NEW', 'PARTIALLY_FILLED', 'FILLED'] as const;

/** Position effect of a trade. */
export const DIRECTIONS = ['open long', 'close long', 'open short', 'close short'] as const;

export const SIDES = ['buy', 'sell'] as const;
/** Returns true for a direction of a trade, such as `Open Long`. */
export const isDirection = (text: string): text is (typeof DIRECTIONS)[number] => isOneOf(DIRECTIONS, text);
/** Returns true for a status that the order history can be filtered by. */
export const isHistoryStatus = (text: string): text is (typeof HISTORY_STATUSES)[number] =>
  isOneOf(HISTORY_STATUSES, text);

/**
 * Why an order ended, as history rows and order events say it; null (no field) for a cancel that was asked
 * for. The contract gives `EXPIRED`; the others follow its style.
 */
const CANCEL_REASONS: Readonly<Record<CancelCause, string | null>> = {
  user: null,
  expired: 'EXPIRED',
  remainder: 'IOC_REMAINDER',
  reduce_only: 'REDUCE_ONLY_POSITION_CLOSED',
  no_room: 'REDUCE_ONLY_WOULD_INCREASE',
  self_trade: 'SELF_TRADE_PREVENTED',
  no_position: 'NO_POSITION',
  position_closed: 'POSITION_CLOSED',
  sibling: 'SIBLING_TRIGGERED',
  main_cancelled: 'MAIN_ORDER_CANCELLED',
  scheduled: 'SCHEDULED_CANCEL',
  disconnected: 'CANCEL_ON_DISCONNECT',
  twap_ended: 'TWAP_ENDED',
  maintenance_breach: 'MMR_BREACH',
  takeover_breach: 'RMR_BREACH',
  vault_takeover: 'VAULT_TAKEOVER',
  adl: 'ADL',
  delisted: 'MARKET_DELISTED',
  INSUFFICIENT_MARGIN: 'INSUFFICIENT_MARGIN',
  OI_CAP_EXCEEDED: 'OI_CAP_EXCEEDED',
  PRICE_OUT_OF_BOUNDS: 'PRICE_OUT_OF_BOUNDS',
  SELF_TRADE_PREVENTED: 'SELF_TRADE_PREVENTED',
  NO_LIQUIDITY: 'NO_LIQUIDITY',
  MARKET_CLOSED: 'MARKET_CLOSED',
  COLLATERAL_PRICE_STALE: 'COLLATERAL_PRICE_STALE',
};

/** Returns the words of the wire for the cause of a cancel; null where it has none. */
export const cancelReasonOf = (cause: CancelCause): string | null => CANCEL_REASONS[cause];

/** Returns why the exchange closed a position by an order that its owner did not ask for; undefined for a trade of the owner. */
export const closingCauseOf = (cause: TradeCause): CancelCause | undefined =>
  cause === 'adl' ? 'adl' : cause === 'settlement' ? 'delisted' : undefined;
