import type { Static } from '@sinclair/typebox';
import {
  type MarketRecord,
  type MaintenanceMarginTier,
  getMarkets,
} from '../../../contract/actions/info/getMarkets.ts';
import { formatAmount, formatLots, formatPrice, formatRatio } from '../../../contract/format.ts';
import type { MarginTier } from '../../../engine/config.ts';
import { isMarketOpen } from '../../../engine/prices.ts';
import type { Market } from '../../../engine/state.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { readInfo } from '../read.ts';
import { openMarkets, allMarkets } from '../records/market-figures.ts';

/** Returns the trading rules of a market. */
export function marketRecordOf(market: Market, now: TimeMs): Static<typeof MarketRecord> {
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

/** What the response of getMarkets is made of. */
export const getMarketsRead = readInfo(getMarkets, ({ activeOnly }, { state, now }) =>
  (activeOnly ? openMarkets(state, now) : allMarkets(state)).map((market) => marketRecordOf(market, now)),
);
