import type { Address } from '../../kernel/ids.ts';
import type { Ratio } from '../../kernel/units.ts';

/** What a wallet's referral is worth: every fee it pays is multiplied by `discount`, above 0 and below 1. */
export interface Referral {
  readonly code: string;
  readonly discount: Ratio;
}

/** Gives a wallet a referral, or takes it away. */
export interface SetReferral {
  readonly type: 'SetReferral';
  readonly wallet: Address;
  readonly referral: Referral | null;
}

export type FeeEvent =
  /** The volume of a wallet has brought it into another tier. */
  | { readonly type: 'TierMoved'; readonly wallet: Address; readonly tierId: string }
  | { readonly type: 'ReferralSet'; readonly wallet: Address; readonly referral: Referral | null };
