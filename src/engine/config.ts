import type { Lots, PriceUnits, Ratio, Ticks, TimeMs, Units } from '../kernel/units.ts';
import type { RiskSpec } from './liquidation/terms.ts';
import type { FactorSpec, StochasticSpec } from './world/dynamics-spec.ts';
import type { PopulationSpec } from './world/population-spec.ts';

/**
 * The configuration of an exchange, in the units of the engine. World files are the same facts in decimal text;
 * `exchange/world/world-file.ts` reads, checks and converts them.
 */
export interface ExchangeConfig {
  readonly seed: string;
  readonly startTime: TimeMs;
  /** Days of made-up trading before the start; 0 for none. */
  readonly historyDays: number;
  /** What moves several markets together; absent where nothing does. */
  readonly factor?: FactorSpec;
  readonly markets: readonly MarketSpec[];
  /** The settlement asset first (USDT, priced at 1). */
  readonly collaterals: readonly CollateralSpec[];
  /** From this age on, in ms, the price of a collateral backs no new order. */
  readonly collateralPriceMaxAgeMs: number;
  /** Volume tiers ascending by minimum volume, then custom tiers. */
  readonly tiers: readonly TierSpec[];
  readonly devAccounts: readonly DevAccountSpec[];
  readonly nonceRule: NonceRule;
  readonly risk: RiskSpec;
  readonly limits: LimitsSpec;
}

/** A value of 0 sets no limit. */
export interface LimitsSpec {
  /** False: nothing is charged, and no response has a `rateLimit`. */
  readonly enabled: boolean;
  /** Tokens of the bucket of one client address; those of a subaccount are its tier's `bucketCap`. */
  readonly ipTokens: number;
  /** Milliseconds in which an empty bucket is full again. */
  readonly windowMs: number;
  /** Orders of one subaccount within any 1,000 ms. */
  readonly ordersPerSecond: number;
  /** Requests of one address, whatever they cost. */
  readonly tradePerMinute: number;
  readonly infoPerMinute: number;
  readonly infoPerSecond: number;
}

/** `increasing` refuses a nonce at or below the last one, `unique` only one already used. */
export type NonceRule = 'increasing' | 'unique';

export interface MarketSpec {
  readonly symbol: string;
  readonly description: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly settleAsset: string;
  /** Decimals of a price and of a quantity on the wire. */
  readonly priceExponent: number;
  readonly quantityExponent: number;
  /** One tick, in 1e-8 quote. */
  readonly tickUnits: number;
  /** One lot, in 1e-8 base. */
  readonly lotUnits: number;
  /** Notional of one lot at one tick, in 1e-8 quote; whole by validation, so that every notional is exact. */
  readonly notionalPerTickLot: bigint;
  readonly minLots: Lots;
  readonly maxMarketLots: Lots;
  readonly maxLimitLots: Lots;
  readonly minPriceTicks: Ticks;
  /** Deviations from the mark: 5_000_000 is 5 %. */
  readonly limitCap: Ratio;
  readonly limitFloor: Ratio;
  readonly marketCap: Ratio;
  readonly marketFloor: Ratio;
  readonly minNotional: Units;
  readonly clearanceFee: Ratio;
  /** Shown in the record only (wire 3.2); no rule reads it. */
  readonly largePositionPenalty: string;
  readonly contractSize: number;
  readonly defaultLeverage: number;
  /** Per eight hours. */
  readonly fundingCap: Ratio;
  readonly fundingFloor: Ratio;
  readonly impactNotional: Units;
  readonly marginTiers: readonly MarginTier[];
  /** Market-wide cap on open interest (one side), 0n for none. */
  readonly openInterestCap: Units;
  /** Trading hours of a session market; null trades always. */
  readonly session: SessionHours | null;
  readonly initialIndex: PriceUnits;
  readonly process: IndexProcessSpec;
  readonly liquidity: LiquiditySpec;
}

/** Open from `openMinute` to `closeMinute` (minutes of the UTC day) on the listed UTC weekdays (0 is Sunday). */
export interface SessionHours {
  readonly weekdays: readonly number[];
  readonly openMinute: number;
  readonly closeMinute: number;
}

/** Wire 3.2 and 6.3. `maxNotional` null: unbounded, the last tier. */
export interface MarginTier {
  readonly minNotional: Units;
  readonly maxNotional: Units | null;
  readonly maxLeverage: number;
  readonly initialRate: Ratio;
  readonly maintenanceRate: Ratio;
  readonly deduction: Units;
}

/** How the index price moves. With `still` only the control plane moves it. */
export type IndexProcessSpec =
  | { readonly kind: 'still' }
  | {
      readonly kind: 'gbm';
      /** Milliseconds between steps. */
      readonly stepMs: number;
      /** Standard deviation of one step's return, in parts per billion. */
      readonly volatilityPpb: number;
      /** Mean of one step's return, in parts per billion. */
      readonly driftPpb: number;
      /** Chance of a jump in one step, per million, and its deviation in parts per billion. */
      readonly jumpPerMillion: number;
      readonly jumpPpb: number;
    }
  | {
      /** Mean reversion (Ornstein-Uhlenbeck): the price falls back to a level that may drift. */
      readonly kind: 'ou';
      /** Milliseconds between steps. */
      readonly stepMs: number;
      /** The level at the start, to which the price falls back; it need not be the initial index. */
      readonly level: PriceUnits;
      /**
       * Share of the distance to the level that is lost in one step, in parts per billion. A half-life of H steps is
       * 1 - 2^(-1/H); 1,000,000,000 is all of the distance.
       */
      readonly reversionPpb: number;
      /** Standard deviation of the noise of one step, in parts per billion of the level. */
      readonly volatilityPpb: number;
      /** Growth of the level in one step, in parts per billion. */
      readonly driftPpb: number;
    }
  | {
      /** A random walk whose jumps make further jumps more likely (a Hawkes process in steps). */
      readonly kind: 'hawkes';
      /** Milliseconds between steps. */
      readonly stepMs: number;
      /** Standard deviation and mean of the return of one step without a jump, in parts per billion. */
      readonly volatilityPpb: number;
      readonly driftPpb: number;
      /** Chance of a jump in one step that no earlier jump has caused, in parts per billion. */
      readonly intensityPpb: number;
      /** Mean number of jumps that one jump causes directly, in parts per billion; below 1,000,000,000. */
      readonly branchingPpb: number;
      /**
       * Share of the excitation that fades in one step, in parts per billion. A half-life of H steps is 1 - 2^(-1/H).
       */
      readonly decayPpb: number;
      /** Standard deviation of the return of a jump, in parts per billion. */
      readonly jumpPpb: number;
    }
  | StochasticSpec
  | {
      /** Prices at set times after the start, ascending: crashes, gaps and squeezes that come as written. */
      readonly kind: 'script';
      readonly steps: readonly ScriptStep[];
    };

/** `afterMs` is at least 1. `frozen` stops the feed after this price, or lets it go on before it; left out, it stays as it is. */
export interface ScriptStep {
  readonly afterMs: number;
  readonly price: PriceUnits;
  readonly frozen?: boolean;
}

/** The liquidity of the world: orders in the book that are not a user's. */
export type LiquiditySpec =
  | { readonly kind: 'none' }
  | {
      /** A ladder that one account places at genesis and never changes. */
      readonly kind: 'static';
      readonly levels: number;
      /** Ticks from the index to the first level, and between levels. */
      readonly firstTicks: Ticks;
      readonly stepTicks: Ticks;
      readonly lotsPerLevel: Lots;
    }
  | {
      /** Makers that keep a ladder around a fair price, takers that cross it, cancels in between. */
      readonly kind: 'agents';
      readonly stepMs: number;
      readonly makers: number;
      readonly levels: number;
      readonly firstTicks: Ticks;
      readonly stepTicks: Ticks;
      readonly minLots: Lots;
      readonly maxLots: Lots;
      /** Chance in a million, per step, that a taker crosses the spread; its size range is that of a level. */
      readonly takerPerMillion: number;
      /** Chance in a million, per level and step, that a maker pulls a quote early. */
      readonly cancelPerMillion: number;
      /** Basis around the index: mean reversion per step (per million) and noise per step (parts per billion of the index). */
      readonly basisReversionPerMillion: number;
      readonly basisNoisePpb: number;
    }
  | PopulationSpec
  | {
      /** Recorded data: levels and trades that control commands bring. */
      readonly kind: 'history';
      /**
       * Which orders of a shrinking level go: those that joined it last (`behind`), all in proportion, or those on the side of
       * a user's order that chance says (`probability`).
       */
      readonly queue: 'behind' | 'proportional' | 'probability';
      /**
       * Of `probability`: how the quantities before and behind an order count. Left out: by their squares.
       */
      readonly weight?: 'linear' | 'square' | 'cube' | 'log';
      /**
       * How much of users' orders a trade at a worse price than theirs fills: what was traded, or all of them (`whole`). Left out:
       * what was traded.
       */
      readonly through?: 'quantity' | 'whole';
    };

export interface CollateralSpec {
  readonly asset: string;
  readonly name: string;
  /** Pricing pair of the record, such as `USDTUSD`. */
  readonly pricingPair: string;
  /** The market whose index prices it; null is priced at 1 (the settlement asset). */
  readonly priceMarket: string | null;
  readonly quantityPrecision: number;
  readonly chainDecimals: number;
  readonly withdrawFee: Units;
  readonly depositCap: Units;
  readonly ltv: Ratio;
  readonly lltv: Ratio;
  /**
   * The share of its market's index that it is worth from set times after the start, ascending; absent means all of
   * it.
   */
  readonly pegSteps?: readonly PegStep[];
  readonly tiers: readonly HaircutTier[];
}

/** `afterMs` is at least 1. */
export interface PegStep {
  readonly afterMs: number;
  readonly peg: Ratio;
}

/** Wire 3.7 and 6.9: amounts are USDT values; bands are closed below and open above. */
export interface HaircutTier {
  readonly id: number;
  readonly name: string;
  readonly minValue: Units;
  readonly maxValue: Units | null;
  readonly haircut: Ratio;
  readonly valueAddition: Units;
}

/** Wire 6.8. */
export interface TierSpec {
  readonly tierId: string;
  readonly tierType: 'volume' | 'custom';
  readonly tierName: string;
  readonly minVolume: Units;
  readonly makerRate: Ratio;
  readonly takerRate: Ratio;
  readonly maxOrdersPerMarket: number;
  readonly maxTotalOrders: number;
  readonly maxSubAccounts: number;
  /** Largest debt of an account of the tier; 0 sets no limit of its own. */
  readonly maxBorrowCapacity: Units;
  /** Tokens of the subaccount bucket per ten seconds. */
  readonly bucketCap: number;
}

/** */
export interface DevAccountSpec {
  /** Lower case. */
  readonly address: string;
  readonly tierId: string;
  readonly balances: readonly { readonly asset: string; readonly amount: Units }[];
}

/**
 * Terms of trade that the control plane changes while the exchange runs: fees of a tier, margin of a market, its cap on open
 * interest. The state keeps what has changed; the configuration that everybody reads is that of the start with it laid over.
 */
export interface ChangedTerms {
  /** By id of the fee tier. */
  readonly fees: Map<string, FeeRates>;
  /** By symbol. */
  readonly markets: Map<string, MarketTerms>;
}

export interface FeeRates {
  /** Negative is a rebate. */
  readonly makerRate: Ratio;
  readonly takerRate: Ratio;
}

export interface MarketTerms {
  readonly marginTiers?: readonly MarginTier[];
  readonly defaultLeverage?: number;
  /** 0n for none. */
  readonly openInterestCap?: Units;
}
