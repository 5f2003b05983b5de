import { type Static, Type } from '@sinclair/typebox';
import type { TierSpec } from '../../../engine/config.ts';
import { formatAmount, formatRatio } from '../../format.ts';
import { Closed, DecimalText, NameText, OneOf } from '../../primitives.ts';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';

/** Wire 3.8. */
const TierRecord = Closed({
  tierId: NameText,
  tierType: OneOf(['volume', 'custom']),
  tierName: NameText,
  minTradeVolume: DecimalText,
  makerFeeRate: DecimalText,
  takerFeeRate: DecimalText,
  maxSubAccounts: Type.Integer({ minimum: 0 }),
  maxOrdersPerMarket: Type.Integer({ minimum: 0 }),
  maxTotalOrders: Type.Integer({ minimum: 0 }),
  maxBorrowCapacity: DecimalText,
});

/**
 * The fee schedule: volume tiers by ascending volume, custom tiers last.
 *
 * Cost:   50 tokens.
 * Source: clauses GETTIERS, RATE-COST-GETTIERS; wire 3.8.
 */
export const getTiers = defineInfo({
  name: 'getTiers',
  summary: 'Fee tiers with their rates and account limits.',
  fields: NO_FIELDS,
  result: Type.Array(TierRecord),
  refusals: [],
  cost: () => 50,
  read: (_parsed, { state }) => [...state.config.tiers].sort(compareTiers).map(recordOf),
  usesHistory: false,
});

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
