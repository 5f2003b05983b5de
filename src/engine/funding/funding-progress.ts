import type { Ratio, TimeMs } from '../../kernel/units.ts';

/** The samples of a market in its running funding hour (wire 6.2). */
export interface FundingProgress {
  /** Up to when samples are taken. */
  sampledTo: TimeMs;
  /** One-second samples since the last settlement, and their sum in 1e-18 of the index. */
  samples: number;
  premiumSum: bigint;
  /** The last settlement; null before the first. */
  lastRate: Ratio;
  lastAt: TimeMs | null;
}

export const newFunding = (at: TimeMs): FundingProgress => ({
  sampledTo: at,
  samples: 0,
  premiumSum: 0n,
  lastRate: 0,
  lastAt: null,
});
