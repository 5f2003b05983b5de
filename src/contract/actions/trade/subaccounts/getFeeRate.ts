import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';
import { DecimalText, Closed, NameText, Nullable, OneOf } from '../../../primitives.ts';

const Rates = { minTradeVolume: DecimalText, makerFeeRate: DecimalText, takerFeeRate: DecimalText };

const CurrentTier = Closed({
  tierId: NameText,
  tierLevel: Nullable(Type.Integer({ minimum: 0 })),
  tierName: NameText,
  tierType: OneOf(['volume', 'custom']),
  ...Rates,
});

export const Tier = Closed({
  tierId: NameText,
  tierLevel: Type.Integer({ minimum: 0 }),
  tierName: NameText,
  ...Rates,
});

const Result = Closed({
  volume14d: DecimalText,
  currentTier: CurrentTier,
  makerFeeRate: DecimalText,
  takerFeeRate: DecimalText,
  referralDiscountApplied: Type.Boolean(),
  referralDiscount: DecimalText,
  tiers: Type.Array(Tier),
});

/**
 * What the owner of a subaccount pays: the schedule of volume tiers, the tier in force, and the rates after any
 * referral discount, which are those of the next fill.
 *
 * Units:  volume14d in USDT, of the wallet, to the full hour; rates as shares of the notional.
 * Cost:   10 tokens.
 * Source: clauses GETFEERATE-*, FEERATE-*; wire 2.20 and 6.8, R-67. `getFees` is an older name. A level is the
 *         place among the volume tiers; a custom tier has none and is not listed.
 */
export const getFeeRate = defineTradeRead({
  name: 'getFeeRate',
  summary: 'Fee tier, 14-day volume and effective fee rates.',
  examples: [{}],
  fields: NO_FIELDS,
  result: Result,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: false,
});
