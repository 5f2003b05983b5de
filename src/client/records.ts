/**
 * What travels between a client and the exchange, as types. Decimals and ids are strings. Answers may carry
 * more fields than are named here; a client must let them pass.
 */
export interface OrderItem {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly orderType: 'limitGtc' | 'limitIoc' | 'limitGtd' | 'limitAlo' | 'market';
  readonly quantity: string;
  /** Absent on a market order. */
  readonly price?: string;
  readonly clientOrderId?: string;
  readonly reduceOnly?: boolean;
  readonly postOnly?: boolean;
  /** Unix seconds, for `limitGtd`. */
  readonly expiresAt?: number;
}

export interface OrderId {
  readonly venueId: string;
  readonly clientId?: string;
}

export interface OrderStatus {
  readonly resting?: { readonly order: OrderId };
  readonly filled?: { readonly order: OrderId; readonly totalSize: string; readonly avgPrice: string };
  readonly canceled?: { readonly order: OrderId };
  readonly error?: string;
  readonly errorCode?: string;
  readonly order?: { readonly venueId: string | null; readonly clientId?: string };
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

export interface OpenOrder {
  readonly order: OrderId;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly price: string;
  readonly timeInForce: string;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly createdTime: number;
  readonly updatedTime: number;
}

export interface Position {
  readonly positionId: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryPrice: string;
  readonly quantity: string;
  readonly realizedPnl: string;
  readonly unrealizedPnl: string;
  readonly usedMargin: string;
  readonly maintenanceMargin: string;
  readonly liquidationPrice: string;
  readonly status: string;
}

export interface SubAccount {
  readonly subAccountId: string;
  readonly masterAccountId: string | null;
  readonly subAccountName: string;
  readonly collaterals: readonly { readonly symbol: string; readonly quantity: string }[] | null;
  readonly crossMarginSummary: {
    readonly accountValue: string;
    readonly availableMargin: string;
    readonly totalUnrealizedPnl: string;
    readonly maintenanceMargin: string;
    readonly initialMargin: string;
    readonly withdrawable: string;
    readonly adjustedAccountValue: string;
    readonly debt: string;
  };
  readonly feeRates: { readonly makerFeeRate: string; readonly takerFeeRate: string; readonly tierName: string };
}

export interface Trade {
  readonly tradeId: string;
  readonly order: OrderId;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly direction: string;
  readonly price: string;
  readonly quantity: string;
  readonly realizedPnl: string;
  readonly fee: string;
  readonly timestamp: number;
  readonly maker: boolean;
}

export interface OrderRecord {
  readonly order: OrderId;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly status: string;
  readonly quantity: string;
  readonly price: string;
  readonly filledPrice: string;
  readonly filledQuantity: string;
  readonly createdTime: number;
  readonly updatedTime: number;
}

export interface Market {
  readonly symbol: string;
  readonly isOpen: boolean;
  readonly priceIncrement: string;
  readonly orderSizeIncrement: string;
  readonly minOrderSize: string;
}

export interface MarketPrice {
  readonly symbol: string;
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  readonly lastPrice: string;
}

export interface Orderbook {
  /** [price, quantity], best first. */
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

export interface PublicTrade {
  readonly tradeId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly timestamp: number;
}

export interface ExchangeStatus {
  readonly accepting_orders: boolean;
  readonly exchange_status: string;
  readonly code?: string;
  readonly message: string;
  readonly timestamp_ms: number;
}

export interface Tier {
  readonly tierId: string;
  readonly tierType: string;
  readonly tierName: string;
  readonly minTradeVolume: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}
