import { big, bool, type Codec, count, int, nullable, oneOf, optional, text } from '../../kernel/codec/codec.ts';
import { readonlyList, record, sortedMapOf, variants } from '../../kernel/codec/collections.ts';
import type {
  ChangedTerms,
  CollateralSpec,
  DevAccountSpec,
  ExchangeConfig,
  FeeRates,
  HaircutTier,
  IndexProcessSpec,
  LimitsSpec,
  LiquiditySpec,
  MarginTier,
  MarketSpec,
  MarketTerms,
  PegStep,
  ScriptStep,
  SessionHours,
  TierSpec,
} from '../config.ts';
import type { RiskSpec } from '../liquidation/terms.ts';
import { type HistoryLiquidity, QUEUE_MODELS, QUEUE_WEIGHTS } from '../world/history-terms.ts';
import { factorSpec, populationSpec, stochasticSpec } from './world-codecs.ts';

const process = variants<'kind', IndexProcessSpec>('kind', {
  still: record({}),
  gbm: record({
    stepMs: count,
    volatilityPpb: count,
    driftPpb: int,
    jumpPerMillion: count,
    jumpPpb: count,
  }),
  ou: record({ stepMs: count, level: count, reversionPpb: count, volatilityPpb: count, driftPpb: int }),
  hawkes: record({
    stepMs: count,
    volatilityPpb: count,
    driftPpb: int,
    intensityPpb: count,
    branchingPpb: count,
    decayPpb: count,
    jumpPpb: count,
  }),
  stochastic: stochasticSpec,
  script: record({
    steps: readonlyList(record<ScriptStep>({ afterMs: count, price: count, frozen: optional(bool) })),
  }),
});

const liquidity = variants<'kind', LiquiditySpec>('kind', {
  none: record({}),
  static: record({ levels: count, firstTicks: count, stepTicks: count, lotsPerLevel: count }),
  agents: record({
    stepMs: count,
    makers: count,
    levels: count,
    firstTicks: count,
    stepTicks: count,
    minLots: count,
    maxLots: count,
    takerPerMillion: count,
    cancelPerMillion: count,
    basisReversionPerMillion: count,
    basisNoisePpb: count,
  }),
  population: populationSpec,
  history: record<Omit<HistoryLiquidity, 'kind'>>({
    queue: oneOf(...QUEUE_MODELS),
    weight: optional(oneOf(...QUEUE_WEIGHTS)),
    through: optional(oneOf('quantity', 'whole')),
  }),
});

const marginTier = record<MarginTier>({
  minNotional: big,
  maxNotional: nullable(big),
  maxLeverage: count,
  initialRate: count,
  maintenanceRate: count,
  deduction: big,
});

/** What has changed of a configuration since the start. */
export const changedTerms = record<ChangedTerms>({
  fees: sortedMapOf(text, record<FeeRates>({ makerRate: int, takerRate: int })),
  markets: sortedMapOf(
    text,
    record<MarketTerms>({
      marginTiers: optional(readonlyList(marginTier)),
      defaultLeverage: optional(count),
      openInterestCap: optional(big),
    }),
  ),
});

const market = record<MarketSpec>({
  symbol: text,
  description: text,
  baseAsset: text,
  quoteAsset: text,
  settleAsset: text,
  priceExponent: count,
  quantityExponent: count,
  tickUnits: count,
  lotUnits: count,
  notionalPerTickLot: big,
  minLots: count,
  maxMarketLots: count,
  maxLimitLots: count,
  minPriceTicks: count,
  limitCap: count,
  limitFloor: count,
  marketCap: count,
  marketFloor: count,
  minNotional: big,
  clearanceFee: count,
  largePositionPenalty: text,
  contractSize: count,
  defaultLeverage: count,
  fundingCap: int,
  fundingFloor: int,
  impactNotional: big,
  marginTiers: readonlyList(marginTier),
  openInterestCap: big,
  session: nullable(record<SessionHours>({ weekdays: readonlyList(count), openMinute: count, closeMinute: count })),
  initialIndex: count,
  process,
  liquidity,
});

const collateral = record<CollateralSpec>({
  asset: text,
  name: text,
  pricingPair: text,
  priceMarket: nullable(text),
  quantityPrecision: count,
  chainDecimals: count,
  withdrawFee: big,
  depositCap: big,
  ltv: count,
  lltv: count,
  pegSteps: optional(readonlyList(record<PegStep>({ afterMs: count, peg: count }))),
  tiers: readonlyList(
    record<HaircutTier>({
      id: count,
      name: text,
      minValue: big,
      maxValue: nullable(big),
      haircut: count,
      valueAddition: big,
    }),
  ),
});

const tier = record<TierSpec>({
  tierId: text,
  tierType: oneOf('volume', 'custom'),
  tierName: text,
  minVolume: big,
  makerRate: int,
  takerRate: int,
  maxOrdersPerMarket: count,
  maxTotalOrders: count,
  maxSubAccounts: count,
  maxBorrowCapacity: big,
  bucketCap: count,
});

/** A configuration as plain data and back; a field that is missing or unknown makes another exchange. */
export const exchangeConfig: Codec<ExchangeConfig> = record<ExchangeConfig>({
  seed: text,
  startTime: int,
  historyDays: count,
  factor: optional(factorSpec),
  markets: readonlyList(market),
  collaterals: readonlyList(collateral),
  collateralPriceMaxAgeMs: count,
  tiers: readonlyList(tier),
  devAccounts: readonlyList(
    record<DevAccountSpec>({
      address: text,
      tierId: text,
      balances: readonlyList(record<DevAccountSpec['balances'][number]>({ asset: text, amount: big })),
    }),
  ),
  nonceRule: oneOf('increasing', 'unique'),
  risk: record<RiskSpec>({
    vaultFunds: big,
    takeoverShare: count,
    sliceAbove: big,
    sliceShare: count,
    pauseMs: count,
    indexMaxAgeMs: count,
    liquidation: bool,
    deleveraging: bool,
    forcedExchange: bool,
  }),
  limits: record<LimitsSpec>({
    enabled: bool,
    ipTokens: count,
    windowMs: count,
    ordersPerSecond: count,
    tradePerMinute: count,
    infoPerMinute: count,
    infoPerSecond: count,
  }),
});
