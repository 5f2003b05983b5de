import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';
import { Closed, AssetText, NameText, DecimalText } from '../../primitives.ts';

/** Wire 3.9. */
const Asset = Closed({
  symbol: AssetText,
  name: NameText,
  /** On the chain it comes from. */
  decimals: Type.Integer({ minimum: 0 }),
  /** Of an amount sent here. */
  quantityPrecision: Type.Integer({ minimum: 0 }),
  /** The same: the specification spells the name with a capital. */
  QuantityPrecision: Type.Integer({ minimum: 0 }),
  isCollateral: Type.Boolean(),
  withdrawFee: DecimalText,
});

/**
 * The assets that balances are held in. All of them are collateral.
 *
 * Cost:   50 tokens.
 * Source: clauses GETASSETS, ASSET-FIELD-QUANTITYPRECISION, RATE-COST-GETASSETS; wire 3.9.
 */
export const getAssets = defineInfo({
  name: 'getAssets',
  summary: 'Assets with their decimals and withdrawal fees.',
  examples: [{}],
  fields: NO_FIELDS,
  result: Type.Array(Asset),
  refusals: [],
  cost: () => 50,
  usesHistory: false,
});
