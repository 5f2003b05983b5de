import { type Static, Type } from '@sinclair/typebox';
import type { CollateralSpec, HaircutTier } from '../../../engine/config.ts';
import { UNIT } from '../../../kernel/units.ts';
import { formatAmount, formatRatio } from '../../format.ts';
import { AssetText, Closed, DecimalText, NameText, OptionalDecimalText } from '../../primitives.ts';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';

/** A band of USDT value, closed below and open above (wire 3.7). */
const CollateralTier = Closed({
  id: Type.Integer({ minimum: 1 }),
  name: NameText,
  minAmount: DecimalText,
  /** Empty in the last band, which has no end. */
  maxAmount: OptionalDecimalText,
  /** 1 less the haircut. */
  valueRatio: DecimalText,
  haircut: DecimalText,
  /** USDT; keeps the value continuous from band to band. */
  valueAddition: DecimalText,
});

const Collateral = Closed({
  collateral: AssetText,
  /** Pricing pair. */
  market: AssetText,
  depositCap: DecimalText,
  /** The level a forced exchange restores, and the one that starts it. */
  ltv: DecimalText,
  lltv: DecimalText,
  withdrawFee: DecimalText,
  quantityPrecision: Type.Integer({ minimum: 0 }),
  /** The same: the specification spells the name with a capital. */
  QuantityPrecision: Type.Integer({ minimum: 0 }),
  tiers: Type.Array(CollateralTier, { minItems: 1 }),
});

/**
 * What may be deposited, how precisely, and what it counts for.
 *
 * Cost:   50 tokens.
 * Source: clauses GETCOLLATERALS, ASSET-FIELD-QUANTITYPRECISION, RATE-COST-GETCOLLATERALS; wire 3.7, 6.9.
 */
export const getCollaterals = defineInfo({
  name: 'getCollaterals',
  summary: 'Collateral assets with caps, fees and haircut bands.',
  fields: NO_FIELDS,
  result: Type.Array(Collateral),
  refusals: [],
  cost: () => 50,
  read: (_parsed, { state }) => state.config.collaterals.map(recordOf),
  usesHistory: false,
});

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
