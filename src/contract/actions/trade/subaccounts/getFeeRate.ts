import { type Static, Type } from '@sinclair/typebox';
import type { TierSpec } from '../../../../engine/config.ts';
import { volumeAt } from '../../../../engine/fees/volume.ts';
import { feeRateOf, tierOf } from '../../../../engine/risk/fees.ts';
import { invariant } from '../../../../kernel/assert.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { formatAmount, formatRatio } from '../../../format.ts';
import { Closed, DecimalText, NameText, Nullable, OneOf } from '../../../primitives.ts';
import { defineTradeRead } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';

const Rates = { minTradeVolume: DecimalText, makerFeeRate: DecimalText, takerFeeRate: DecimalText };
const CurrentTier = Closed({
  tierId: NameText,
  tierLevel: Nullable(Type.Integer({ minimum: 0 })),
  tierName: NameText,
  tierType: OneOf(['volume', 'custom']),
  ...Rates,
});
const Tier = Closed({
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
  fields: NO_FIELDS,
  result: Result,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 10,
  usesHistory: false,
  read: (_parsed, { state, account, now }) => {
    const wallet = state.wallets.get(account.owner);
    invariant(wallet, `account ${account.no} has an owner`);
    const ladder = state.config.tiers.filter(({ tierType }) => tierType === 'volume');
    const tier = tierOf(state, wallet);
    const level = ladder.indexOf(tier);
    const { tierId, ...current } = tierFacts(tier);
    return {
      volume14d: formatAmount(volumeAt(wallet.volume, now)),
      currentTier: { tierId, tierLevel: level < 0 ? null : level, tierType: tier.tierType, ...current },
      makerFeeRate: formatRatio(feeRateOf(state, account, 'maker')),
      takerFeeRate: formatRatio(feeRateOf(state, account, 'taker')),
      referralDiscountApplied: wallet.referral !== null,
      referralDiscount: formatRatio(wallet.referral?.discount ?? 0),
      tiers: ladder.map((rung, index) => ({ tierLevel: index, ...tierFacts(rung) })),
    };
  },
});

const tierFacts = (tier: TierSpec): Omit<Static<typeof Tier>, 'tierLevel'> => ({
  tierId: tier.tierId,
  tierName: tier.tierName,
  minTradeVolume: formatAmount(tier.minVolume),
  makerFeeRate: formatRatio(tier.makerRate),
  takerFeeRate: formatRatio(tier.takerRate),
});
