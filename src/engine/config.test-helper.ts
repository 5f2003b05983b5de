import { unitsOf } from '../kernel/decimal.ts';
import { UNIT } from '../kernel/units.ts';
import { STANDARD_LIMITS } from './admission.ts';
import type { RiskSpec } from './liquidation/terms.ts';
import type { ExchangeConfig, MarketSpec, TierSpec } from './config.ts';

/** The figures of wire 6.4, written out once more for tests. */
export const STANDARD_RISK: RiskSpec = {
  vaultFunds: 100_000_000_000_000n,
  takeoverShare: 50_000_000,
  sliceAbove: 10_000_000_000_000n,
  sliceShare: 20_000_000,
  pauseMs: 30_000,
  indexMaxAgeMs: 60_000,
  liquidation: true,
  deleveraging: true,
  forcedExchange: true,
};

/** A small world for engine tests: two markets without liquidity, one collateral, round figures. */
export function testConfig(change: Partial<ExchangeConfig> = {}): ExchangeConfig {
  return {
    seed: '7',
    startTime: 1_767_571_200_000,
    historyDays: 0,
    markets: [
      testMarket('BTC-USDT'),
      testMarket('ETH-USDT', { initialIndex: 3_300 * UNIT, tickUnits: 10_000_000, lotUnits: 10_000, priceExponent: 1 }),
    ],
    collaterals: [
      {
        asset: 'USDT',
        name: 'Tether',
        pricingPair: 'USDTUSD',
        priceMarket: null,
        quantityPrecision: 6,
        chainDecimals: 6,
        withdrawFee: unitsOf('5'),
        depositCap: unitsOf('10000000'),
        ltv: 95_000_000,
        lltv: 98_000_000,
        tiers: [{ id: 1, name: 'all', minValue: 0n, maxValue: null, haircut: 0, valueAddition: 0n }],
      },
    ],
    collateralPriceMaxAgeMs: 60_000,
    tiers: [testTier('tier_1'), testTier('market_maker', { maxOrdersPerMarket: 200, maxTotalOrders: 1_000 })],
    devAccounts: ['a', 'b', 'c', 'd'].map((digit) => ({
      address: `0x${digit.repeat(40)}`,
      tierId: 'market_maker',
      balances: [{ asset: 'USDT', amount: unitsOf('1000000') }],
    })),
    nonceRule: 'increasing',
    limits: STANDARD_LIMITS,
    risk: STANDARD_RISK,
    ...change,
  };
}

/** BTC-like: tick 1, lot 0.00001, index 95,000, band 5 %, one margin tier of 100x. */
export function testMarket(symbol: string, change: Partial<MarketSpec> = {}): MarketSpec {
  return {
    symbol,
    description: symbol,
    baseAsset: symbol.slice(0, 3),
    quoteAsset: 'USDT',
    settleAsset: 'USDT',
    priceExponent: 0,
    quantityExponent: 5,
    tickUnits: UNIT,
    lotUnits: 1_000,
    notionalPerTickLot: 1_000n,
    minLots: 100,
    maxMarketLots: 1_000_000,
    maxLimitLots: 10_000_000,
    minPriceTicks: 1,
    limitCap: 5_000_000,
    limitFloor: 5_000_000,
    marketCap: 5_000_000,
    marketFloor: 5_000_000,
    minNotional: unitsOf('10'),
    clearanceFee: 500_000,
    largePositionPenalty: '0',
    contractSize: 1,
    defaultLeverage: 10,
    fundingCap: 2_000_000,
    fundingFloor: -2_000_000,
    impactNotional: unitsOf('20000'),
    marginTiers: [
      {
        minNotional: 0n,
        maxNotional: null,
        maxLeverage: 100,
        initialRate: 1_000_000,
        maintenanceRate: 500_000,
        deduction: 0n,
      },
    ],
    openInterestCap: 0n,
    session: null,
    initialIndex: 95_000 * UNIT,
    process: { kind: 'still' },
    liquidity: { kind: 'none' },
    ...change,
  };
}

function testTier(tierId: string, change: Partial<TierSpec> = {}): TierSpec {
  return {
    tierId,
    tierType: tierId === 'market_maker' ? 'custom' : 'volume',
    tierName: tierId,
    minVolume: 0n,
    makerRate: 20_000,
    takerRate: 50_000,
    maxOrdersPerMarket: 15,
    maxTotalOrders: 75,
    maxSubAccounts: 5,
    maxBorrowCapacity: 0n,
    bucketCap: 1_000,
    ...change,
  };
}
