import type { BalanceAction, ClosedPositionRow, TransferType } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { Direction, PositionLeg } from '../../engine/event.ts';
import type { OrderLink } from '../../engine/orders/conditional-terms.ts';
import type { WithdrawalOutcome } from '../../engine/accounts/account-terms.ts';
import type { AccountNo, Address, OrderNo, PositionNo, TradeNo } from '../../kernel/ids.ts';
import type { Lots, PriceUnits, Ratio, Ticks, TimeMs, Units } from '../../kernel/units.ts';

/** A market that rows refer to by its number, from 1. */
export interface KnownMarket {
  readonly spec: MarketSpec;
  readonly row: number;
}

/** States of an order in records. */
export const STATUSES = ['placed', 'partially filled', 'filled', 'cancelling', 'cancelled', 'modified'] as const;
export type Status = (typeof STATUSES)[number];

/** What never changes about an order of a user. */
export interface OrderRow {
  readonly order: OrderNo;
  /** Number of what it has in common with many others; see `Names`. */
  readonly terms: number;
  readonly account: AccountNo;
  /** The TWAP that it is a chunk of. */
  readonly parent: OrderNo | null;
  /** When it was placed. */
  readonly at: TimeMs;
  readonly clientId: string;
  readonly expiresAt: TimeMs | null;
  /** Orders that it was placed with. */
  readonly takeProfit: OrderLink | null;
  readonly stopLoss: OrderLink | null;
}

/** What has filled of an order. */
export interface Fills {
  readonly lots: Lots;
  readonly value: Units;
  /** Position of the latest fill. */
  readonly position: PositionNo;
}

/** A fill that turned a position around. */
export interface TurnLegs {
  readonly trade: TradeNo;
  readonly isTaker: boolean;
  readonly legs: readonly TurnLeg[];
}

/** What records show of a leg. */
export type TurnLeg = Omit<PositionLeg, 'remaining'>;

/** A state that an order of a user has reached. */
export interface StateRow {
  /** Counts up from 1. */
  readonly row: number;
  readonly order: OrderNo;
  readonly market: KnownMarket;
  readonly account: AccountNo;
  readonly at: TimeMs;
  readonly status: Status;
  readonly lots: Lots;
  /** Of a live order: what its position has no room for. */
  readonly trimmed: Lots;
  /** 0 for a market order. */
  readonly price: Ticks;
  /** 0 for an order without a trigger. */
  readonly triggerPrice: Ticks;
  readonly fills: Fills | null;
  /** Empty where no reason is shown. */
  readonly reason: string;
  /** Only of a fill that turned the position around. */
  readonly turn: TurnLegs | null;
}

/** A user's side of an execution. */
export interface FillRow {
  /** Twice the trade counter, plus one for the taker's side. */
  readonly row: number;
  readonly order: OrderNo;
  readonly account: AccountNo;
  readonly market: KnownMarket;
  readonly at: TimeMs;
  /** Direction and position are those of the last leg. */
  readonly position: PositionNo;
  readonly direction: Direction;
  /** Of the first leg, only when this fill turned the position around. */
  readonly closedPosition: PositionNo | null;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly realizedPnl: Units;
  readonly fee: Units;
  readonly feeRate: Ratio;
  readonly mark: Ticks;
  readonly entryCost: Units;
  readonly entryLots: Lots;
}

/** A position that a user has closed. */
export interface ClosedRow {
  /** Counts up from 1. */
  readonly row: number;
  readonly account: AccountNo;
  readonly market: KnownMarket;
  readonly position: PositionNo;
  readonly side: ClosedPositionRow['side'];
  readonly entryCost: Units;
  readonly entryLots: Lots;
  readonly largest: Lots;
  readonly closedValue: Units;
  readonly closedLots: Lots;
  readonly reason: ClosedPositionRow['closeReason'];
  readonly leverage: number | null;
  readonly realizedPnl: Units;
  readonly fees: Units;
  readonly netFunding: Units;
  readonly createdAt: TimeMs;
  readonly closedAt: TimeMs;
  readonly trade: TradeNo;
}

/** A change of a user's balance from outside trading. */
export interface UpdateRow {
  /** Twice the number of the movement, plus one for the receiving side. */
  readonly row: number;
  readonly account: AccountNo;
  readonly at: TimeMs;
  readonly action: BalanceAction;
  readonly asset: string;
  /** Signed. */
  readonly amount: Units;
  readonly fee: Units;
  readonly value: Units;
  readonly destination: Address | null;
  readonly txHash: string | null;
  readonly from: AccountNo | null;
  readonly to: AccountNo | null;
}

export const OUTCOMES = ['success', 'failed'] as const satisfies readonly WithdrawalOutcome[];

/** The end of a withdrawal, or of a side of a transfer that failed. */
export interface EndRow {
  /** Of its `UpdateRow`. */
  readonly row: number;
  readonly status: WithdrawalOutcome;
  readonly txHash: string | null;
}

/** A transfer between two subaccounts, of which one may be the insurance vault. */
export interface MovementRow {
  readonly transfer: number;
  readonly from: AccountNo;
  readonly to: AccountNo;
  readonly at: TimeMs;
  readonly type: TransferType;
  readonly asset: string;
  readonly amount: Units;
  readonly value: Units;
  /** Null for one that took place. */
  readonly errorMessage: string | null;
}

/** What a user's subaccount was worth on a full hour. */
export interface SampleRow {
  readonly account: AccountNo;
  readonly at: TimeMs;
  readonly value: Units;
  readonly inflow: Units;
  readonly volume: Units;
}

/** A settlement of a market. */
export interface RateRow {
  /** Counts up from 1. */
  readonly row: number;
  readonly market: KnownMarket;
  readonly at: TimeMs;
  readonly rate: Ratio;
}

/** A funding payment of a user's position. */
export interface PaymentRow {
  readonly payment: number;
  readonly account: AccountNo;
  readonly market: KnownMarket;
  readonly at: TimeMs;
  readonly position: PositionNo;
  readonly lots: Lots;
  readonly index: PriceUnits;
  readonly rate: Ratio;
  readonly amount: Units;
}

/**
 * Takes the rows of a history in the order of their events, as the numbers that the events carry: a store decides what it keeps of
 * them, and when figures become text. Of each kind rows come with rising numbers, and no time is before that of the row before it.
 */
export interface RowSink {
  /** A market, account or set of terms that later rows refer to by its number; see `Names`. */
  named(table: 'markets' | 'accounts' | 'order_terms', cells: readonly (string | number)[]): void;
  order(row: OrderRow): void;
  state(row: StateRow): void;
  fill(row: FillRow): void;
  closed(row: ClosedRow): void;
  update(row: UpdateRow): void;
  end(row: EndRow): void;
  movement(row: MovementRow): void;
  sample(row: SampleRow): void;
  rate(row: RateRow): void;
  payment(row: PaymentRow): void;
}
