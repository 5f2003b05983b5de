/** What everybody may know: markets, prices, books, candles, funding, assets and the exchange itself. */
export interface Market {
  readonly symbol: string;
  readonly description: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly settleAsset: string;
  readonly isOpen: boolean;
  readonly isCloseOnly: boolean;
  readonly priceIncrement: string;
  readonly orderSizeIncrement: string;
  readonly minOrderSize: string;
  readonly maxMarketOrderSize: string;
  readonly maxLimitOrderSize: string;
  readonly minOrderPrice: string;
  readonly minNotionalValue: string;
  readonly limitOrderPriceCapRatio: string;
  readonly limitOrderPriceFloorRatio: string;
  readonly marketOrderPriceCapRatio: string;
  readonly marketOrderPriceFloorRatio: string;
  readonly liquidationClearanceFee: string;
  readonly defaultLeverage: number;
  readonly fundingRateCap: string;
  readonly fundingRateFloor: string;
  readonly maintenanceMarginTiers: readonly {
    readonly minPositionSize: string;
    readonly maxPositionSize: string;
    readonly maxLeverage: number;
    readonly initialMarginRequirement: string;
    readonly maintenanceMarginRequirement: string;
    readonly maintenanceDeductionValue: string;
  }[];
}

export interface MarketPrice {
  readonly symbol: string;
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  readonly lastPrice: string;
  readonly prevDayPrice: string;
  readonly volume24h: string;
  readonly quoteVolume24h: string;
  readonly fundingRate: string;
  readonly openInterest: string;
  readonly timestamp: number;
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

export type Interval = '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '8h' | '12h' | '1d' | '3d' | '1w' | '1M' | '3M';

export interface Candles {
  readonly symbol: string;
  readonly interval: Interval;
  readonly candles: readonly {
    readonly openTime: number;
    readonly closeTime: number;
    readonly openPrice: string;
    readonly highPrice: string;
    readonly lowPrice: string;
    readonly closePrice: string;
    readonly volume: string;
    readonly quoteVolume: string;
    readonly tradeCount: number;
  }[];
}

/** Rates are of one hour. */
export interface FundingRate {
  readonly symbol: string;
  readonly estimatedFundingRate: string;
  readonly lastSettlementRate: string;
  /** 0 before the first settlement. */
  readonly lastSettlementTime: number;
  readonly nextFundingTime: number;
  /** In milliseconds. */
  readonly fundingInterval: number;
}

export interface FundingRateHistory {
  readonly symbol: string;
  readonly fundingRates: readonly {
    readonly fundingRate: string;
    readonly fundingTime: number;
    readonly appliedAt: number;
  }[];
}

/** In base units. */
export interface OpenInterest {
  readonly symbol: string;
  readonly openInterest: string;
  readonly longOpenInterest: string;
  readonly shortOpenInterest: string;
  readonly timestamp: number;
}

export interface CollateralTerms {
  readonly collateral: string;
  readonly market: string;
  readonly depositCap: string;
  readonly ltv: string;
  readonly lltv: string;
  readonly withdrawFee: string;
  readonly quantityPrecision: number;
  readonly tiers: readonly {
    readonly id: number;
    readonly name: string;
    readonly minAmount: string;
    readonly maxAmount: string;
    readonly valueRatio: string;
    readonly haircut: string;
    readonly valueAddition: string;
  }[];
}

export interface Asset {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly quantityPrecision: number;
  readonly isCollateral: boolean;
  readonly withdrawFee: string;
}

export interface Tier {
  readonly tierId: string;
  readonly tierType: 'volume' | 'custom';
  readonly tierName: string;
  readonly minTradeVolume: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly maxSubAccounts: number;
  readonly maxOrdersPerMarket: number;
  readonly maxTotalOrders: number;
  readonly maxBorrowCapacity: string;
}

export interface LotteryEpoch {
  readonly epochId: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly status: 'open' | 'drawn';
  /** Five balls ascending, then the bonus ball; empty until the draw. */
  readonly drawnBalls: readonly number[];
  readonly vrfSeedTxHash?: string;
  readonly vrfDrawTxHash?: string;
}

export interface OwnAndDelegatedIds {
  readonly subAccountIds: readonly string[];
  readonly delegatedSubAccountIds: readonly string[];
}

export interface ExchangeStatus {
  readonly accepting_orders: boolean;
  readonly exchange_status: 'RUNNING' | 'MAINTENANCE';
  readonly code?: string;
  readonly message: string;
  readonly timestamp_ms: number;
}
