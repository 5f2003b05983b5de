import { STANDARD_LIMITS } from '../../engine/admission.ts';
import type { RiskSpec } from '../../engine/liquidation/terms.ts';
import type {
  CollateralSpec,
  DevAccountSpec,
  ExchangeConfig,
  HaircutTier,
  IndexProcessSpec,
  MarginTier,
  MarketSpec,
  NonceRule,
  SessionHours,
  TierSpec,
} from '../../engine/config.ts';
import { divHalfEven, unitsOf } from '../../kernel/decimal.ts';
import { UNIT_BIG } from '../../kernel/units.ts';
import { populationSpec } from './population.ts';
import { factorSpec, stochasticSpec, type WorldFactor } from './stochastic.ts';
import type {
  World,
  WorldCollateral,
  WorldDevAccount,
  WorldHaircut,
  WorldMarginTier,
  WorldMarket,
  WorldProcess,
  WorldRisk,
  WorldSession,
  WorldTier,
} from './shape.ts';

/** What a world leaves open about an exchange. `startTime` (Unix ms) falls back to the world's. */
export interface ConfigOptions {
  readonly seed: string;
  readonly startTime?: number;
  readonly nonceRule: NonceRule;
}

/** A checked world in the engine's own units. */
export function configOf(world: World, { seed, startTime, nonceRule }: ConfigOptions): ExchangeConfig {
  return {
    seed,
    startTime: startTime ?? Date.parse(world.startTime),
    historyDays: world.history.days,
    ...(world.factor && { factor: factorSpec(world.factor) }),
    markets: world.markets.map((market) => marketSpec(market, world.factor)),
    collaterals: world.collaterals.map(collateralSpec),
    collateralPriceMaxAgeMs: world.collateralPriceMaxAgeMs,
    risk: riskSpec(world.risk),
    tiers: world.tiers.map(tierSpec),
    devAccounts: world.devAccounts.map((account) => devAccountSpec(account, world)),
    nonceRule,
    limits: STANDARD_LIMITS,
  };
}

/** 1e-8 units as a safe integer: prices of one unit and ratios, which validation has bounded. */
const count = (text: string): number => Number(unitsOf(text));

const riskSpec = (risk: WorldRisk): RiskSpec => ({
  ...risk,
  vaultFunds: unitsOf(risk.vaultFunds),
  takeoverShare: count(risk.takeoverShare),
  sliceAbove: unitsOf(risk.sliceAbove),
  sliceShare: count(risk.sliceShare),
});

function processSpec(process: WorldProcess, factor: WorldFactor | undefined): IndexProcessSpec {
  if (process.kind === 'stochastic') return stochasticSpec(process, factor);
  if (process.kind === 'ou') return { ...process, level: count(process.level) };
  if (process.kind !== 'script') return process;
  return { kind: 'script', steps: process.steps.map((step) => ({ ...step, price: count(step.price) })) };
}

function marketSpec(market: WorldMarket, factor: WorldFactor | undefined): MarketSpec {
  const tickUnits = count(market.priceIncrement);
  const lotUnits = count(market.orderSizeIncrement);
  const lots = (size: string): number => Number(unitsOf(size) / BigInt(lotUnits));
  return {
    symbol: market.symbol,
    description: market.description,
    baseAsset: market.baseAsset,
    quoteAsset: market.quoteAsset,
    settleAsset: market.settleAsset,
    priceExponent: market.priceExponent,
    quantityExponent: market.quantityExponent,
    tickUnits,
    lotUnits,
    notionalPerTickLot: (BigInt(tickUnits) * BigInt(lotUnits)) / UNIT_BIG,
    minLots: lots(market.minOrderSize),
    maxMarketLots: lots(market.maxMarketOrderSize),
    maxLimitLots: lots(market.maxLimitOrderSize),
    minPriceTicks: count(market.minOrderPrice) / tickUnits,
    limitCap: count(market.priceBands.limitCap),
    limitFloor: count(market.priceBands.limitFloor),
    marketCap: count(market.priceBands.marketCap),
    marketFloor: count(market.priceBands.marketFloor),
    minNotional: unitsOf(market.minNotionalValue),
    clearanceFee: count(market.liquidationClearanceFee),
    largePositionPenalty: market.largePositionPenalty,
    contractSize: market.contractSize,
    defaultLeverage: market.margin.defaultLeverage,
    fundingCap: count(market.funding.cap),
    fundingFloor: count(market.funding.floor),
    impactNotional: unitsOf(market.funding.impactNotional),
    marginTiers: marginTiers(market.margin.tiers),
    openInterestCap: unitsOf(market.openInterestCap),
    session: market.session && sessionHours(market.session),
    initialIndex: count(market.initialIndexPrice),
    process: processSpec(market.process, factor),
    liquidity: market.liquidity.kind === 'population' ? populationSpec(market.liquidity, market) : market.liquidity,
  };
}

/** The deduction makes maintenance continuous: each tier adds its minimum times the rise of the rate (wire 6.3). */
export function marginTiers(tiers: readonly WorldMarginTier[]): MarginTier[] {
  let deduction = 0n;
  let rate = unitsOf(tiers[0]?.maintenance ?? '0');
  return tiers.map((tier) => {
    const maintenance = unitsOf(tier.maintenance);
    deduction += divHalfEven(unitsOf(tier.from) * (maintenance - rate), UNIT_BIG);
    rate = maintenance;
    return {
      minNotional: unitsOf(tier.from),
      maxNotional: tier.to === null ? null : unitsOf(tier.to),
      maxLeverage: tier.maxLeverage,
      initialRate: count(tier.initial),
      maintenanceRate: Number(maintenance),
      deduction,
    };
  });
}

const sessionHours = ({ weekdays, open, close }: WorldSession): SessionHours => ({
  weekdays: [...weekdays].sort((a, b) => a - b),
  openMinute: minuteOf(open),
  closeMinute: minuteOf(close),
});

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const collateralSpec = (collateral: WorldCollateral): CollateralSpec => ({
  asset: collateral.asset,
  name: collateral.name,
  pricingPair: collateral.pricingPair,
  priceMarket: collateral.priceMarket,
  quantityPrecision: collateral.quantityPrecision,
  chainDecimals: collateral.chainDecimals,
  withdrawFee: unitsOf(collateral.withdrawFee),
  depositCap: unitsOf(collateral.depositCap),
  ltv: count(collateral.ltv),
  lltv: count(collateral.lltv),
  ...(collateral.peg && { pegSteps: collateral.peg.map(({ afterMs, peg }) => ({ afterMs, peg: count(peg) })) }),
  tiers: haircutTiers(collateral.haircuts),
});

/** The value addition makes the haircut value continuous: each band adds its minimum times the rise of the haircut (wire 6.9). */
function haircutTiers(bands: readonly WorldHaircut[]): HaircutTier[] {
  let valueAddition = 0n;
  let previous = unitsOf(bands[0]?.haircut ?? '0');
  return bands.map((band, index) => {
    const haircut = unitsOf(band.haircut);
    valueAddition += divHalfEven(unitsOf(band.from) * (haircut - previous), UNIT_BIG);
    previous = haircut;
    return {
      id: index + 1,
      name: band.name,
      minValue: unitsOf(band.from),
      maxValue: band.to === null ? null : unitsOf(band.to),
      haircut: Number(haircut),
      valueAddition,
    };
  });
}

const tierSpec = (tier: WorldTier): TierSpec => ({
  tierId: tier.tierId,
  tierType: tier.tierType,
  tierName: tier.tierName,
  minVolume: unitsOf(tier.minTradeVolume),
  makerRate: count(tier.makerFeeRate),
  takerRate: count(tier.takerFeeRate),
  maxOrdersPerMarket: tier.maxOrdersPerMarket,
  maxTotalOrders: tier.maxTotalOrders,
  maxSubAccounts: tier.maxSubAccounts,
  maxBorrowCapacity: unitsOf(tier.maxBorrowCapacity),
  bucketCap: tier.bucketCap,
});

/** Balances in the order of the world's collaterals, whatever order they were written in. */
function devAccountSpec(account: WorldDevAccount, world: World): DevAccountSpec {
  const balances = new Map(Object.entries(account.balances));
  return {
    address: account.address.toLowerCase(),
    tierId: account.tierId,
    balances: world.collaterals.flatMap(({ asset }) => {
      const amount = balances.get(asset);
      return amount === undefined ? [] : [{ asset, amount: unitsOf(amount) }];
    }),
  };
}
