/** A subaccount: what it holds, what it has open, what it pays, and who may sign for it. */
export interface Collateral {
  readonly symbol: string;
  /** Negative is a debt. */
  readonly quantity: string;
  readonly price: string;
  readonly collateralValue: string;
  readonly adjustedCollateralValue: string;
  readonly haircutRate: string;
  readonly haircutAdjustment: string;
  readonly pendingWithdraw: string;
  readonly withdrawable: string;
  readonly calculatedAt: number;
}

export interface AccountLimits {
  readonly maxBorrowCapacity: string;
  readonly maxOrdersPerMarket: number;
  readonly maxSubAccounts: number;
  readonly maxTotalOrders: number;
}

export interface SubAccount {
  readonly subAccountId: string;
  readonly masterAccountId: string | null;
  readonly subAccountName: string;
  readonly collaterals: readonly Collateral[] | null;
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
  readonly positions: readonly HeldPosition[] | null;
  readonly marketPreferences: { readonly leverages: Readonly<Record<string, number>> };
  readonly feeRates: { readonly makerFeeRate: string; readonly takerFeeRate: string; readonly tierName: string };
  readonly accountLimits: AccountLimits;
  /** Of `getSubAccounts` only. */
  readonly delegatedSigners?: readonly Delegation[];
}

/** A subaccount that has just been made: what depends on money in it is empty text. */
export interface NewSubAccount {
  readonly subAccountId: string;
  readonly masterAccountId: null;
  readonly subAccountName: string;
  readonly accountLimits: AccountLimits;
}

/** A position as its subaccount lists it. */
export interface HeldPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryPrice: string;
  readonly quantity: string;
  readonly pnl: string;
  readonly upnl: string;
  readonly usedMargin: string;
  readonly maintenanceMargin: string;
  readonly liquidationPrice: string;
}

export interface Position {
  readonly positionId: string;
  readonly subAccountId: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryPrice: string;
  readonly quantity: string;
  readonly realizedPnl: string;
  readonly unrealizedPnl: string;
  readonly usedMargin: string;
  readonly maintenanceMargin: string;
  readonly liquidationPrice: string;
  readonly status: 'open' | 'close' | 'update';
  readonly netFunding: string;
  readonly adlBucket: number;
  readonly takeProfitOrders: readonly { readonly venueId: string; readonly clientId?: string }[];
  readonly stopLossOrders: readonly { readonly venueId: string; readonly clientId?: string }[];
  readonly updatedAt: number;
  readonly createdAt: number;
}

export interface ClosedPosition {
  readonly positionId: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryPrice: string;
  /** The largest size it had. */
  readonly quantity: string;
  readonly closePrice: string;
  readonly closeReason: 'close' | 'flip' | 'liquidation';
  readonly leverage?: number;
  /** Without fees. */
  readonly realizedPnl: string;
  readonly accumulatedFees: string;
  readonly netFunding: string;
  readonly closedAt: number;
  readonly createdAt: number;
  readonly tradeId: string;
}

export interface LeverageChange {
  readonly symbol: string;
  readonly previousLeverage: string;
  readonly newLeverage: string;
}

export interface IsolatedMarginChange {
  readonly symbol: string;
  readonly previousIsolatedMargin: string;
  readonly newIsolatedMargin: string;
}

export type Permission = 'session' | 'delegate';

export interface Delegation {
  readonly subAccountId: string;
  readonly walletAddress: string;
  readonly permissions: readonly Permission[];
  /** Null never ends. */
  readonly expiresAt: number | null;
}

export interface DelegatedSigner extends Delegation {
  readonly addedBy: string;
}

/** A subaccount that the caller may sign for. */
export interface DelegatedAccount {
  readonly subAccountId: string;
  readonly ownerAddress: string;
  readonly accountName: string;
  readonly accountValue: string;
  readonly adjustedAccountValue: string;
  readonly permissions: readonly Permission[];
  readonly expiresAt: number | null;
}

interface TierRates {
  readonly tierId: string;
  readonly tierName: string;
  readonly minTradeVolume: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

export interface FeeRate {
  readonly volume14d: string;
  /** A custom tier has no level. */
  readonly currentTier: TierRates & { readonly tierLevel: number | null; readonly tierType: 'volume' | 'custom' };
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly referralDiscountApplied: boolean;
  readonly referralDiscount: string;
  readonly tiers: readonly (TierRates & { readonly tierLevel: number })[];
}

export interface Referral {
  readonly referralId: string;
  readonly referrerId: string;
  readonly referredId: string;
  readonly status: 'ACTIVE' | 'EXPIRED';
  readonly commissionRate: string;
  readonly totalEarnings: string;
  readonly createdAt: number;
}

export type Period = 'day' | 'week' | 'month' | 'year';

export interface PerformanceHistory {
  readonly subAccountId: string;
  readonly period: Period;
  readonly performanceHistory: {
    readonly history: readonly { readonly sampledAt: number; readonly accountValue: string; readonly pnl: string }[];
    readonly volume: string;
  };
}

export interface RateLimits {
  readonly requestsUsed: number;
  readonly requestsCap: number;
}
