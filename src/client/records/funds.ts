/** What comes in, goes out and moves between subaccounts, and what the lottery gives. */
export type FundsStatus = 'pending' | 'success' | 'failed';

export interface Withdrawal {
  readonly symbol: string;
  /** With the fee; the destination receives the rest. */
  readonly amount: string;
  readonly destination: string;
}

export interface WithdrawalReceipt extends Withdrawal {
  /** Names the withdrawal, not the request. */
  readonly requestId: string;
}

export interface CollateralTransfer {
  readonly destinationSubAccountId: string;
  readonly symbol: string;
  readonly amount: string;
}

export interface CollateralExchange {
  readonly sourceAsset: string;
  readonly sourceAmountTaken: string;
  readonly targetAsset: string;
  readonly targetAmount: string;
  readonly indexPrice: string;
  readonly effectiveHaircut: string;
  readonly collateral: readonly { readonly symbol: string; readonly quantity: string }[];
}

export interface BalanceUpdate {
  readonly id: string;
  readonly subAccountId: string;
  readonly action: 'DEPOSIT' | 'WITHDRAWAL' | 'TRANSFER';
  readonly status: FundsStatus;
  readonly amount: string;
  readonly fee: string;
  readonly grossAmount: string;
  readonly collateral: string;
  readonly usdtNotional: string;
  readonly timestamp: number;
  readonly destinationAddress?: string;
  readonly txHash?: string;
  readonly fromSubAccountId?: string;
  readonly toSubAccountId?: string;
}

export interface Transfer {
  readonly transferId: string;
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  readonly amount: string;
  /** A transfer that was asked for, or what the insurance vault took over or covered in a liquidation. */
  readonly transferType: 'COLLATERAL_TRANSFER' | 'VAULT_TAKEOVER';
  readonly status: FundsStatus;
  readonly usdtNotional: string;
  readonly errorMessage?: string;
  readonly timestamp: number;
}

export interface WithdrawableAmounts {
  readonly items: readonly {
    readonly symbol: string;
    readonly withdrawableAmount: string;
    readonly quantity: string;
    readonly pendingWithdraw: string;
    readonly withdrawFee: string;
  }[];
  readonly totalWithdrawableUsdt: string;
}

export interface FundingPayments {
  readonly summary: {
    readonly totalFundingReceived: string;
    readonly totalFundingPaid: string;
    readonly netFunding: string;
    readonly totalPayments: string;
    readonly averagePaymentSize: string;
  };
  readonly fundingHistory: readonly {
    readonly paymentId: string;
    readonly symbol: string;
    readonly positionSize: string;
    readonly fundingRate: string;
    readonly payment: string;
    readonly fundingTime: number;
    readonly paymentTime: number;
  }[];
}

export interface Portfolio {
  readonly assets: readonly {
    readonly asset: string;
    readonly free: string;
    readonly locked: string;
    readonly total: string;
    readonly unrealizedPnL: string;
    readonly markPrice: string;
    readonly value: string;
  }[];
  readonly timestamp: number;
}

export interface LotteryTicket {
  readonly epochId: string;
  readonly ticketSerial: string;
  readonly ball1: number;
  readonly ball2: number;
  readonly ball3: number;
  readonly ball4: number;
  readonly ball5: number;
  readonly bonusBall: number;
}

export interface WinningTicket extends LotteryTicket {
  readonly prize: string;
}
