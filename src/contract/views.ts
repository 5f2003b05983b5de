import type { AccountNo, OrderNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { JsonText } from './json.ts';
import type { OrderRecord } from './orders/order-record.ts';
import type { TradeRecord } from './records/trade-record.ts';

/** Bytes of the records of one response: 1 MiB without what stands around them. */
export const RECORD_BYTES_MAX = 1_047_552;

/**
 * The part of the past of the markets that a read looks at. What came before the start is made when it is first read, which takes
 * longer than a read may, so it is made elsewhere before.
 */
export type PastNeed =
  | { readonly kind: 'candles'; readonly query: CandlesQuery }
  /** The last 24 hours of all markets. */
  | { readonly kind: 'day' };

/**
 * What reads may ask of history. The projections implement it from events alone; every id and decimal is
 * already wire text, because that is how the rows are kept (DUR-16).
 */
export interface Views {
  /** Newest update first, equal times by descending row id. */
  orderRecords(query: OrderHistoryQuery): JsonText<OrderRecord[]>;
  /** Newest first, equal times by descending trade id. */
  tradeRecords(query: TradesQuery): TradePage;
  /** Closed positions, newest close first unless the query says otherwise. */
  closedPositions(query: ClosedPositionsQuery): readonly ClosedPositionRow[];
  /** What a subaccount was worth, and what it has traded. */
  performance(query: AccountValueQuery): AccountValueRecord;
  /** Deposits, withdrawals and transfers, newest first, equal times by descending id. */
  balanceUpdates(query: BalanceUpdatesQuery): readonly BalanceUpdateRow[];
  /** Transfers out of and into a subaccount, newest first. `total` counts all matches. */
  transfers(query: TransfersQuery): { readonly rows: readonly TransferRow[]; readonly total: number };
  /** Funding paid and received, newest first, with what all that match come to. */
  fundingPayments(query: FundingPaymentsQuery): FundingPayments;
  /** Settled funding rates of a market, newest first. */
  fundingRates(query: FundingRatesQuery): readonly FundingRateRow[];
  /** Candles that reach into the window, oldest first. */
  candles(query: CandlesQuery): readonly CandleRow[];
  /** Public executions of a market, newest first, at most `limit`. */
  lastTrades(symbol: string, limit: number): readonly PublicTradeRow[];
  /** Figures over the last 24 hours of exchange time. */
  dayStats(symbol: string): DayStats;
}

export interface TradePage {
  /** Null when the words of a stored record are none of the contract's. */
  readonly records: JsonText<TradeRecord[]> | null;
  /** Counts all matches. */
  readonly total: number;
}

export interface OrderHistoryQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly symbol?: string;
  readonly side?: string;
  readonly type?: string;
  /** Empty or absent: every status. */
  readonly statuses?: readonly string[];
  /** Absent: every match. */
  readonly limit?: number;
  readonly offset?: number;
  /** Bytes of all records; those that do not fit any more are left out. Absent: no bound. */
  readonly bytesMax?: number;
}

/** Position trade leg of the specification. */
export interface LegRow {
  readonly id: string;
  readonly position_id: string;
  readonly leg_type: 'close' | 'open';
  readonly direction: string;
  readonly quantity: string;
  readonly fee: string;
  /** On close legs only. */
  readonly closed_pnl?: string;
  readonly entry_price: string;
}

export interface TradesQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly symbol?: string;
  readonly order?: OrderNo;
  readonly positionId?: string;
  readonly limit: number;
  readonly offset: number;
}

export interface ClosedPositionsQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly symbol?: string;
  /** Absent: every match. */
  readonly limit?: number;
  readonly offset?: number;
  /** Equal keys by position id, in the same direction. Absent: newest close first, equal times by descending row. */
  readonly sort?: { readonly by: 'closedAt' | 'createdAt' | 'symbol'; readonly isAscending: boolean };
}

export interface ClosedPositionRow {
  readonly positionId: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryPrice: string;
  /** Largest size the position had. */
  readonly quantity: string;
  /** Average price of the executions that closed it, by quantity. */
  readonly closePrice: string;
  /** `liquidation` is for the liquidated side alone: a winner that is deleveraged has a `close`. */
  readonly closeReason: 'close' | 'flip' | 'liquidation';
  /** What the user had set for the market; null when nothing. */
  readonly leverage: number | null;
  readonly realizedPnl: string;
  readonly accumulatedFees: string;
  readonly netFunding: string;
  readonly closedAt: TimeMs;
  readonly createdAt: TimeMs;
  /** The trade that closed it. */
  readonly tradeId: string;
}

export interface AccountValueQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
}

export interface AccountValueRecord {
  /** Oldest first, from the last one at or before `from`, if there is one, to the last one at or before `to`. */
  readonly samples: readonly ValueSampleRow[];
  /** Notional of everything traded in the book until now. */
  readonly volume: string;
}

/** A subaccount on a full hour. */
export interface ValueSampleRow {
  readonly at: TimeMs;
  readonly value: string;
  /** Running totals: what came in from outside less what went out, and what was traded. */
  readonly inflow: string;
  readonly volume: string;
}

export const BALANCE_ACTIONS = ['DEPOSIT', 'WITHDRAWAL', 'TRANSFER'] as const;
export type BalanceAction = (typeof BALANCE_ACTIONS)[number];
export const FUNDS_STATUSES = ['pending', 'success', 'failed'] as const;
export type FundsStatus = (typeof FUNDS_STATUSES)[number];

export interface BalanceUpdatesQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly actions: readonly BalanceAction[];
  readonly limit: number;
  readonly offset: number;
}

export interface BalanceUpdateRow {
  readonly id: string;
  readonly action: BalanceAction;
  readonly status: FundsStatus;
  /** Signed change of the balance, fee included. */
  readonly amount: string;
  readonly fee: string;
  readonly grossAmount: string;
  readonly collateral: string;
  readonly usdtNotional: string;
  readonly timestamp: TimeMs;
  /** Withdrawals only. */
  readonly destinationAddress: string | null;
  readonly txHash: string | null;
  /** Transfers between subaccounts only. */
  readonly fromSubAccountId: string | null;
  readonly toSubAccountId: string | null;
}

export interface TransfersQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly asset?: string;
  readonly limit: number;
  readonly offset: number;
}

/** A transfer that was asked for; or a movement between a liquidated subaccount and the vault, either way. */
export const TRANSFER_TYPES = ['COLLATERAL_TRANSFER', 'VAULT_TAKEOVER'] as const;
export type TransferType = (typeof TRANSFER_TYPES)[number];

export interface TransferRow {
  readonly transferId: string;
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  readonly amount: string;
  readonly transferType: TransferType;
  readonly status: FundsStatus;
  readonly usdtNotional: string;
  /** Why it failed; null for one that did not. */
  readonly errorMessage: string | null;
  readonly timestamp: TimeMs;
}

export interface FundingPaymentsQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly symbol?: string;
  readonly limit: number;
}

export interface FundingPayments {
  readonly rows: readonly FundingPaymentRow[];
  /** Sums over all payments that match, listed or not; `paid` is written without its sign. */
  readonly received: string;
  readonly paid: string;
  readonly net: string;
  readonly count: number;
  /** Mean size of a payment, whatever its direction. */
  readonly averageSize: string;
}

export interface FundingPaymentRow {
  readonly paymentId: string;
  readonly symbol: string;
  /** Signed, negative is short. */
  readonly positionSize: string;
  /** One-hour ratio. */
  readonly fundingRate: string;
  /** Negative was paid. */
  readonly payment: string;
  readonly at: TimeMs;
}

export interface FundingRatesQuery {
  readonly symbol: string;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly limit: number;
}

export interface FundingRateRow {
  /** One-hour ratio. */
  readonly fundingRate: string;
  readonly at: TimeMs;
}

/** Candles that one read returns at most. */
export const CANDLES_MAX = 5_000;

export const CANDLE_INTERVALS = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '4h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
  '3M',
] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

export interface CandlesQuery {
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly now: TimeMs;
  /** Of more, the newest. */
  readonly limit: number;
}

export interface CandleRow {
  readonly openTime: TimeMs;
  /** When the next candle opens. */
  readonly closeTime: TimeMs;
  readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  readonly closePrice: string;
  readonly volume: string;
  readonly quoteVolume: string;
  readonly tradeCount: number;
}

export interface PublicTradeRow {
  readonly tradeId: string;
  readonly symbol: string;
  /** Taker side. */
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly timestamp: TimeMs;
}

export interface DayStats {
  /** Last trade price at or before 24 hours ago, else the oldest known, else empty. */
  readonly prevDayPrice: string;
  readonly volume: string;
  readonly quoteVolume: string;
  /** Highest and lowest trade price of the window; empty while nothing has traded in it. */
  readonly high: string;
  readonly low: string;
}
