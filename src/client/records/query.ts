import type { Interval } from './market.ts';
import type { OrderState, OrderType, Side } from './order.ts';

/** What reads may be narrowed by. Times are Unix milliseconds. */
export interface Page {
  readonly limit?: number;
  readonly offset?: number;
}

export interface Window {
  readonly startTime?: number;
  readonly endTime?: number;
}

export interface OpenOrderQuery extends Page {
  readonly symbol?: string;
  readonly clientOrderId?: string;
  readonly side?: Side;
  readonly type?: OrderType;
  readonly status?: string;
}

export interface OrderHistoryQuery extends Page, Window {
  readonly status?: OrderState | readonly OrderState[];
  readonly symbol?: string;
  readonly side?: Side;
  readonly type?: OrderType;
}

export interface TradeQuery extends Page, Window {
  readonly symbol?: string;
  readonly orderId?: string;
}

export interface PositionQuery extends Page, Window {
  readonly status?: 'open' | 'close' | 'update';
  readonly symbol?: string;
  readonly sortBy?: 'updatedAt' | 'createdAt' | 'symbol';
  readonly sortOrder?: 'asc' | 'desc';
}

export interface PositionHistoryQuery extends Page, Window {
  readonly symbol?: string;
}

export interface FundingPaymentQuery extends Window {
  readonly symbol?: string;
  readonly limit?: number;
}

export interface BalanceUpdateQuery extends Page, Window {
  /** Kinds with commas between them: `DEPOSIT,WITHDRAWAL`. */
  readonly actionFilter?: string;
}

export interface TransferQuery extends Page, Window {
  readonly symbol?: string;
}

export interface CandleQuery extends Window {
  readonly symbol: string;
  readonly interval: Interval;
  readonly limit?: number;
}

export interface FundingRateHistoryQuery {
  readonly symbol: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly limit?: number;
}
