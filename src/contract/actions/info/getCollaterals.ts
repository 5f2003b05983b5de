import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';
import { Closed, NameText, DecimalText, OptionalDecimalText, AssetText } from '../../primitives.ts';

/** A band of USDT value, closed below and open above (wire 3.7). */
export const CollateralTier = Closed({
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

export const Collateral = Closed({
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
  examples: [{}],
  fields: NO_FIELDS,
  result: Type.Array(Collateral),
  refusals: [],
  cost: () => 50,
  usesHistory: false,
});
