import type { AccountNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, PriceUnits, Ratio, TimeMs, Units } from '../../kernel/units.ts';

export type FundingEvent = FundingSettledEvent | FundingPaidEvent;

/** The funding hour of one market ended; the payments of its positions follow. */
export interface FundingSettledEvent {
  readonly type: 'FundingSettled';
  readonly at: TimeMs;
  readonly symbol: string;
  /** One-hour ratio; positive means longs pay shorts. */
  readonly rate: Ratio;
  /** The index price at which sizes are valued. */
  readonly index: PriceUnits;
  /** The samples that the rate is the mean of; 1e-18 of the index. */
  readonly premiumSum: bigint;
  readonly samples: number;
}

/** One position paid or received funding. */
export interface FundingPaidEvent {
  readonly type: 'FundingPaid';
  readonly at: TimeMs;
  /** Counts up over all payments of an exchange, from 1. */
  readonly payment: number;
  readonly account: AccountNo;
  readonly symbol: string;
  readonly position: PositionNo;
  /** Signed size when the hour struck. */
  readonly lots: Lots;
  readonly index: PriceUnits;
  readonly rate: Ratio;
  /** The amount that the balance received; negative when it paid. */
  readonly amount: Units;
}
