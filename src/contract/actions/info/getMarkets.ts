import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { json } from '../../fields/fields.ts';
import { fieldTable, optional, checked } from '../../fields/table.ts';
import { Closed, DecimalText, OptionalDecimalText, SymbolText, NameText, AssetText } from '../../primitives.ts';

/** Sizes are USD notional; both bounds belong to the tier, and the next one starts 1 above (wire 3.2). */
export const MaintenanceMarginTier = Closed({
  minPositionSize: DecimalText,
  /** Empty in the last tier, which has no end. */
  maxPositionSize: OptionalDecimalText,
  maxLeverage: Type.Integer({ minimum: 1 }),
  initialMarginRequirement: DecimalText,
  maintenanceMarginRequirement: DecimalText,
  /** USDT; keeps the requirement continuous from tier to tier. */
  maintenanceDeductionValue: DecimalText,
});

/** Wire 3.2. Ratios are deviations: `0.05` is 5 percent. */
export const MarketRecord = Closed({
  symbol: SymbolText,
  description: NameText,
  baseAsset: AssetText,
  quoteAsset: AssetText,
  settleAsset: AssetText,
  isOpen: Type.Boolean(),
  isCloseOnly: Type.Boolean(),
  priceExponent: Type.Integer({ minimum: 0 }),
  quantityExponent: Type.Integer({ minimum: 0 }),
  priceIncrement: DecimalText,
  minOrderSize: DecimalText,
  orderSizeIncrement: DecimalText,
  largePositionPenalty: DecimalText,
  contractSize: Type.Integer({ minimum: 1 }),
  maxMarketOrderSize: DecimalText,
  maxLimitOrderSize: DecimalText,
  minOrderPrice: DecimalText,
  limitOrderPriceCapRatio: DecimalText,
  limitOrderPriceFloorRatio: DecimalText,
  marketOrderPriceCapRatio: DecimalText,
  marketOrderPriceFloorRatio: DecimalText,
  liquidationClearanceFee: DecimalText,
  /** `0`: none. */
  minNotionalValue: DecimalText,
  defaultLeverage: Type.Integer({ minimum: 1 }),
  /** Per eight hours. */
  fundingRateCap: DecimalText,
  fundingRateFloor: DecimalText,
  maintenanceMarginTiers: Type.Array(MaintenanceMarginTier, { minItems: 1 }),
});

/**
 * The trading rules of every market, or of the open ones only.
 *
 * Cost:   50 tokens.
 * Source: clauses GETMARKETS, MARKET-FIELD-ISOPEN, MARKET-FIELD-SETTLEASSET, MARKET-FIELD-ORDERSIZEINCREMENT; wire 3.2.
 */
export const getMarkets = defineInfo({
  name: 'getMarkets',
  summary: 'Trading rules of all markets.',
  // A value that is not a boolean counts as absent.
  fields: fieldTable({
    activeOnly: optional(checked(json(Type.Boolean({ default: false })), (sent) => sent === true)),
  }),
  examples: [{}],
  result: Type.Array(MarketRecord),
  refusals: [],
  cost: () => 50,
  usesHistory: false,
});
