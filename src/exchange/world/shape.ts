import type { IndexProcessSpec, LiquiditySpec } from '../../engine/config.ts';
import { type HistoryLiquidity, QUEUE_MODELS, QUEUE_WEIGHTS } from '../../engine/world/history-terms.ts';
import { POPULATION_DEFAULTS, populationFields, type WorldPopulation } from './population.ts';
import {
  amount,
  BILLION,
  count,
  DAY_MS,
  decimal,
  flag,
  indexPrice,
  integer,
  kind,
  list,
  MILLION,
  nullable,
  object,
  oneOf,
  perMillion,
  positive,
  positiveShare,
  ppb,
  PPB_MAX,
  type Reader,
  record,
  share,
  stepMs,
  text,
  variant,
} from './read.ts';
import {
  factorShape,
  STOCHASTIC_DEFAULTS,
  stochasticFields,
  type WorldFactor,
  type WorldStochastic,
} from './stochastic.ts';

/**
 * A complete world in decimal text: what a world file holds once the files it extends are laid under it.
 * Amounts and ratios are decimal texts, counts are whole numbers; `fixtures/worlds/README.md` describes each field.
 */
export interface World {
  readonly name: string;
  readonly description: string;
  /** RFC 3339 in UTC: where the clock of a manual exchange starts. */
  readonly startTime: string;
  readonly history: WorldHistory;
  /** What moves stochastic markets together; absent where nothing does. */
  readonly factor?: WorldFactor;
  readonly markets: readonly WorldMarket[];
  readonly collaterals: readonly WorldCollateral[];
  /** Age from which on the price of a collateral is stale. */
  readonly collateralPriceMaxAgeMs: number;
  readonly risk: WorldRisk;
  readonly tiers: readonly WorldTier[];
  readonly devAccounts: readonly WorldDevAccount[];
}

export interface WorldMarket {
  readonly symbol: string;
  readonly description: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly settleAsset: string;
  readonly initialIndexPrice: string;
  readonly priceIncrement: string;
  readonly priceExponent: number;
  readonly orderSizeIncrement: string;
  readonly quantityExponent: number;
  readonly minOrderSize: string;
  readonly maxMarketOrderSize: string;
  readonly maxLimitOrderSize: string;
  readonly minOrderPrice: string;
  readonly minNotionalValue: string;
  readonly openInterestCap: string;
  readonly contractSize: number;
  readonly largePositionPenalty: string;
  readonly liquidationClearanceFee: string;
  readonly priceBands: WorldPriceBands;
  readonly funding: WorldFunding;
  readonly margin: { readonly defaultLeverage: number; readonly tiers: readonly WorldMarginTier[] };
  readonly session: WorldSession | null;
  readonly process: WorldProcess;
  readonly liquidity: WorldLiquidity;
}

/** Trading before the start of the exchange: candles only. */
export interface WorldHistory {
  readonly days: number;
}

/** Deviations from the mark: "0.05" is 5 %. */
export interface WorldPriceBands {
  readonly limitCap: string;
  readonly limitFloor: string;
  readonly marketCap: string;
  readonly marketFloor: string;
}

/** Rates per eight hours; the floor is signed. */
export interface WorldFunding {
  readonly cap: string;
  readonly floor: string;
  readonly impactNotional: string;
}

/** Notional bounds; `to` is null in the last tier. Deductions follow from the rates and are not written. */
export interface WorldMarginTier {
  readonly from: string;
  readonly to: string | null;
  readonly maxLeverage: number;
  readonly initial: string;
  readonly maintenance: string;
}

/** UTC weekdays (0 is Sunday) and times of day as HH:MM; a close of 24:00 is midnight. */
export interface WorldSession {
  readonly weekdays: readonly number[];
  readonly open: string;
  readonly close: string;
}

export interface WorldCollateral {
  readonly asset: string;
  readonly name: string;
  readonly pricingPair: string;
  readonly priceMarket: string | null;
  readonly quantityPrecision: number;
  readonly chainDecimals: number;
  readonly withdrawFee: string;
  readonly depositCap: string;
  readonly ltv: string;
  readonly lltv: string;
  readonly haircuts: readonly WorldHaircut[];
  /** When it is worth another share of its market's index; left out, it always is all of it. */
  readonly peg?: readonly WorldPegStep[];
}

export interface WorldPegStep {
  readonly afterMs: number;
  readonly peg: string;
}

/** A band of USDT value; value additions follow from the haircuts and are not written. */
export interface WorldHaircut {
  readonly name: string;
  readonly from: string;
  readonly to: string | null;
  readonly haircut: string;
}

export interface WorldTier {
  readonly tierId: string;
  readonly tierType: 'volume' | 'custom';
  readonly tierName: string;
  readonly minTradeVolume: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly maxOrdersPerMarket: number;
  readonly maxTotalOrders: number;
  readonly maxSubAccounts: number;
  readonly maxBorrowCapacity: string;
  readonly bucketCap: number;
}

export interface WorldDevAccount {
  readonly address: string;
  readonly tierId: string;
  readonly balances: Readonly<Record<string, string>>;
}

/** As far back as candles of a minute are served. */
const HISTORY_DAYS_MAX = 31;

const name = text();
const asset = text(/^[A-Z0-9]{1,12}$/, 'an asset name of capital letters and digits, such as "BTC"');
const symbol = text(/^[A-Z0-9]{1,12}-[A-Z0-9]{1,7}$/, 'a symbol such as "BTC-USDT"');
const timeOfDay = text(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/, 'a time of day such as "22:00"');
const feeRate = decimal({ low: '-0.01', high: '0.1' });
const exponent = integer(0, 8);

export const marginTierShape: Reader<WorldMarginTier> = object<WorldMarginTier>({
  from: amount,
  to: nullable(amount),
  maxLeverage: integer(1, 1000),
  initial: positiveShare,
  maintenance: positiveShare,
});

/** Agents multiply ticks, lots and levels with each other: these bounds keep every product a safe integer. */
const AGENT_LEVELS_MAX = 100;
const AGENT_LOTS_MAX = 5_000_000;

const liquidityShape: Reader<WorldLiquidity> = variant<WorldLiquidity>({
  none: object({ kind: kind('none') }),
  static: object({
    kind: kind('static'),
    levels: integer(1, 500),
    firstTicks: count,
    stepTicks: count,
    lotsPerLevel: count,
  }),
  agents: object({
    kind: kind('agents'),
    stepMs,
    makers: integer(1, 20),
    levels: integer(1, AGENT_LEVELS_MAX),
    firstTicks: integer(1, MILLION),
    stepTicks: integer(1, MILLION),
    minLots: integer(1, AGENT_LOTS_MAX),
    maxLots: integer(1, AGENT_LOTS_MAX),
    takerPerMillion: perMillion,
    cancelPerMillion: perMillion,
    basisReversionPerMillion: perMillion,
    basisNoisePpb: ppb,
  }),
  population: object<WorldPopulation>({ kind: kind('population'), ...populationFields }, POPULATION_DEFAULTS),
  history: object<HistoryLiquidity>(
    {
      kind: kind('history'),
      queue: oneOf(QUEUE_MODELS),
      weight: oneOf(QUEUE_WEIGHTS),
      through: oneOf(['quantity', 'whole']),
    },
    { weight: undefined, through: undefined },
  ),
});

/** Times after the start, at most a year later. */
const afterMs = integer(1, 366 * 86_400_000);

const drift = integer(-PPB_MAX, PPB_MAX);

const processShape: Reader<WorldProcess> = variant<WorldProcess>({
  still: object({ kind: kind('still') }),
  gbm: object({
    kind: kind('gbm'),
    stepMs,
    volatilityPpb: ppb,
    driftPpb: drift,
    jumpPerMillion: perMillion,
    jumpPpb: ppb,
  }),
  ou: object({
    kind: kind('ou'),
    stepMs,
    level: indexPrice,
    reversionPpb: integer(1, BILLION),
    volatilityPpb: ppb,
    driftPpb: drift,
  }),
  hawkes: object({
    kind: kind('hawkes'),
    stepMs,
    volatilityPpb: ppb,
    driftPpb: drift,
    intensityPpb: integer(0, BILLION),
    branchingPpb: integer(0, BILLION - 1),
    decayPpb: integer(1, BILLION),
    jumpPpb: ppb,
  }),
  stochastic: object<WorldStochastic>({ kind: kind('stochastic'), ...stochasticFields }, STOCHASTIC_DEFAULTS),
  script: object({
    kind: kind('script'),
    steps: list(object<WorldScriptStep>({ afterMs, price: indexPrice, frozen: flag }, { frozen: undefined }), 1),
  }),
});

export const marketShape: Reader<WorldMarket> = object<WorldMarket>({
  symbol,
  description: name,
  baseAsset: asset,
  quoteAsset: asset,
  settleAsset: asset,
  initialIndexPrice: indexPrice,
  priceIncrement: positive,
  priceExponent: exponent,
  orderSizeIncrement: positive,
  quantityExponent: exponent,
  minOrderSize: positive,
  maxMarketOrderSize: positive,
  maxLimitOrderSize: positive,
  minOrderPrice: positive,
  minNotionalValue: amount,
  openInterestCap: amount,
  contractSize: count,
  largePositionPenalty: amount,
  liquidationClearanceFee: share,
  priceBands: object<WorldPriceBands>({ limitCap: share, limitFloor: share, marketCap: share, marketFloor: share }),
  funding: object<WorldFunding>({ cap: share, floor: decimal({ low: '-1', high: '0' }), impactNotional: positive }),
  margin: object<WorldMarket['margin']>({ defaultLeverage: integer(1, 1000), tiers: list(marginTierShape, 1) }),
  session: nullable(object<WorldSession>({ weekdays: list(integer(0, 6), 1), open: timeOfDay, close: timeOfDay })),
  process: processShape,
  liquidity: liquidityShape,
});

const pegStep = object<WorldPegStep>({ afterMs, peg: decimal({ low: '0', high: '10', aboveLow: true }) });

export const collateralShape: Reader<WorldCollateral> = object<WorldCollateral>(
  {
    asset,
    name,
    pricingPair: asset,
    priceMarket: nullable(symbol),
    quantityPrecision: exponent,
    chainDecimals: integer(0, 36),
    withdrawFee: amount,
    depositCap: amount,
    ltv: positiveShare,
    lltv: positiveShare,
    haircuts: list(object<WorldHaircut>({ name, from: amount, to: nullable(amount), haircut: share }), 1),
    peg: list(pegStep, 1),
  },
  { peg: undefined },
);

export const tierShape: Reader<WorldTier> = object<WorldTier>({
  tierId: text(/^[a-z0-9_]{1,32}$/, 'an id of small letters, digits and underscores'),
  tierType: oneOf(['volume', 'custom']),
  tierName: name,
  minTradeVolume: amount,
  makerFeeRate: feeRate,
  takerFeeRate: feeRate,
  maxOrdersPerMarket: count,
  maxTotalOrders: count,
  maxSubAccounts: count,
  maxBorrowCapacity: amount,
  bucketCap: count,
});

export const devAccountShape: Reader<WorldDevAccount> = object<WorldDevAccount>({
  address: text(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hex digits'),
  tierId: name,
  balances: record(amount),
});

export const headShape = {
  name,
  description: name,
  startTime: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/, 'a UTC time such as "2026-01-05T00:00:00Z"'),
  history: object<WorldHistory>({ days: integer(0, HISTORY_DAYS_MAX) }),
  factor: nullable(factorShape),
  collateralPriceMaxAgeMs: integer(1, DAY_MS),
};

/** Who stands in the books, in lots and ticks, or as a population in human figures. */
export type WorldLiquidity = Exclude<LiquiditySpec, { kind: 'population' }> | WorldPopulation;

/** The last line of the exchange (wire 6.4). Funds and notionals are in the settlement asset, shares from 0 to 1. */
export interface WorldRisk {
  readonly vaultFunds: string;
  readonly takeoverShare: string;
  readonly sliceAbove: string;
  readonly sliceShare: string;
  readonly pauseMs: number;
  readonly indexMaxAgeMs: number;
  readonly liquidation: boolean;
  readonly deleveraging: boolean;
  readonly forcedExchange: boolean;
}

const ageMs = integer(1, 86_400_000);

/** The figures of wire 6.4, where a world does not say. */
export const STANDARD_WORLD_RISK: WorldRisk = {
  vaultFunds: '1000000',
  takeoverShare: '0.5',
  sliceAbove: '100000',
  sliceShare: '0.2',
  pauseMs: 30_000,
  indexMaxAgeMs: 60_000,
  liquidation: true,
  deleveraging: true,
  forcedExchange: true,
};

export const riskShape: Reader<WorldRisk> = object<WorldRisk>(
  {
    vaultFunds: decimal({ low: '0' }),
    takeoverShare: decimal({ low: '0', high: '1' }),
    sliceAbove: decimal({ low: '0' }),
    sliceShare: decimal({ low: '0', high: '1', aboveLow: true }),
    pauseMs: ageMs,
    indexMaxAgeMs: ageMs,
    liquidation: flag,
    deleveraging: flag,
    forcedExchange: flag,
  },
  STANDARD_WORLD_RISK,
);

/** How an index moves, as a file says it. */
export type WorldProcess =
  | Exclude<IndexProcessSpec, { kind: 'script' | 'ou' | 'stochastic' }>
  | (Omit<Extract<IndexProcessSpec, { kind: 'ou' }>, 'level'> & { readonly level: string })
  | WorldStochastic
  | { readonly kind: 'script'; readonly steps: readonly WorldScriptStep[] };

/** A price at a set time after the start; `frozen` stops the feed after it, or lets it go on before it. */
export interface WorldScriptStep {
  readonly afterMs: number;
  readonly price: string;
  readonly frozen?: boolean;
}
