import type { TimeMs } from '../../kernel/units.ts';
import type { FundingProgress } from '../state.ts';

export const newFunding = (at: TimeMs): FundingProgress => ({
  sampledTo: at,
  samples: 0,
  premiumSum: 0n,
  lastRate: 0,
  lastAt: null,
});
