import { type Static, Type } from '@sinclair/typebox';
import type { MarginTier } from '../../../engine/config.ts';
import { isMarketOpen } from '../../../engine/prices.ts';
import type { Market } from '../../../engine/state.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { formatAmount, formatLots, formatPrice, formatRatio } from '../../format.ts';
import { allMarkets, openMarkets } from '../../records/market-figures.ts';
import { AssetText, Closed, DecimalText, NameText, OptionalDecimalText, SymbolText } from '../../primitives.ts';
import { defineInfo } from '../../define.ts';
import { fieldTable, optional, checked } from '../../fields/table.ts';
import { json } from '../../fields/fields.ts';

/** Sizes are USD notional; both bounds belong to the tier, and the next one starts 1 above (wire 3.2). */
const MaintenanceMarginTier = Closed({
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
const MarketRecord = Closed({
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
  result: Type.Array(MarketRecord),
  refusals: [],
  cost: () => 50,
  read: ({ activeOnly }, { state, now }) =>
    (activeOnly ? openMarkets(state, now) : allMarkets(state)).map((market) => recordOf(market, now)),
  usesHistory: false,
});

function recordOf(market: Market, now: TimeMs): Static<typeof MarketRecord> {
  const { spec } = market;
  return {
    symbol: spec.symbol,
    description: spec.description,
    baseAsset: spec.baseAsset,
    quoteAsset: spec.quoteAsset,
    settleAsset: spec.settleAsset,
    isOpen: isMarketOpen(market, now),
    isCloseOnly: market.status === 'close_only',
    priceExponent: spec.priceExponent,
    quantityExponent: spec.quantityExponent,
    priceIncrement: formatAmount(BigInt(spec.tickUnits)),
    minOrderSize: formatLots(spec, spec.minLots),
    orderSizeIncrement: formatAmount(BigInt(spec.lotUnits)),
    largePositionPenalty: spec.largePositionPenalty,
    contractSize: spec.contractSize,
    maxMarketOrderSize: formatLots(spec, spec.maxMarketLots),
    maxLimitOrderSize: formatLots(spec, spec.maxLimitLots),
    minOrderPrice: formatPrice(spec, spec.minPriceTicks),
    limitOrderPriceCapRatio: formatRatio(spec.limitCap),
    limitOrderPriceFloorRatio: formatRatio(spec.limitFloor),
    marketOrderPriceCapRatio: formatRatio(spec.marketCap),
    marketOrderPriceFloorRatio: formatRatio(spec.marketFloor),
    liquidationClearanceFee: formatRatio(spec.clearanceFee),
    minNotionalValue: formatAmount(spec.minNotional),
    defaultLeverage: spec.defaultLeverage,
    fundingRateCap: formatRatio(spec.fundingCap),
    fundingRateFloor: formatRatio(spec.fundingFloor),
    maintenanceMarginTiers: spec.marginTiers.map(tierRecordOf),
  };
}

const tierRecordOf = (tier: MarginTier): Static<typeof MaintenanceMarginTier> => ({
  minPositionSize: formatAmount(tier.minNotional),
  maxPositionSize: tier.maxNotional === null ? '' : formatAmount(tier.maxNotional),
  maxLeverage: tier.maxLeverage,
  initialMarginRequirement: formatRatio(tier.initialRate),
  maintenanceMarginRequirement: formatRatio(tier.maintenanceRate),
  maintenanceDeductionValue: formatAmount(tier.deduction),
});
