import type { AccountNo, OrderNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';

/**
 * What reads may ask of history. The projections implement it from events alone; every id and decimal is
 * already wire text, because that is how the rows are kept (DUR-16).
 */
export interface Views {
  /** Newest update first, equal times by descending row id. */
  orderHistory(query: OrderHistoryQuery): readonly OrderHistoryRow[];
  /** Newest first, equal times by descending trade id. `total` counts all matches. */
  trades(query: TradesQuery): { readonly rows: readonly TradeRow[]; readonly total: number };
  /** Closed positions, newest close first. */
  closedPositions(query: ClosedPositionsQuery): readonly ClosedPositionRow[];
  /** Public executions of a market, newest first, at most `limit`. */
  lastTrades(symbol: string, limit: number): readonly PublicTradeRow[];
  /** Figures over the last 24 hours of exchange time. */
  dayStats(symbol: string): DayStats;
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
  readonly limit?: number;
}

export interface OrderHistoryRow {
  readonly venueId: string;
  /** Empty when unset. */
  readonly clientId: string;
  readonly symbol: string;
  readonly side: string;
  /** `LIMIT`, `MARKET`, ... */
  readonly type: string;
  /** Words of wire 2.18: `placed`, `partially filled`, `filled`, `cancelling`, `cancelled`, `rejected`, `modified`. */
  readonly status: string;
  readonly quantity: string;
  /** Empty for market orders. */
  readonly price: string;
  /** Average fill price, empty while unfilled. */
  readonly filledPrice: string;
  readonly filledQuantity: string;
  readonly triggerPrice: string;
  readonly triggerPriceType: string;
  readonly timeInForce: string;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly triggeredByLiquidation: boolean;
  readonly closePosition: boolean;
  readonly createdTime: TimeMs;
  readonly updatedTime: TimeMs;
  readonly expiresAt: TimeMs | null;
  readonly cancelReason: string | null;
  readonly cancelledAt: TimeMs | null;
  readonly cumulativeFilledQuantity: string;
  readonly cumulativeFilledValue: string;
  readonly positionId: string | null;
  readonly legs: readonly LegRow[] | null;
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

export interface TradeRow {
  readonly tradeId: string;
  readonly venueId: string;
  readonly clientId: string;
  /** `limit`, `market`, ... (wire 2.3) */
  readonly orderType: string;
  readonly symbol: string;
  readonly side: string;
  /** Words of the last leg: `open long`, `close long`, `open short`, `close short`. */
  readonly direction: string;
  readonly price: string;
  readonly quantity: string;
  readonly realizedPnl: string;
  readonly fee: string;
  readonly feeRate: string;
  readonly markPrice: string;
  readonly entryPrice: string;
  readonly timestamp: TimeMs;
  readonly maker: boolean;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly triggeredByLiquidation: boolean;
  readonly positionId: string;
}

export interface ClosedPositionsQuery {
  readonly account: AccountNo;
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly symbol?: string;
}

export interface ClosedPositionRow {
  readonly positionId: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryPrice: string;
  /** Largest size the position had. */
  readonly quantity: string;
  readonly closePrice: string;
  readonly closeReason: 'close' | 'flip' | 'liquidation';
  readonly realizedPnl: string;
  readonly accumulatedFees: string;
  readonly netFunding: string;
  readonly closedAt: TimeMs;
  readonly createdAt: TimeMs;
  /** The trade that closed it. */
  readonly tradeId: string;
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
}
