import type { Static } from '@sinclair/typebox';
import { type Tier, getFeeRate } from '../../../../contract/actions/trade/subaccounts/getFeeRate.ts';
import { formatAmount, formatRatio } from '../../../../contract/format.ts';
import type { TierSpec } from '../../../../engine/config.ts';
import { volumeAt } from '../../../../engine/fees/volume.ts';
import { tierOf, feeRateOf } from '../../../../engine/fees/fee-rates.ts';
import { invariant } from '../../../../kernel/errors.ts';
import { readTrade } from '../../read.ts';

const tierFacts = (tier: TierSpec): Omit<Static<typeof Tier>, 'tierLevel'> => ({
  tierId: tier.tierId,
  tierName: tier.tierName,
  minTradeVolume: formatAmount(tier.minVolume),
  makerFeeRate: formatRatio(tier.makerRate),
  takerFeeRate: formatRatio(tier.takerRate),
});

/** What the response of getFeeRate is made of. */
export const getFeeRateRead = readTrade(getFeeRate, (_parsed, { state, account, now }) => {
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
});
