import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';
import { Closed, NameText, OneOf, DecimalText } from '../../primitives.ts';

/** Wire 3.8. */
export const TierRecord = Closed({
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
  examples: [{}],
  fields: NO_FIELDS,
  result: Type.Array(TierRecord),
  refusals: [],
  cost: () => 50,
  usesHistory: false,
});
