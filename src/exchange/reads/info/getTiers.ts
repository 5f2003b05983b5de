import type { Static } from '@sinclair/typebox';
import { type TierRecord, getTiers } from '../../../contract/actions/info/getTiers.ts';
import { formatAmount, formatRatio } from '../../../contract/format.ts';
import type { TierSpec } from '../../../engine/config.ts';
import { readInfo } from '../read.ts';

/** Tiers of one kind and volume keep the order of the configuration: the sort is stable. */
function compareTiers(a: TierSpec, b: TierSpec): number {
  if (a.tierType !== b.tierType) return a.tierType === 'volume' ? -1 : 1;
  return a.minVolume < b.minVolume ? -1 : a.minVolume > b.minVolume ? 1 : 0;
}

const recordOf = (tier: TierSpec): Static<typeof TierRecord> => ({
  tierId: tier.tierId,
  tierType: tier.tierType,
  tierName: tier.tierName,
  minTradeVolume: formatAmount(tier.minVolume),
  makerFeeRate: formatRatio(tier.makerRate),
  takerFeeRate: formatRatio(tier.takerRate),
  maxSubAccounts: tier.maxSubAccounts,
  maxOrdersPerMarket: tier.maxOrdersPerMarket,
  maxTotalOrders: tier.maxTotalOrders,
  maxBorrowCapacity: formatAmount(tier.maxBorrowCapacity),
});

/** What the response of getTiers is made of. */
export const getTiersRead = readInfo(getTiers, (_parsed, { state }) =>
  [...state.config.tiers].sort(compareTiers).map(recordOf),
);
