import type { Static } from '@sinclair/typebox';
import { type Collateral, type CollateralTier, getCollaterals } from '../../../contract/actions/info/getCollaterals.ts';
import { formatAmount, formatRatio } from '../../../contract/format.ts';
import type { CollateralSpec, HaircutTier } from '../../../engine/config.ts';
import { UNIT } from '../../../kernel/units.ts';
import { readInfo } from '../read.ts';

const recordOf = (spec: CollateralSpec): Static<typeof Collateral> => ({
  collateral: spec.asset,
  market: spec.pricingPair,
  depositCap: formatAmount(spec.depositCap),
  ltv: formatRatio(spec.ltv),
  lltv: formatRatio(spec.lltv),
  withdrawFee: formatAmount(spec.withdrawFee),
  quantityPrecision: spec.quantityPrecision,
  QuantityPrecision: spec.quantityPrecision,
  tiers: spec.tiers.map(tierRecordOf),
});

const tierRecordOf = (tier: HaircutTier): Static<typeof CollateralTier> => ({
  id: tier.id,
  name: tier.name,
  minAmount: formatAmount(tier.minValue),
  maxAmount: tier.maxValue === null ? '' : formatAmount(tier.maxValue),
  valueRatio: formatRatio(UNIT - tier.haircut),
  haircut: formatRatio(tier.haircut),
  valueAddition: formatAmount(tier.valueAddition),
});

/** What the response of getCollaterals is made of. */
export const getCollateralsRead = readInfo(getCollaterals, (_parsed, { state }) =>
  state.config.collaterals.map(recordOf),
);
