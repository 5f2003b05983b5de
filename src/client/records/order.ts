/** Orders and executions: what is asked for, what became of it, and what is told of it later. */
export type Side = 'buy' | 'sell';
export type PriceSource = 'mark' | 'last';
export type Direction = 'open long' | 'close long' | 'open short' | 'close short';
export type OrderType = 'LIMIT' | 'MARKET' | 'STOP_LOSS' | 'TAKE_PROFIT' | 'TWAP';
export type TimeInForce = 'GTC' | 'IOC' | 'GTD' | 'FOK';

export interface OrderItem {
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: 'limitGtc' | 'limitIoc' | 'limitGtd' | 'limitAlo' | 'market' | 'triggerSl' | 'triggerTp' | 'twap';
  /** Absent or empty with `closePosition`. */
  readonly quantity?: string;
  /** Absent on a market order. */
  readonly price?: string;
  readonly clientOrderId?: string;
  readonly reduceOnly?: boolean;
  readonly postOnly?: boolean;
  /** Unix seconds, for `limitGtd`. */
  readonly expiresAt?: number;
  /** Of `triggerSl` and `triggerTp`, like the three below. */
  readonly triggerPrice?: string;
  readonly triggerPriceType?: PriceSource;
  readonly isTriggerMarket?: boolean;
  readonly closePosition?: boolean;
  /** Of `twap`, like the three below. */
  readonly durationSeconds?: number;
  readonly intervalSeconds?: number;
  readonly sizeVarianceBps?: number;
  readonly intervalVarianceBps?: number;
}

/** How the orders of one request belong together. */
export type Grouping = 'na' | 'normalTpsl' | 'multipleTpsl' | 'positionTpsl' | 'twap';

/** An order with margin and leverage of its own. */
export interface IsolatedOrder {
  readonly order: OrderItem;
  readonly leverage: number | string;
  /** In the settlement asset. */
  readonly isolatedMargin: string;
}

export interface OrderId {
  readonly venueId: string;
  readonly clientId?: string;
}

/** One of `resting`, `filled`, `canceled` and `error` is there. */
export interface OrderStatus {
  readonly resting?: { readonly order: OrderId; readonly expiresAt?: number };
  readonly filled?: { readonly order: OrderId; readonly totalSize: string; readonly avgPrice: string };
  readonly canceled?: { readonly order: OrderId };
  readonly error?: string;
  readonly errorCode?: string;
  readonly order?: { readonly venueId: string | null; readonly clientId?: string };
}

export interface Statuses {
  readonly statuses: readonly OrderStatus[];
}

export interface Changes {
  readonly price?: string;
  readonly quantity?: string;
  readonly triggerPrice?: string;
}

export interface ModifyResult {
  readonly order?: OrderId;
  readonly status: 'modified' | 'rejected';
  readonly price?: string;
  readonly quantity?: string;
  readonly triggerPrice?: string;
  readonly cumQty?: string;
  readonly avgPrice?: string;
  readonly error?: string;
  readonly errorCode?: string;
  readonly timestamp: number;
}

export interface CancelledOrder {
  readonly order: OrderId;
  /** Empty on success. */
  readonly message: string;
  readonly symbol: string | null;
}

export interface CancelSwitch {
  readonly isActive: boolean;
  readonly timeoutSeconds: number;
  /** Absent while disarmed. */
  readonly triggerTime?: number;
}

interface OrderFacts {
  readonly order: OrderId;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly price: string;
  readonly triggerPrice: string;
  readonly triggerPriceType: PriceSource;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly closePosition: boolean;
  readonly createdTime: number;
  readonly updatedTime: number;
  readonly expiresAt?: number;
  readonly takeProfitOrder?: OrderId;
  readonly stopLossOrder?: OrderId;
}

export interface OpenOrder extends OrderFacts {
  readonly twapDetails?: {
    readonly averagePrice: string;
    readonly intervalMs: number;
    readonly totalTrades: number;
    readonly tradesFilled: number;
    readonly totalFees: string;
    readonly startedAtMs: number;
    readonly totalDurationMs: number;
  };
}

export type OrderState =
  | 'started'
  | 'placed'
  | 'partially filled'
  | 'filled'
  | 'cancelling'
  | 'cancelled'
  | 'rejected'
  | 'modifying'
  | 'modified'
  | 'unknown';

/** One state that an order has reached. */
export interface OrderRecord extends OrderFacts {
  /** Of an order that its position trimmed: what still works. */
  readonly remainingQuantity?: string;
  readonly status: OrderState;
  readonly filledPrice: string;
  readonly triggeredByLiquidation: boolean;
  readonly cancelReason?: string;
  readonly cancelledAt?: number;
}

export interface Trade {
  readonly tradeId: string;
  readonly order: OrderId;
  readonly orderType: 'limit' | 'market' | 'stopMarket' | 'takeProfitMarket' | 'stopLimit' | 'takeProfitLimit';
  readonly symbol: string;
  readonly side: Side;
  readonly direction: Direction;
  readonly price: string;
  readonly quantity: string;
  readonly realizedPnl: string;
  readonly fee: string;
  readonly feeRate: string;
  readonly markPrice: string;
  readonly entryPrice: string;
  readonly timestamp: number;
  readonly maker: boolean;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly triggeredByLiquidation: boolean;
}
